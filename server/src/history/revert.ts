import { sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import { given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { CONSTRAINTS } from '../http/constraints.ts';
import type { Fields, RowName } from '../part-rows/entities.ts';
import { type Change, type Effect, effectsOf } from './effects.ts';
import { type Plan, planOf, type Stored } from './plan.ts';
import { readStored } from './stored.ts';

/** Plan of a revert of changes to a part, with the reason why it is refused. */
export type Reverted = Plan & {
  /** Where the part is, or was, and its code. */
  readonly label: Place & { readonly code: string };
  readonly refused: string | null;
};

type Place = { readonly part_brand_id: number; readonly part_product_id: number };

export const OUT_OF_REACH = 'Está fuera de tu alcance';

/** Plans how each part returns to what it was before the changes. */
export async function planReverts(
  db: Db,
  person: Person,
  changes: readonly Change[],
  options: { readonly onlyUntouched: boolean; readonly lock: boolean },
): Promise<Reverted[]> {
  const effects = new Map<number, Effect[]>();
  for (const effect of effectsOf(changes)) {
    const ofPart = effects.get(effect.part_id);
    if (ofPart) ofPart.push(effect);
    else effects.set(effect.part_id, [effect]);
  }
  const stored = await readStored(db, effects, options.lock);
  const plans = [...effects].map(([part_id, ofPart]) => {
    const now = stored.get(part_id) ?? null;
    const plan = planOf(part_id, ofPart, now, options);
    return { plan, now: now?.part ?? null, target: targetOf(plan, now) };
  });
  const taken = await codesTaken(db, plans);
  const reached = await placesInReach(
    db,
    person,
    plans.flatMap(({ now, target }) => [now, target].flatMap((fields) => (fields ? [placeOf(fields)] : []))),
  );
  const codes = await removedCodes(
    db,
    plans.filter(({ now }) => !now).map(({ plan }) => plan.part_id),
  );
  const isReached = (fields: Fields | null) => !fields || reached.has(keyOf(placeOf(fields)));
  return plans.map(({ plan, now, target }) => {
    const { part_id } = plan;
    const isOut = !isReached(now) || !isReached(target);
    const refused = isOut ? OUT_OF_REACH : taken.has(part_id) ? CODE_TAKEN : null;
    // The label of a part that is out of scope is read from the changes alone.
    const known = isOut ? null : now;
    return { ...plan, refused, label: labelOf(effects.get(part_id) ?? [], known, codes.get(part_id)) };
  });
}

const isPart = ({ entity }: RowName) => entity === 'part';

/** The part as the plan leaves it. */
function targetOf({ removesPart, changed, added }: Plan, now: Stored | null): Fields | null {
  if (removesPart) return null;
  return added.find(isPart)?.fields ?? (now && { ...now.part, ...changed.find(isPart)?.fields });
}

const placeOf = ({ part_brand_id, part_product_id }: Fields): Place => ({
  part_brand_id: Number(part_brand_id),
  part_product_id: Number(part_product_id),
});

/** Place and code of a part: the current ones, or the last known ones. */
function labelOf(effects: readonly Effect[], now: Fields | null, removedCode: string | undefined): Reverted['label'] {
  const own = effects.find(isPart);
  const last = now ?? { ...own?.before, ...own?.after };
  const place = now ? placeOf(now) : effects[0]?.place;
  return { ...(place ?? { part_brand_id: 0, part_product_id: 0 }), code: String(last.code ?? removedCode ?? '') };
}

const keyOf = ({ part_brand_id, part_product_id }: Place) => `${part_brand_id} ${part_product_id}`;

/** The places that exist and that the person may change now. */
async function placesInReach(db: Db, person: Person, places: readonly Place[]): Promise<Set<string>> {
  const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  if (distinct.length === 0) return new Set();
  const { rows } = await sql<Place>`
    select given.part_brand_id, given.part_product_id
    from ${given(distinct, { part_brand_id: 'int', part_product_id: 'int' })}
      join part_brands b on b.id = given.part_brand_id join part_products p on p.id = given.part_product_id
    where ${partInScope(person, 'given')}`.execute(db);
  return new Set(rows.map(keyOf));
}

export const CODE_TAKEN = CONSTRAINTS.parts_code_key?.message ?? '';

type Planned = { readonly plan: Plan; readonly now: Fields | null; readonly target: Fields | null };

/** Parts whose code another part keeps. The constraint refuses a code that is taken concurrently. */
async function codesTaken(db: Db, plans: readonly Planned[]): Promise<Set<number>> {
  const asked = plans.flatMap(({ plan: { part_id, changed, added }, target }) => {
    const isSet = added.some(isPart) || changed.some(isPart);
    return isSet && target ? [{ part_id, ...placeOf(target), code: String(target.code) }] : [];
  });
  if (asked.length === 0) return new Set();
  const leaving = plans.filter(({ plan }) => plan.removesPart).map(({ plan }) => plan.part_id);
  const columns = { part_id: 'int', part_brand_id: 'int', part_product_id: 'int', code: 'text' } as const;
  // While a removed brand comes back, the statistics still have no parts of it, and all indexes that begin with the brand
  // look equal. The range and its order make PostgreSQL choose one that has the code: the others would need a sort.
  const { rows } = await sql<{ part_id: number }>`
    with asked as materialized (
      select part_id, part_brand_id, part_product_id, bare(code) as bare from ${given(asked, columns)})
    select asked.part_id from asked, lateral (
      select id from parts
      where part_brand_id = asked.part_brand_id and part_product_id = asked.part_product_id
        and code_bare between asked.bare and asked.bare
      order by code_bare limit 1) other
    where other.id <> asked.part_id and other.id <> all (${leaving}::int[])`.execute(db);
  return new Set(rows.map(({ part_id }) => part_id));
}

/** The codes that removed parts had. */
async function removedCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('removed_parts').where('id', 'in', ids).select(['id', 'code']).execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}
