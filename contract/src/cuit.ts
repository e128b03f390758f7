import { z } from 'zod';

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The last of its eleven digits checks the others. */
function isCuit(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  // A remainder that would ask for "10" belongs to no CUIT.
  return (11 - (sum % 11)) % 11 === Number(digits[10]);
}

/** `30712345671` or what has been typed of it so far, with its dashes: `30-71234567-1`. */
export function formatCuit(value: string): string {
  const digits = value.replace(/\D/g, '').slice(0, 11);
  return [digits.slice(0, 2), digits.slice(2, 10), digits.slice(10)].filter((part) => part !== '').join('-');
}

/** Stored as digits; blank is allowed, and what is left out stays as it is. */
export const Cuit = z
  .string()
  .trim()
  .regex(/^[\d\s.-]*$/, 'El CUIT son 11 números')
  .transform((value) => value.replace(/\D/g, ''))
  .refine((digits) => digits === '' || isCuit(digits), 'El CUIT no es válido: revisá los números')
  .nullable()
  .transform((digits) => digits || null)
  .optional();
