import type pg from 'pg';

type Column = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  /** The database computes it. */
  readonly always: boolean;
  /** An insert may leave it out. */
  readonly optional: boolean;
};

const COLUMNS = `
  select relname::text as table, attname::text as column, format_type(atttypid, null) as type,
    not attnotnull as nullable, attgenerated <> '' or attidentity = 'a' as always, atthasdef or attidentity <> '' as optional
  from pg_class c join pg_attribute on attrelid = c.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    and relname not in ('migrations', 'schema_code') and attnum > 0 and not attisdropped
  order by relname collate "C", attnum`;

const TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  bigint: 'string',
  text: 'string',
  'text[]': 'string[]',
  uuid: 'string',
  boolean: 'boolean',
  date: 'string',
  numeric: 'string',
  'timestamp with time zone': 'Date',
  xid8: 'string',
  tsvector: 'string',
};

/** Tables and views that only triggers write. */
const DERIVED = [
  ...['attribute_values', 'changes', 'gap_tallies', 'listed_gaps', 'operation_tallies', 'part_counts', 'part_numbers'],
  ...['part_tallies', 'part_texts', 'removed_parts', 'removed_vehicles', 'vehicle_parts'],
];

/** Narrower types than the database has. */
const NARROWED: Readonly<Record<string, string>> = {
  'changes.after': 'Record<string, unknown>',
  'changes.before': 'Record<string, unknown>',
  'download_tickets.state': 'DownloadState',
  'import_changes.action': 'Action',
  'import_changes.entity': 'ImportEntity',
  'import_changes.sheet': 'ImportSheet',
  'import_changes.suspicion': 'Suspicion',
  'import_errors.format': 'ImportSheet',
  'import_named_rows.entity': 'ImportEntity',
  'imports.phase': 'ImportPhase',
  'imports.replaces': 'Replaceable[]',
  'jobs.kind': 'JobKind',
  'jobs.state': 'JobState',
  'part_numbers.kind': 'NumberKind',
  'part_product_attributes.importance': 'Importance',
  'part_product_attributes.type': 'AttributeType',
  'picture_import_files.outcome': 'PictureOutcome',
  'picture_imports.mode': 'PictureMode',
  'users.role': 'Role',
  'vehicle_proposals.state': 'ProposalState',
};

/** Columns that are read and written as different types. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'bulks.action': 'JSONColumnType<BulkAction, string, never>',
  'import_changes.after': 'ColumnType<Record<string, unknown> | null, string | null, never>',
  'import_changes.before': 'ColumnType<Record<string, unknown> | null, string | null, never>',
  'import_changes.beside': 'ColumnType<Record<string, unknown> | null, string | null, never>',
  'import_errors.cells': 'ColumnType<KeptCell[], string, never>',
  'import_errors.offers': 'JSONColumnType<Offer[], string | undefined, never>',
  'imports.mapping': 'ColumnType<WorkbookMapping | null, string | null | undefined, string | null>',
  'imports.notices': 'JSONColumnType<Record<string, RowsOfNotice>, string | undefined, string>',
  'imports.rows_stored': 'JSONColumnType<Partial<Record<ImportSheet, number>>, string | undefined, string>',
  'imports.sample': 'ColumnType<WorkbookSample | null, string | null | undefined, string | null>',
  'part_pictures.id': 'ColumnType<number, number | undefined, never>',
  'part_product_attributes.units': "JSONColumnType<TemplateAttribute['units'], string | undefined, string>",
  'saved_views.columns': 'JSONColumnType<ViewColumns>',
  'saved_views.query': 'JSONColumnType<Record<string, string>>',
  'users.shortcuts': 'JSONColumnType<string[], string | undefined, string>',
  'workbook_mappings.mapping': 'JSONColumnType<WorkbookMapping, string, string>',
  'shipped_vehicles.conflicts': 'ColumnType<Record<string, string> | null, string | null, string | null>',
  'shipped_vehicles.fields': 'ColumnType<Record<string, string>, string, string>',
  'removed_vehicles.components': 'Record<string, string>',
  'vehicles.components': 'ColumnType<Record<string, string>, string, string>',
};

/** Returns the type `Schema` of db/schema.ts, read from the catalog of a database. */
export async function describeRowTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS);
  const names = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const unknown = Object.keys({ ...NARROWED, ...DIFFERENT }).filter((name) => !names.has(name));
  if (unknown.length > 0)
    throw new Error(`There is no column ${unknown.join(', ')}: delete it in testing/row-types.ts`);
  const lines = rows.map((column, index) => {
    const opening = column.table === rows[index - 1]?.table ? '' : `  ${column.table}: {\n`;
    const closing = column.table === rows[index + 1]?.table ? '' : '\n  };';
    return `${opening}    ${column.column}: ${typeOf(column)};${closing}`;
  });
  return `export type Schema = {\n${lines.join('\n')}\n};\n`;
}

function typeOf({ table, column, type, nullable, always, optional }: Column): string {
  const name = `${table}.${column}`;
  const different = DIFFERENT[name];
  if (different) return different;
  const known = NARROWED[name] ?? TYPES[type];
  if (!known) throw new Error(`${name} is ${type}: name its type in testing/row-types.ts`);
  const value = nullable ? `${known} | null` : known;
  if (DERIVED.includes(table)) return `ColumnType<${value}, never, never>`;
  if (always) return `GeneratedAlways<${value}>`;
  return optional && !nullable ? `Generated<${value}>` : value;
}
