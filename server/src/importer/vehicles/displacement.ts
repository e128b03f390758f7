const CUBIC = /^[1-6]\d00$/;

/** Reads 1.6, 1,6, 1.600, 1600 or 1598 cc. Returns liters as the vehicle base writes them. */
export function displacementOf(token: string, next = ''): string | null {
  const decimal = /^(\d{1,2})[.,](\d{1,3})$/.exec(token);
  if (decimal) {
    const [, whole = '', fraction = ''] = decimal;
    if (fraction.length === 3)
      return CUBIC.test(`${whole}${fraction}`) ? litresOf(Number(`${whole}${fraction}`)) : null;
    const litres = Number(`${whole}.${fraction}`);
    if (litres < 0.3 || litres > 16) return null;
    return fraction.length === 2 && !fraction.endsWith('0')
      ? `${Number(whole)}.${fraction}`
      : `${Number(whole)}.${fraction[0]}`;
  }
  const cubic = /^(\d{3,5})(?:cc|cm3)?$/.exec(token)?.[1];
  if (!cubic) return null;
  const hasUnit = token.length > cubic.length || next === 'cc' || next === 'cm3';
  return CUBIC.test(cubic) || hasUnit ? litresOf(Number(cubic)) : null;
}

const litresOf = (cubic: number) => (cubic >= 300 && cubic <= 16_000 ? (cubic / 1000).toFixed(1) : null);

/** Normalizes a displacement for comparison: «1600 cc», «1,6 L» and «1.6» are 1.6, «2» is 2.0. */
export function comparedDisplacement(folded: string): string {
  const text = folded.trim();
  const [, number = '', unit = ''] = /^([\d.,]+) ?(l|lt|lts|litros|cc|cm3)?\.?$/.exec(text) ?? [];
  if (/^\d{1,2}$/.test(number) && !unit.startsWith('c')) return `${Number(number)}.0`;
  return displacementOf(number, unit) ?? text;
}

/** Normalizes valves for comparison: «16V», «16 válv.» and «16» are 16. */
export const comparedValves = (folded: string): string =>
  /^(\d{1,2}) ?(?:v|valv|valvulas)?\.?$/.exec(folded.trim())?.[1] ?? folded.trim();
