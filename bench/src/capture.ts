import pg from 'pg';

type Statement = { readonly text: string; readonly values: readonly unknown[] };
/** The statements that a call sends. Those of one stage run at the same time. */
export type Plan = readonly (readonly Statement[])[];

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Runs `call` and returns the SQL that it sent. */
export async function capture(call: () => Promise<void>): Promise<Plan> {
  const plan: Statement[][] = [];
  let pending = 0;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (...args) {
    const [given, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const statement = typeof given === 'string' ? { text: given, values: values ?? [] } : { values: [], ...given };
    if (pending === 0) plan.push([]);
    plan.at(-1)?.push({ text: statement.text, values: [...statement.values] });
    pending++;
    const answer = original.apply(this, args) as Promise<unknown>;
    return answer.finally(() => {
      pending--;
    });
  };
  try {
    await call();
  } finally {
    prototype.query = original;
  }
  return plan;
}
