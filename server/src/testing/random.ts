import { randomUUID } from 'node:crypto';
import { createRandom, type Random } from '@piezario/demo/random';
import { onTestFailed } from 'vitest';

/** Random numbers for the current test. A failure prints the SEED that repeats them. */
export function seededRandom(): Random {
  const seed = process.env.SEED ?? randomUUID();
  onTestFailed(({ task }) => {
    process.stderr.write(`SEED=${seed} repeats «${task.name}»\n`);
  });
  return createRandom(seed);
}

/** A generator with a seed from another one, so that concurrent tasks do not share a sequence. */
export const forkRandom = (random: Random): Random => createRandom(random.digits(12));
