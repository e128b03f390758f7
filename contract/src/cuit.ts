import { z } from 'zod';

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Eleven digits, of which the last one is a check digit. */
function isCuit(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  // A check digit of 10 equals no digit: such numbers are no CUIT.
  return (11 - (sum % 11)) % 11 === Number(digits[10]);
}

/** Returns a CUIT with dashes, also an incomplete one: `30712345671` → `30-71234567-1`. */
export function formatCuit(value: string): string {
  const digits = value.replace(/\D/g, '').slice(0, 11);
  return [digits.slice(0, 2), digits.slice(2, 10), digits.slice(10)].filter((part) => part !== '').join('-');
}

/** Stored as digits. Blank becomes null, and undefined keeps the stored value. */
export const Cuit = z
  .string()
  .trim()
  .regex(/^[\d\s.-]*$/, 'El CUIT son 11 números')
  .transform((value) => value.replace(/\D/g, ''))
  .refine((digits) => digits === '' || isCuit(digits), 'El CUIT no es válido: revisá los números')
  .nullable()
  .transform((digits) => digits || null)
  .optional();
