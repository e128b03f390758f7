import pg from 'pg';

/** A statement with a name is prepared. */
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Given = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] };

/** Runs `call` and returns the SQL that this process sent in the meantime. */
export async function capture(call: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (...args) {
    const [given, apart = []] = args as [string | Given, (readonly unknown[])?];
    const { name, text, values = [] }: Given = typeof given === 'string' ? { text: given, values: apart } : given;
    statements.push({ text, values: [...values], ...(name && { name }) });
    return original.apply(this, args);
  };
  try {
    await call();
  } finally {
    prototype.query = original;
  }
  return statements;
}
