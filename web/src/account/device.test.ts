import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`, 'Chrome en Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/142.0.0.0`, 'Edge en Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.1 Safari/605.1.15`, 'Safari en Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} Version/18.1 Mobile Safari/604.1`,
    'Safari en iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; SM-A556E) ${BLINK} Mobile Safari/537.36`, 'Chrome en Android'],
  ['node', 'Otro programa'],
  ['', 'Otro programa'],
])('%s is shown as %s', (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown);
});
