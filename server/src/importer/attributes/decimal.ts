/** A decimal number is digits, of which the last `scale` are decimals. */
type Decimal = { readonly digits: bigint; readonly scale: number };

function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:[.,](\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Multiplies a typed number by a factor exactly. The result keeps the decimal sign that was typed. */
export function times(value: string, factor: number): string {
  const [one, other] = [decimalOf(value), decimalOf(String(factor))];
  const product = one.digits * other.digits;
  const scale = one.scale + other.scale;
  const digits = String(product < 0n ? -product : product).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const sign = value.includes('.') ? '.' : ',';
  return `${product < 0n ? '-' : ''}${whole}${fraction && sign + fraction}`;
}
