export type Say = (line: string) => void;

const EVERY_MS = 5_000;

const NUMBER = new Intl.NumberFormat('en');
export const thousands = (value: number) => NUMBER.format(value);

/** Tells how far long work has come: every few seconds, and when the total is reached, if there is one. */
export function createProgress(say: Say, describe: (done: number) => string, total?: number) {
  let done = 0;
  let told = Date.now();
  const tell = () => {
    told = Date.now();
    say(`  ${describe(done)}`);
  };
  return {
    add(amount: number) {
      done += amount;
      if (done === total || Date.now() - told > EVERY_MS) tell();
    },
    end: tell,
  };
}

export const createRowProgress = (say: Say, { name, rows }: { readonly name: string; readonly rows: number }) =>
  createProgress(say, (done) => `${name}: ${thousands(done)} of ${thousands(rows)} rows`, rows);
