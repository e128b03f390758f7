export type Say = (line: string) => void;

const EVERY_MS = 5_000;

const NUMBER = new Intl.NumberFormat('en');
export const thousands = (value: number) => NUMBER.format(value);

/** Reports the progress of long work every few seconds, and at the end when there is a total. */
export function createProgress(say: Say, describe: (done: number) => string, total?: number) {
  let done = 0;
  let reportedAt = Date.now();
  const report = () => {
    reportedAt = Date.now();
    say(`  ${describe(done)}`);
  };
  return {
    add(amount: number) {
      done += amount;
      if (done === total || Date.now() - reportedAt > EVERY_MS) report();
    },
    end: report,
  };
}

export const createRowProgress = (say: Say, { name, rows }: { readonly name: string; readonly rows: number }) =>
  createProgress(say, (done) => `${name}: ${thousands(done)} of ${thousands(rows)} rows`, rows);
