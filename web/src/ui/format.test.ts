import { expect, test } from 'vitest';
import { formatBytes, formatNumber } from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1234, '1.234'],
  [1234567, '1.234.567'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1,5 KB'],
  [1024 * 1024, '1 MB'],
  [12.4 * 1024 * 1024, '12,4 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
