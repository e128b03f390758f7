import type { Match } from '@piezario/contract/search';
import { yearRange } from '@piezario/contract/words';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import type { Hit, Understood } from './find.ts';
import { wordsOfMeasure } from './measures.ts';
import type { FoundNumber } from './numbers.ts';
import { unplannedIds } from './within.ts';
import { queryOf } from './words.ts';

type Reason = z.output<typeof Match>;

/** Returns why each part was found: its number as written, its vehicle, or the text. */
export async function readReasons(
  db: Db,
  { found, vocabulary, reading }: Understood,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Reason>> {
  const hits = ids.flatMap((id): [number, Hit][] => {
    const hit = found.get(id);
    return hit ? [[id, hit]] : [];
  });
  const numbers = hits.flatMap(([, hit]) => ('row_id' in hit ? [hit] : []));
  const byWords = hits.flatMap(([id, hit]) => (hit.kind === 'words' ? [{ id, ...hit.wanted }] : []));
  const [written, vehicles, texts] = await Promise.all([
    readNumbers(db, numbers),
    readVehicles(
      db,
      byWords.flatMap(({ id, vehicles }) => (vehicles ? [{ id, vehicles }] : [])),
    ),
    readTexts(
      db,
      byWords.flatMap(({ id, vehicles, texts }) => (!vehicles && texts.length > 0 ? [{ id, texts }] : [])),
    ),
  ]);
  const aliases = new Map<number, string>();
  for (const index of reading?.names ?? []) {
    const name = vocabulary.names[index];
    if (name && !aliases.has(name.product)) aliases.set(name.product, name.alias ? `También es ${name.alias}` : '');
  }
  const products = await readAliased(
    db,
    byWords.flatMap(({ id, vehicles, texts }) => (!vehicles && texts.length === 0 ? [id] : [])),
    aliases,
  );
  const reasonOf = (id: number, hit: Hit): Reason => {
    if ('row_id' in hit) return reasonOfNumber(hit, written);
    if (hit.kind === 'related') return { kind: 'related', how: null, why: hit.why };
    const { vehicles: asked, texts: words } = hit.wanted;
    if (asked) return { kind: 'vehicle', how: null, why: vehicles.get(id) ?? '' };
    if (words.length > 0) return { kind: 'text', how: null, why: texts.get(id) ?? '' };
    return { kind: 'product', how: null, why: products.get(id) ?? '' };
  };
  return new Map(hits.map(([id, hit]) => [id, reasonOf(id, hit)]));
}

type Written = { readonly kind: string; readonly id: number; readonly name: string; readonly isOem: boolean };

function reasonOfNumber({ kind, row_id, how }: FoundNumber, written: ReadonlyMap<string, Written>): Reason {
  const row = written.get(`${kind} ${row_id}`);
  if (!row) return { kind: 'code', how, why: '' };
  if (kind === 'barcode') return { kind, how, why: `Coincide con el código de barras ${row.name}` };
  return { kind: row.isOem ? 'oem' : 'cross', how, why: `Coincide con ${row.name}` };
}

async function readNumbers(db: Db, numbers: readonly FoundNumber[]): Promise<Map<string, Written>> {
  const ids = (kind: FoundNumber['kind']) => numbers.filter((hit) => hit.kind === kind).map(({ row_id }) => row_id);
  const [crosses, barcodes] = [ids('cross'), ids('barcode')];
  if (crosses.length + barcodes.length === 0) return new Map();
  const { rows } = await sql<Written>`
    select 'cross' as kind, id, brand || ' ' || code as name,
      bare(brand) in (select bare from vehicle_brand_names()) as "isOem"
    from part_crosses where id = any (${unplannedIds(crosses)})
    union all
    select 'barcode', id, value, false from part_attributes where id = any (${unplannedIds(barcodes)})`.execute(
    prepared(db),
  );
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
}

/** The first of the vehicles that a part fits, and how many more there are: «Gol Power 1.6, 1999–2005 y 3 más». */
async function readVehicles(db: Db, parts: readonly { id: number; vehicles: readonly number[] }[]) {
  const [first] = parts;
  if (!first) return new Map<number, string>();
  const { rows } = await sql<{ part_id: number; name: string; from: number; until: number | null; others: number }>`
    select part_id, others, v.model || ' ' || v.version as name, v.sold_from_year as "from", v.sold_until_year as until
    from (
      select part_id, min(vehicle_id) as vehicle_id, count(distinct vehicle_id)::int - 1 as others
      from part_vehicles
      where part_id = any (${unplannedIds(parts.map(({ id }) => id))}) and vehicle_id = any (${unplannedIds(first.vehicles)})
      group by part_id) fitting join vehicles v on v.id = fitting.vehicle_id`.execute(prepared(db));
  return new Map(
    rows.map(({ part_id, name, from, until, others }) => {
      const first = `${name}, ${yearRange(from, until)}`;
      return [part_id, others > 0 ? `${first} y ${others} más` : first];
    }),
  );
}

/** Letters on each side of what was found in a description. */
const AROUND = 40;

/** The attribute that has one of the words, or else the text around the first word in the description. */
async function readTexts(db: Db, parts: readonly { id: number; texts: readonly string[] }[]) {
  const [first] = parts;
  if (!first) return new Map<number, string>();
  const words = [...first.texts, ...first.texts.flatMap((word) => wordsOfMeasure(word) ?? [])];
  const queries = words.map((word) => queryOf([word]));
  const { rows } = await sql<{ id: number; why: string | null }>`
    select p.id, coalesce((
      select a.name || ': ' || a.value || case when a.unit = '' then '' else ' ' || a.unit end
      from part_attributes a, unnest(${queries}::text[]) with ordinality asked (query, n)
      where a.part_id = p.id and indexed_words(a.value || ' ' || a.unit) @@ query::tsquery
      order by n, a.id limit 1), (
      select '«' || case when at > ${AROUND} then '…' else '' end
        || btrim(substr(p.observation, greatest(1, at - ${AROUND}::int), ${2 * AROUND}::int))
        || case when length(p.observation) > at + ${AROUND} then '…' else '' end || '»'
      from (select coalesce(nullif(strpos(fold(p.observation), ${first.texts[0] ?? ''}), 0), 1) as at) found
      where p.observation <> '')) as why
    from parts p where p.id = any (${unplannedIds(parts.map(({ id }) => id))})`.execute(prepared(db));
  return new Map(rows.map(({ id, why }) => [id, why ?? '']));
}

/** The other name by which the product of each part was found. */
async function readAliased(db: Db, ids: readonly number[], aliases: ReadonlyMap<number, string>) {
  if (ids.length === 0 || [...aliases.values()].every((alias) => alias === '')) return new Map<number, string>();
  const { rows } = await sql<{ id: number; product: number }>`
    select id, part_product_id as product from parts where id = any (${unplannedIds(ids)})`.execute(prepared(db));
  return new Map(rows.map(({ id, product }) => [id, aliases.get(product) ?? '']));
}
