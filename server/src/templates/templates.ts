import { isDeepStrictEqual } from 'node:util';
import type { templates as contract, TemplateAttribute } from '@piezario/contract/templates';
import { type SqlBool, sql } from 'kysely';
import { newestParts } from '../access/parts.ts';
import { type Person, reaches } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { addJob, fitsInGroup, isVisibleJob } from '../jobs/job.ts';
import type { Kind } from '../jobs/kind.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { raiseTemplateVersion } from '../products/template-version.ts';
import { previewTemplate } from './preview.ts';

const MAX_PROPOSALS = 50;
const MAX_VALUES = 200;
const MAX_MERCADOLIBRE_IDS = 200;

/** Limit of characters of a value of a list: every attribute of the name is compared with it. */
const MAX_LIST_VALUE = 100;

/** The job that recounts the parts of a product after a change of its template. */
export const templateJob: Kind = {
  started: 'Comparando las piezas con la plantilla',
  resumes: 'Se retoma solo.',
  givenUp: 'no se pudo completar; guardá la plantilla de nuevo',
  tooLong: 'tardó demasiado y se detuvo; guardá la plantilla de nuevo',
};

/** The newest job of the product. */
const newestJob = (db: Db, product: number) =>
  db
    .selectFrom('template_jobs')
    .innerJoin('jobs', 'jobs.id', 'template_jobs.id')
    .where('part_product_id', '=', product)
    .orderBy('jobs.id', 'desc')
    .limit(1);

/** The newest job of the product, unless it is done. */
async function readJob(db: Db, person: Person, product: number) {
  const job = await newestJob(db, product)
    .innerJoin('users', 'users.id', 'jobs.user_id')
    .where(isVisibleJob(person))
    .select(['jobs.id', 'operation_id', 'users.name as user', 'jobs.created_at', 'finished_at', 'state'])
    .select(['status_message', 'total', 'done'])
    .executeTakeFirst();
  return job && job.state !== 'done' ? job : null;
}

const ATTRIBUTES = sql<TemplateAttribute[]>`coalesce((
  select json_agg(json_build_object('name', t.name, 'aliases', t.aliases, 'type', t.type, 'unit', t.unit,
    'units', t.units, 'importance', t.importance, 'values', t.values, 'min', t.min, 'max', t.max,
    'mercadolibre_id', t.mercadolibre_id, 'is_strict', t.is_strict::int) order by t.position)
  from part_product_attributes t where t.part_product_id = part_products.id), '[]')`;

async function readTemplate(db: Db, person: Person, productId: number) {
  const isReached = reaches(person, {
    category: sql.ref('part_products.part_category_id'),
    product: sql.ref('part_products.id'),
  });
  const template = await db
    .selectFrom('part_products')
    .where('id', '=', productId)
    .where(isReached)
    .select(['id as product_id', 'template_version as version', ATTRIBUTES.as('attributes')])
    .executeTakeFirstOrThrow(notFound);
  return { ...template, job: await readJob(db, person, productId) };
}

export const templateHandlers = ({ jobs }: { readonly jobs: Pick<JobQueue, 'kick'> }): Handlers<typeof contract> => ({
  show: ({ db, user, params: { productId } }) => readTemplate(db, user, productId),

  proposals: async ({ db, user, params: { productId } }) => {
    await readTemplate(db, user, productId);
    const { rows } = await sql<{ name: string; unit: string; parts: number }>`
      select (array_agg(name order by parts desc, name))[1] as name,
        (array_agg(unit order by parts desc, unit))[1] as unit, sum(parts)::int as parts
      from (
        select a.name, a.unit, count(*) as parts from part_attributes a
        where a.part_id = any (array(${newestParts(user, productId)})) and not is_barcode(a.name)
        group by a.name, a.unit) used
      where not exists (
        select from part_product_attributes t where t.part_product_id = ${productId} and fold(t.name) = fold(used.name))
      group by fold(name) order by sum(parts) desc, fold(name) limit ${MAX_PROPOSALS}`.execute(db);
    return rows;
  },

  values: async ({ db, user, params: { productId }, query: { name } }) => {
    await readTemplate(db, user, productId);
    const { rows } = await sql<{ value: string }>`
      select (array_agg(value order by parts desc, value))[1] as value
      from (
        select value, count(*) as parts from part_attributes
        where part_id = any (array(${newestParts(user, productId)})) and fold(name) = fold(${name})
          and length(value) <= ${MAX_LIST_VALUE}
        group by value) used
      group by fold(value) order by sum(parts) desc, fold(value) limit ${MAX_VALUES}`.execute(db);
    return rows.map(({ value }) => value);
  },

  mercadolibreIds: async ({ db }) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select mercadolibre_id as id, mode() within group (order by name) as name from part_product_attributes
      where mercadolibre_id is not null group by 1 order by count(*) desc, 1 limit ${MAX_MERCADOLIBRE_IDS}`.execute(db);
    return rows;
  },

  preview: async ({ db, user, body: { product_id, attributes, rows } }) => {
    await readTemplate(db, user, product_id);
    await refuseRepeated(db, attributes);
    // The template is stored until the rollback, because `fit_of` reads it from the table.
    await sql`savepoint previewed`.execute(db);
    await writeAttributes(db, product_id, attributes);
    const preview = await previewTemplate(db, user, product_id, rows);
    await sql`rollback to savepoint previewed`.execute(db);
    return preview;
  },

  store: async ({ db, user, act, body: { product_id, version, attributes } }) => {
    const isQueued = await inTransaction(db, act, (transaction) =>
      saveTemplate(transaction, user, product_id, version, attributes),
    );
    if (isQueued) jobs.kick();
    return readTemplate(db, user, product_id);
  },
});

/** Saves the template, and queues the job that recounts its parts. Returns false when no job is needed. */
async function saveTemplate(
  db: Db,
  person: Person,
  product: number,
  version: number,
  attributes: readonly TemplateAttribute[],
): Promise<boolean> {
  // Locked, so that the second of two concurrent saves is compared with the first.
  const stored = await db
    .selectFrom('part_products')
    .where('id', '=', product)
    .select(['template_version', ATTRIBUTES.as('attributes')])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (isDeepStrictEqual(stored.attributes, attributes)) {
    const newest = await newestJob(db, product).select('state').executeTakeFirst();
    if (newest?.state !== 'failed') return false;
    await queueJob(db, person, product, stored.template_version);
    return true;
  }
  if (version !== stored.template_version)
    throw new Failure(409, 'Otra persona guardó esta plantilla mientras la editabas: revisá lo que cambió');
  await refuseRepeated(db, attributes);
  await refuseRepeatedUnits(db, attributes);
  refuseLongValues(stored.attributes, attributes);
  await writeAttributes(db, product, attributes);
  await queueJob(db, person, product, await raiseTemplateVersion(db, product));
  return true;
}

async function queueJob(db: Db, person: Person, product: number, version: number): Promise<void> {
  const is_small = await fitsInGroup(db, sql`select from parts where part_product_id = ${product}`);
  const id = await addJob(db, { kind: 'template', user_id: person.id, same_as: `${product} ${version}`, is_small });
  if (id !== undefined) await db.insertInto('template_jobs').values({ id, part_product_id: product }).execute();
}

/** Refuses repeated names and aliases, compared without case or accents. */
async function refuseRepeated(db: Db, attributes: readonly TemplateAttribute[]): Promise<void> {
  const names = attributes.flatMap(({ name, aliases }, row) => [
    { name, row, field: 'name' },
    ...aliases.map((alias) => ({ name: alias, row, field: 'aliases' })),
  ]);
  const { rows } = await sql<{ name: string; row: number; field: string; taken: number }>`
    select name, row, field, taken from (
      select name, row, field, position,
        first_value(row) over same as taken, row_number() over same as place
      from ${given(names, { name: 'text', row: 'int', field: 'text' })}
      window same as (partition by fold(name) order by position)) compared
    where place > 1 order by position`.execute(db);
  if (rows.length === 0) return;
  const errors = Object.fromEntries(
    rows.map(({ name, row, field, taken }) => [
      `attributes.${row}.${field}`,
      taken === row ? `«${name}» está repetido` : `«${name}» ya es un nombre de la fila ${taken + 1}`,
    ]),
  );
  throw new Failure(422, 'Hay nombres repetidos en la plantilla', errors);
}

/** Refuses convertible units that are repeated or are the attribute's own, compared without case or accents. */
async function refuseRepeatedUnits(db: Db, attributes: readonly TemplateAttribute[]): Promise<void> {
  const units = attributes.flatMap(({ unit, units: others }, row) =>
    [unit, ...others.map((other) => other.unit)].map((name, place) => ({ name, row, is_own: place === 0 })),
  );
  const { rows } = await sql<{ name: string; row: number; is_own: boolean }>`
    select name, row, is_own from (
      select name, row, position, first_value(is_own) over same as is_own, row_number() over same as place
      from ${given(units, { name: 'text', row: 'int', is_own: 'boolean' })}
      window same as (partition by row, fold(name) order by position)) compared
    where place > 1 order by position`.execute(db);
  if (rows.length === 0) return;
  const errors = Object.fromEntries(
    rows.map(({ name, row, is_own }) => [
      `attributes.${row}.units`,
      is_own ? `«${name}» ya es la unidad del atributo` : `«${name}» está repetida`,
    ]),
  );
  throw new Failure(422, 'Hay unidades repetidas en la plantilla', errors);
}

/** Refuses a new value of a list that is too long. Stored values may be longer, from before the limit. */
function refuseLongValues(stored: readonly TemplateAttribute[], attributes: readonly TemplateAttribute[]): void {
  const kept = new Set(stored.flatMap(({ values }) => values));
  const isTooLong = (value: string) => value.length > MAX_LIST_VALUE && !kept.has(value);
  const errors = attributes.flatMap(({ values }, row) =>
    values.some(isTooLong)
      ? [[`attributes.${row}.values`, `Se permiten hasta ${MAX_LIST_VALUE} caracteres en cada valor`]]
      : [],
  );
  if (errors.length === 0) return;
  throw new Failure(422, 'Hay valores demasiado largos en la plantilla', Object.fromEntries(errors));
}

/** Replaces the attributes of a template. An attribute whose name stays keeps its row. */
async function writeAttributes(db: Db, product: number, attributes: readonly TemplateAttribute[]): Promise<void> {
  const names = attributes.map(({ name }) => name);
  await db
    .deleteFrom('part_product_attributes')
    .where('part_product_id', '=', product)
    .where(sql<SqlBool>`fold(name) not in (select fold(kept) from unnest(${names}::text[]) kept)`)
    .execute();
  if (attributes.length === 0) return;
  const placed = attributes.map((attribute, index) => ({ ...attribute, position: index + 1 }));
  await sql`
    insert into part_product_attributes (part_product_id, position, name, aliases, type, unit, units, importance, values,
      min, max, mercadolibre_id, is_strict)
    select ${product}::int, position, name, aliases, type, unit, units, importance, "values", min, max, mercadolibre_id,
      is_strict = 1
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as sent (position int, name text, aliases text[],
      type text, unit text, units jsonb, importance text, "values" text[], min numeric, max numeric,
      mercadolibre_id text, is_strict int)
    on conflict (part_product_id, fold(name)) do update set position = excluded.position, name = excluded.name,
      aliases = excluded.aliases, type = excluded.type, unit = excluded.unit, units = excluded.units,
      importance = excluded.importance, values = excluded.values, min = excluded.min, max = excluded.max,
      mercadolibre_id = excluded.mercadolibre_id, is_strict = excluded.is_strict`.execute(db);
}
