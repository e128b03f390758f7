import type pg from 'pg';
import type { Compared } from './calls.ts';
import { capture, type Statement } from './capture.ts';
import type { Caller } from './client.ts';

const EXPLAIN = 'explain (analyze, buffers, costs off)';
/** Executions after which PostgreSQL has decided whether a prepared statement keeps one plan for all values. */
const TRIALS = 6;

/** Prints how PostgreSQL runs each statement that the application, in this process, sends for these calls. */
export async function printPlans(
  calls: readonly Compared[],
  { app, client, say }: { app: Caller; client: pg.Client; say: (line: string) => void },
): Promise<void> {
  for (const { name, pairs } of calls) {
    const call = pairs[0]?.app;
    if (!call) continue;
    // The first call computes what later ones read from a cache, and so sends all statements.
    const statements = await capture(() => app(call));
    for (const statement of statements.filter(({ text }) => !text.includes('sessions'))) {
      say(`\n## ${name}\n\n${statement.text.trim()}\n\n${JSON.stringify(statement.values)}\n`);
      for (const line of await explain(client, statement)) say(line);
    }
  }
}

async function explain(client: pg.Client, { name, text, values }: Statement): Promise<string[]> {
  if (!name) return readLines(client, `${EXPLAIN} ${text}`, values);
  for (let trial = 0; trial < TRIALS; trial++) await client.query({ name, text, values: [...values] });
  const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(literalOf(value))));
  return readLines(client, `${EXPLAIN} execute ${client.escapeIdentifier(name)} (${literals})`);
}

const literalOf = (value: unknown) => (Array.isArray(value) ? `{${value}}` : String(value));

async function readLines(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text, values: [...values], rowMode: 'array' });
  return rows.map(([line]) => line);
}
