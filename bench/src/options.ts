import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Effort } from './compare.ts';

const FULL: Effort = { rounds: 6, ms: 400, changes: 7 };
const QUICK: Effort = { rounds: 2, ms: 100, changes: 3 };

export type Size = { readonly name: string; readonly parts: number };

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, M: 1_000_000 };

function readSize(name: string): Size {
  const [, digits = '', unit = ''] = /^(\d+)([kM]?)$/.exec(name) ?? [];
  const parts = Number(digits) * (UNITS[unit] ?? 0);
  if (!parts) throw new Error(`${name} is not a size. Sizes are such as 30k or 1M.`);
  return { name, parts };
}

/** npm runs a program in the folder of its package. INIT_CWD is the folder in which npm was called. */
const fromHere = (path: string | undefined) => path && resolve(process.env.INIT_CWD ?? '.', path);

export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      dir: { type: 'string' },
      write: { type: 'string' },
      plans: { type: 'boolean', default: false },
    },
  });
  const { quick, only, plans, sizes = quick ? '30k,100k' : '30k,1M' } = values;
  return {
    only,
    plans,
    effort: quick ? QUICK : FULL,
    sizes: sizes
      .split(',')
      .map(readSize)
      .sort((one, other) => one.parts - other.parts),
    dir: fromHere(values.dir),
    write: fromHere(values.write),
  };
}
