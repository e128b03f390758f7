import { isBarcode } from '@piezario/contract/gaps';
import type { Attribute } from './children.ts';

type Barcodes = {
  /** The bar codes that can be published, as digits alone. */
  readonly gtins: readonly string[];
  /** Invalid bar codes, as they are stored, and what is wrong with them. */
  readonly wrong: readonly (readonly [value: string, fault: string])[];
};

export function readBarcodes(attributes: readonly Attribute[]): Barcodes {
  const values = attributes.filter(([name]) => isBarcode(name)).map(([, value]) => value);
  const checked = values.map((value) => [value, faultOf(digitsOf(value))] as const);
  return {
    gtins: [...new Set(checked.flatMap(([value, fault]) => (fault === null ? digitsOf(value) : [])))],
    wrong: checked.flatMap(([value, fault]) => (fault === null ? [] : [[value, fault] as const])),
  };
}

/** Removes spaces and hyphens, with which people group the digits. */
const digitsOf = (value: string) => value.replace(/[ -]/g, '');

function faultOf(digits: string): string | null {
  if (/\D/.test(digits)) return 'tiene signos que no son números';
  if (![8, 12, 13, 14].includes(digits.length)) {
    return `tiene ${digits.length} números y tendría que tener 8, 12, 13 o 14`;
  }
  if (/^0+$/.test(digits)) return 'son todos ceros';
  const check = checkDigitOf(digits.slice(0, -1));
  return digits.endsWith(check) ? null : `el último número tendría que ser ${check}`;
}

/** From the right, weights 3, 1, 3, 1… */
function checkDigitOf(digits: string): string {
  const weighted = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1));
  return String((10 - (weighted.reduce((sum, digit) => sum + digit, 0) % 10)) % 10);
}

/** Returns Mercado Libre's EMPTY_GTIN_REASON, or null with a GTIN. An invalid code does not count as unregistered. */
export function emptyGtinReason({ gtins, wrong }: Barcodes): string | null {
  if (gtins.length > 0) return null;
  return wrong.length > 0 ? 'Otra razón' : 'El producto no tiene código registrado';
}
