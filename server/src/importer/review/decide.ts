import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { Fields } from '../../part-rows/entities.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import { onlyFields, partnersOf, type RowPlan } from '../saving/plan.ts';
import type { Refusal, SheetRules } from '../sheets/rules.ts';

/** What is carried out of a plan, what was left out of it, and what cannot be carried out any more. */
export type Decision = { readonly plan: RowPlan | null; readonly leftOut: boolean; readonly conflict: Refusal | null };

const whole = (plan: RowPlan): Decision => ({ plan, leftOut: false, conflict: null });

/** Without a review everything is carried out, except that the stored spelling stays. */
export function decideAtOnce(planned: RowPlan): Decision {
  if (planned.respelled.length === 0) return whole(planned);
  const fields = Object.keys(planned.after ?? {}).filter((field) => !planned.respelled.includes(field));
  return { plan: onlyFields(planned, fields), leftOut: false, conflict: null };
}

/** A change that was reviewed. */
type Reviewed = {
  readonly position: number;
  readonly part_brand_id: number;
  readonly part_product_id: number;
  readonly key: string;
  readonly action: string;
  readonly field: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly beside: Fields | null;
  readonly accepted: boolean;
};

/** Decides what is carried out: accepted changes whose stored values are still those of the review. */
export class Review {
  readonly #changes = new Map<string, Reviewed>();
  readonly #positions = new Set<number>();

  static async read(db: Db, importId: number, rowsOfFile: readonly ParsedRow[]): Promise<Review> {
    const positions = rowsOfFile.map(({ position }) => position);
    const { rows } = await sql<Reviewed>`
      select position, part_brand_id, part_product_id, key, action, field, before, after, beside, accepted
      from import_changes
      where import_id = ${importId} and position between ${Math.min(...positions)} and ${Math.max(...positions)}`.execute(
      db,
    );
    return new Review(rows);
  }

  private constructor(changes: readonly Reviewed[]) {
    for (const change of changes) {
      this.#changes.set(`${change.position}\n${change.key}\n${change.field}`, change);
      this.#positions.add(change.position);
    }
  }

  has = (position: number) => this.#positions.has(position);

  decide(rules: SheetRules, planned: RowPlan): Decision {
    const { located, before, after, respelled } = planned;
    const find = (field: string) => this.#changes.get(`${located.parsed.position}\n${keyIn(rules, planned)}\n${field}`);
    const row = find('');
    const any = row ?? Object.keys(after ?? {}).flatMap((field) => find(field) ?? [])[0];
    // A later mapping may replace the brand or product of the row.
    if (any && (any.part_brand_id !== located.brand || any.part_product_id !== located.product)) {
      return conflict(rules, 'Después de la revisión se lee en otra marca o producto: no se tocó');
    }
    if (!before || !after) {
      const action = before ? 'removed' : 'created';
      if (row?.action !== action) return conflict(rules, before ? SINCE_CHANGED : SINCE_REMOVED);
      if (!row.accepted) return LEFT_OUT;
      if (before) return isSame(row.before, before) ? whole(planned) : conflict(rules, SINCE_CHANGED);
      return after && isSame(row.after, after) ? whole(planned) : conflict(rules, SINCE_READ_ANEW);
    }
    if (row) return row.accepted ? conflict(rules, SINCE_CREATED) : LEFT_OUT;
    const fields = Object.keys(after);
    const accepted = fields.filter((field) => find(field)?.accepted);
    const now = { ...planned.beside, ...before };
    const changed = fields.flatMap((field) => {
      const reviewed = find(field);
      if (!reviewed) return respelled.includes(field) ? [] : [field];
      if (!reviewed.accepted) return [];
      const then = { ...reviewed.beside, ...reviewed.before };
      return Object.keys(then).filter((one) => then[one] !== now[one]);
    });
    const readAnew = accepted.filter((field) => find(field)?.after?.[field] !== after[field]);
    const isKept = (field: string) => changed.includes(field) || readAnew.includes(field);
    const carried = accepted.filter((field) => ![field, ...partnersOf(rules, field)].some(isKept));
    const isTorn = fields.some((field) => !carried.includes(field) && !respelled.includes(field));
    const plan = isTorn && rules.isAllOrNothing?.(located) ? null : onlyFields(planned, carried);
    // Precedes other conflicts, which would claim that another user changed the row.
    const [reread] = readAnew;
    if (reread !== undefined) return { plan, leftOut: false, conflict: rereadConflict(rules, reread, after[reread]) };
    const [field] = changed;
    if (field !== undefined) return { plan, leftOut: false, conflict: changedConflict(rules, field, now[field]) };
    return { plan, leftOut: accepted.length < fields.length, conflict: null };
  }
}

const LEFT_OUT: Decision = { plan: null, leftOut: true, conflict: null };

const SINCE_CHANGED = 'Cambió después de la revisión: no se tocó';
/* Another user removed or created the row, or the row of the file now refers to another one. */
const SINCE_REMOVED = 'Estaba en la revisión y ahora no está: no se tocó';
const SINCE_CREATED = 'No estaba en la revisión y ahora está: no se tocó';
/** The template of the product, or a mapping, has changed what the row means. */
const SINCE_READ_ANEW = 'Después de la revisión se lee de otra manera: no se tocó';

const conflict = ({ keyColumn }: SheetRules, reason: string): Decision => ({
  plan: null,
  leftOut: false,
  conflict: [keyColumn, reason],
});

const columnOf = ({ columns, keyColumn }: SheetRules, field: string): Refusal[0] => columns[field] ?? keyColumn;

const inWords = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'SI' : 'NO') : `«${String(value ?? '').slice(0, 100)}»`;

const changedConflict = (rules: SheetRules, field: string, now: unknown): Refusal => [
  columnOf(rules, field),
  `Cambió después de la revisión: ahora es ${inWords(now)} y no se tocó`,
];

const rereadConflict = (rules: SheetRules, field: string, now: unknown): Refusal => [
  columnOf(rules, field),
  `Después de la revisión se lee ${inWords(now)}: no se tocó`,
];

const isSame = (reviewed: Fields | null, now: Fields) =>
  reviewed !== null && Object.keys(now).every((field) => reviewed[field] === now[field]);

/** Returns the key of the item within its part, or the bare code of a part. */
export const keyIn = ({ entity, key }: SheetRules, { located: { parsed, item }, before }: RowPlan) =>
  entity === 'part' ? parsed.bare : key(item, before ?? undefined);
