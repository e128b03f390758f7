import { expect, test } from 'vitest';
import { Cuit, formatCuit } from './cuit.ts';

const problem = (value: unknown) => Cuit.safeParse(value).error?.issues[0]?.message;

test.each(['30712345671', '30-71234567-1', ' 30.71234567.1 ', '30 71234567 1'])('%s is stored as digits', (value) => {
  expect(Cuit.parse(value)).toBe('30712345671');
});

test.each(['', '   ', '-', null])('%j is blank, which is allowed', (value) => {
  expect(Cuit.parse(value)).toBeNull();
});

test.each([
  ['the number of a company', '30-50001091-2'],
  ['the number of a person', '20-12345678-6'],
  ['a check digit of 0', '20-10001002-0'],
])('%s is valid', (_, value) => {
  expect(Cuit.parse(value)).toBe(value.replaceAll('-', ''));
});

test('every wrong check digit is refused', () => {
  const others = [0, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `3071234567${digit}`);
  for (const value of others) expect(problem(value)).toBe('El CUIT no es válido: revisá los números');
});

test('two swapped digits are refused', () => {
  expect(problem('30-71234657-1')).toBe('El CUIT no es válido: revisá los números');
});

test('a number whose check digit would be 10 is refused', () => {
  for (let digit = 0; digit <= 9; digit++) expect(Cuit.safeParse(`2010001008${digit}`).success).toBe(false);
});

test.each(['3071234567', '307123456711', '0'])('%s does not have 11 digits', (value) => {
  expect(problem(value)).toBe('El CUIT no es válido: revisá los números');
});

test.each(['30-7123456A-1', '٣٠٧١٢٣٤٥٦٧١', '30/71234567/1', 'no tengo'])('%s is not made of digits', (value) => {
  expect(problem(value)).toBe('El CUIT son 11 números');
});

test.each([30712345671, {}, true])('%j is not text', (value) => {
  expect(Cuit.safeParse(value).success).toBe(false);
});

test.each([
  ['', ''],
  ['3', '3'],
  ['307', '30-7'],
  ['3071234567', '30-71234567'],
  ['30712345671', '30-71234567-1'],
  ['30-71234567-1', '30-71234567-1'],
  ['307123456712345', '30-71234567-1'],
])('%j is shown as %j while it is typed', (value, shown) => {
  expect(formatCuit(value)).toBe(shown);
});
