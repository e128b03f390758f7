import { createRandom } from './random.ts';

/** An invented EAN-13 with the prefix of Argentina: four digits for the brand, five for the part and a check digit. */
export function barcodeOf(brand: string, place: number): string {
  const digits = `779${createRandom(`Empresa ${brand}`).digits(4)}${String(place).padStart(5, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
