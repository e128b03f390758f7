import type pg from 'pg';

type Trigger = {
  readonly table: string;
  readonly name: string;
  readonly function: string;
  readonly definition: string;
  readonly is_row: boolean;
  readonly is_before: boolean;
  readonly events: readonly string[];
};

const TRIGGERS = `
  select relname::text as table, tgname::text as name, proname::text as function, pg_get_triggerdef(t.oid) as definition,
    tgtype & 1 <> 0 as is_row, tgtype & 2 <> 0 as is_before,
    array_remove(array[case when tgtype & 4 <> 0 then 'insert' end, case when tgtype & 16 <> 0 then 'update' end,
      case when tgtype & 8 <> 0 then 'delete' end, case when tgtype & 32 <> 0 then 'truncate' end], null) as events
  from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
  where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
  order by relname, tgtype & 2 = 0, tgtype & 1 = 0, tgname collate "C"`;

const FUNCTIONS = `select proname::text as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`;

const TABLES = `select relname::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

const CASCADES = `
  select p.relname::text as table, string_agg(distinct '\`' || c.relname || '\`', ', ') as children
  from pg_constraint join pg_class p on p.oid = confrelid join pg_class c on c.oid = conrelid
  where contype = 'f' and confdeltype = 'c' group by 1`;

const WRITE = /\b(?:insert into|update|delete from)\s+(\w+)/g;
const EVENTS = ['insert', 'update', 'delete', 'truncate'];

/** Returns the triggers by table, in the order in which they fire. */
export const readTriggers = async (client: pg.Client) => (await client.query<Trigger>(TRIGGERS)).rows;

const code = (name: string) => `\`${name}\``;

/** Returns docs/triggers.md: what each statement on a table runs and writes, read from the catalog of a database. */
export async function describeTriggers(client: pg.Client): Promise<string> {
  const triggers = await readTriggers(client);
  const tables = new Set((await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name));
  const cascades = (await client.query<{ table: string; children: string }>(CASCADES)).rows;
  const functions = new Map(
    (await client.query<{ name: string; source: string }>(FUNCTIONS)).rows.map(({ name, source }) => [
      name,
      source.replaceAll(/--.*$/gm, ''),
    ]),
  );

  /** The tables that are written by a function and by the functions that it calls. */
  const writesOf = (name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const source = functions.get(name) ?? '';
    const written = [...source.matchAll(WRITE)].map(([, table = '']) => table).filter((table) => tables.has(table));
    const called = [...source.matchAll(/\b(\w+)\(/g)]
      .map(([, other = '']) => other)
      .filter((other) => functions.has(other));
    return [...new Set([...written, ...called.flatMap((other) => writesOf(other, seen))])].sort();
  };
  const effectOf = (trigger: Trigger) => {
    const source = functions.get(trigger.function) ?? '';
    const own = [
      /\bnew\.\w+ :=|into new\./.test(source) && 'the row itself',
      /raise exception/.test(source) && 'refuses',
    ];
    return [...own.filter((effect) => effect !== false), ...writesOf(trigger.function).map(code)].join(', ');
  };
  const momentOf = ({ is_before, is_row, definition }: Trigger, event: string) => {
    const [, columns] = (event === 'update' && /UPDATE OF (.+?) (?:OR|ON) /.exec(definition)) || [];
    const [, condition] = / WHEN \(\((.+)\)\) EXECUTE/.exec(definition) ?? [];
    const moment = `${is_before ? 'before' : 'after'} ${is_row ? 'row' : 'statement'}`;
    return [moment, columns && `of ${columns}`, condition && `when ${code(condition)}`].filter(Boolean).join(', ');
  };

  const sections = [...new Set(triggers.map(({ table }) => table))].map((table) => {
    const rows = EVENTS.flatMap((event) =>
      triggers
        .filter((trigger) => trigger.table === table && trigger.events.includes(event))
        .map((trigger) => [
          event,
          code(trigger.name),
          momentOf(trigger, event),
          code(trigger.function),
          effectOf(trigger),
        ]),
    );
    const cascade = cascades.find((found) => found.table === table);
    return [
      `## ${table}\n`,
      ...(cascade ? [`A deleted row deletes its rows of ${cascade.children}.\n`] : []),
      '| On | Trigger | Runs | Function | Writes |\n|---|---|---|---|---|',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n');
  });

  const sourcesOf = (target: string) => [
    ...new Set(triggers.filter((trigger) => writesOf(trigger.function).includes(target)).map(({ table }) => table)),
  ];
  /** Targets of the same tables share a line. */
  const arrows = new Map<string, string[]>();
  for (const target of [...tables].sort()) {
    const sources = sourcesOf(target).join(' & ');
    arrows.set(sources, [...(arrows.get(sources) ?? []), target]);
  }
  arrows.delete('');
  const lines = [...arrows].map(([sources, targets]) => `  ${sources} --> ${targets.join(' & ')}`);

  return `# Triggers

What a statement on a table runs, in the order in which PostgreSQL fires it: before row, after row, after statement, and
then by name. "Writes" has the tables that the function and those that it calls insert into, update or delete from, for all
events. The triggers of these tables run in turn. The text of each function is in \`server/schema\`.

This file is generated from the catalog of a new database: \`npm run docs:triggers\`.

\`\`\`mermaid
flowchart LR
${lines.join('\n')}
\`\`\`

${sections.join('\n\n')}
`;
}
