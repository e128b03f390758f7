import { expect, test } from 'vitest';
import { isReachable } from './reachable.ts';

test.each([
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://0x7f.1',
  'http://0.0.0.0:3000',
  'https://192.168.0.10:8443/piezas',
  'https://10.1.2.3',
  'https://172.31.0.1',
  'http://169.254.169.254',
  'http://[::1]:3000',
  'http://[::ffff:192.168.0.1]',
  'http://[fd00::1]',
  'http://piezario',
  'http://PIEZARIO.local.',
])('%s is an address of this machine or its network', (url) => {
  expect(isReachable(url)).toBe(false);
});

test.each(['https://piezas.example.com', 'https://172.32.0.1', 'https://[2001:db8::1]:8443', 'http://local.com.ar'])(
  '%s can be reached from outside',
  (url) => {
    expect(isReachable(url)).toBe(true);
  },
);
