import {
  type AffectedParts,
  MAX_AFFECTED,
  MAX_MISFITS,
  type TemplateConsequences,
  type TemplatePreview,
} from '@piezario/contract/templates';
import { sql } from 'kysely';
import { newestParts } from '../access/parts.ts';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { isForSale } from '../parts/gaps.ts';

type Kind = 'missing' | 'misfits' | 'unlisted';
type Group = AffectedParts['brands'][number] & { readonly kind: Kind; readonly position: number };
type Sample = TemplateConsequences['samples'][number] & { readonly position: number };

/**
 * Compares the newest parts of a product with its template as this transaction has it. `rows` are the indexes of the
 * attributes to report on. Parts that are not for sale are not counted as lacking attributes.
 */
export async function previewTemplate(
  db: Db,
  person: Person,
  product: number,
  rows: readonly number[],
): Promise<TemplatePreview> {
  const { rows: result } = await sql<{ parts: number; is_whole: 0 | 1; groups: Group[]; samples: Sample[] }>`
    with newest as materialized (
      select part_id, part_brand_id, ${isForSale('part_counts')} as is_sold from part_counts
      where part_id = any (array(${newestParts(person, product)}))),
    part_attribute as materialized (
      select newest.part_id, newest.part_brand_id, fold(a.name) as name, a.value, a.unit, fit.misfit
      from newest join part_attributes a on a.part_id = newest.part_id
        cross join lateral fit_of(${product}, a.name, a.value, a.unit) fit),
    template_row as materialized (
      select position, fold(name) as name from part_product_attributes
      where part_product_id = ${product} and position - 1 = any (${rows}::int[])),
    affected as (
      select 'missing' as kind, position, part_brand_id, part_id from template_row cross join newest
      where is_sold and not exists (
        select from part_attribute where part_attribute.part_id = newest.part_id and part_attribute.name = template_row.name)
      union all
      select 'misfits', position, part_brand_id, part_id from template_row join part_attribute using (name) where misfit is not null
      union
      select 'unlisted', 0, part_brand_id, part_id from part_attribute where misfit = 'name'),
    by_brand as (
      select kind, position, part_brand_id as id, count(*)::int as parts,
        (array_agg(part_id order by part_id desc))[:${sql.lit(MAX_AFFECTED)}] as ids
      from affected group by 1, 2, 3),
    sample as (
      select position, value, unit, count(*)::int as parts,
        row_number() over (partition by position order by count(*) desc, value, unit) as place
      from template_row join part_attribute using (name) where misfit is not null group by 1, 2, 3)
    select (select count(*)::int from newest) as parts,
      (not exists (select from parts where part_product_id = ${product} and id < (select min(part_id) from newest)))::int
        as is_whole,
      (select coalesce(json_agg(json_build_object('kind', kind, 'position', position, 'id', id, 'name', part_brands.name,
          'parts', parts, 'ids', ids) order by parts desc, part_brands.name), '[]')
        from by_brand join part_brands using (id)) as groups,
      (select coalesce(json_agg(sample order by place), '[]') from sample where place <= ${sql.lit(MAX_MISFITS)}) as samples
    `.execute(db);
  const [row] = result;
  if (!row) throw new Error('A select without a table returned no row');
  const { parts, is_whole, groups, samples } = row;
  const affected = (kind: Kind, position: number): AffectedParts => {
    const brands = groups.filter((group) => group.kind === kind && group.position === position);
    return { parts: brands.reduce((sum, brand) => sum + brand.parts, 0), brands };
  };
  return {
    ...{ parts, is_whole, unlisted: affected('unlisted', 0) },
    rows: rows.map((row) => ({
      missing: affected('missing', row + 1),
      misfits: affected('misfits', row + 1),
      samples: samples.filter(({ position }) => position === row + 1),
    })),
  };
}
