import { test } from 'vitest';
import { startServersAtOnce } from '../support/crashes.ts';
import { PLAIN } from '../support/process.ts';

test('eight servers that start at once on one empty database load the demo once, and all start', () =>
  startServersAtOnce(8, { ...PLAIN, DEMO: '1' }));
