import { type BulkAction, MAX_COMPARED } from '@piezario/contract/bulk';
import { type FlagName, PART_FIELDS, type TextName } from '@piezario/contract/part-fields';
import { formatNumber } from '@piezario/contract/words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inScope, type Person, partInScope } from '../access/scope.ts';
import { removeAttribute, renameAttribute, setAttribute } from '../attributes/bulk.ts';
import { insertCrosses, isSelf, removeCross, SELF } from '../crosses/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { describeParts } from '../descriptions/texts.ts';
import { CODE_TAKEN } from '../history/revert.ts';
import { changeRows, removeParts } from '../part-rows/rows.ts';
import { setValues } from '../parts/bulk.ts';
import { passOnRejections } from '../suggestions/rejected.ts';
import { copyApplications, mergedApplications, mergeVehicle, removeUnused } from '../vehicles/bulk.ts';
import { changeApplications, changedApplications, isTo } from '../vehicles/change.ts';

/** Expressions of an action, for statements that select from `parts` and the join. */
export type Change = {
  /** Join that keeps every part once. The other expressions may read it. */
  readonly join: RawBuilder<unknown>;
  /** Condition: the action would change the part, and the part meets the condition of the action. */
  readonly differs: RawBuilder<SqlBool>;
  /** Reason why the part cannot be changed; null when it can. */
  readonly refused: RawBuilder<string | null>;
  /** The value that is overwritten; null when the action overwrites none. */
  readonly overwrites: Overwritten | null;
  /** Changes locked parts that differ and are not refused. */
  readonly write: (db: Db, parts: readonly number[]) => Promise<unknown>;
};

type Overwritten = {
  /** Null for a part without a value. Texts are cut to MAX_COMPARED + 1 characters, so that they are cheap to group. */
  readonly value: RawBuilder<string | null>;
  readonly unit: RawBuilder<string | null>;
  /** Condition: the stored value is the one that the action writes. May be null for a part without a value. */
  readonly isSame: RawBuilder<SqlBool | null>;
};

type Of<Do extends BulkAction['do']> = Extract<BulkAction, { do: Do }>;

const NEVER = sql<null>`null::text`;

/** Defaults of actions that join nothing and overwrite no value. */
const PLAIN = { join: sql``, refused: NEVER, overwrites: null } as const;

/** Returns the change that sets columns of parts. */
const columnChange = (
  differs: RawBuilder<SqlBool>,
  values: RawBuilder<unknown>,
  refused: Change['refused'] = NEVER,
): Change => ({
  ...PLAIN,
  differs,
  refused,
  write: (db, parts) => setValues(db, parts, values),
});

type Condition = NonNullable<Of<'set_attribute' | 'replace_text' | 'remove_attribute' | 'describe'>['only']>;

/** Condition: the stored value of a part meets the condition of the action. Never null. */
function meetsCondition(
  only: Condition | undefined,
  { value, unit }: Pick<Overwritten, 'value' | 'unit'>,
): RawBuilder<SqlBool> {
  switch (only?.is) {
    case undefined:
    case 'all':
      return sql`true`;
    case 'missing':
      return sql`${value} is null`;
    case 'saying':
      return sql`coalesce(${value} = ${only.value} and ${unit} = ${'unit' in only ? only.unit : ''}, false)`;
  }
}

const columnOf = (field: TextName | FlagName) => sql.ref<string>(`parts.${field}`);

/** Reason why a part cannot have the text: it is longer than its field. */
const lengthRefusal = (field: TextName, text: RawBuilder<unknown>) => {
  const { label, max } = PART_FIELDS[field];
  return sql<string | null>`case when length(${text}) > ${max}
    then ${`${label}: pasaría de ${formatNumber(max)} caracteres`} end`;
};

const storedText = (field: TextName) => ({
  value: sql<string | null>`nullif(left(${columnOf(field)}, ${sql.lit(MAX_COMPARED + 1)}), '')`,
  unit: sql<string>`''`,
});

/** Returns the change that replaces a text; '' empties it. */
const replaceTextChange = (field: TextName, text: string, only?: Of<'replace_text'>['only']): Change => {
  const isSame = sql<SqlBool>`${columnOf(field)} = ${text}`;
  const stored = storedText(field);
  return {
    ...columnChange(
      sql`not ${isSame} and ${meetsCondition(only, stored)}`,
      sql`${sql.ref(field)} = ${text}`,
      lengthRefusal(field, sql`${text}::text`),
    ),
    overwrites: { ...stored, isSame },
  };
};

/** Reads the texts that the action writes to parts, by part. Only `describe` writes a different one to each. */
export async function readTexts(
  db: Db,
  action: BulkAction,
  parts: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (action.do !== 'describe') return new Map();
  return new Map([...(await describeParts(db, parts))].map(([part, { text }]) => [part, text]));
}

/** Returns the change that writes the descriptions `texts`. A part without a text there counts as different. */
function describeChange({ only }: Of<'describe'>, texts: ReadonlyMap<number, string>): Change {
  // The part is found in the object by binary search. A join would compare each part with each text.
  const text = sql<string | null>`(written.by_part ->> parts.id::text)`;
  const isSame = sql<SqlBool>`coalesce(parts.observation = ${text}, false)`;
  const stored = storedText('observation');
  return {
    join: sql`cross join (select ${JSON.stringify(Object.fromEntries(texts))}::jsonb as by_part) written`,
    differs: sql`not ${isSame} and ${meetsCondition(only, stored)}`,
    refused: NEVER,
    overwrites: { ...stored, isSame },
    write: (db, parts) =>
      changeRows(
        db,
        'part',
        parts.map((id) => ({ entity: 'part', part_id: id, row_id: id, fields: { observation: texts.get(id) } })),
      ),
  };
}

const STORED_ATTRIBUTE = { value: sql<string | null>`stored.value`, unit: sql<string | null>`stored.unit` };

/** The attribute of that name, as `stored`. */
const joinAttribute = (name: string) =>
  sql`left join part_attributes stored on stored.part_id = parts.id and fold(stored.name) = fold(${name})`;

/** The attribute of that name that a part has. */
const attribute = (name: string) => sql`part_attributes a where a.part_id = parts.id and fold(a.name) = fold(${name})`;

const OUT_OF_SCOPE = 'El destino está fuera de tu alcance';

function moveChange(person: Person, { part_brand_id, part_product_id }: Of<'move'>): Change {
  const brand = part_brand_id === undefined ? sql.ref('parts.part_brand_id') : sql`${part_brand_id}::int`;
  const product = part_product_id === undefined ? sql.ref('parts.part_product_id') : sql`${part_product_id}::int`;
  const isReached = sql`exists (
    select from part_products target join part_brands on part_brands.id = ${brand} where target.id = ${product}
      and ${inScope(person, { brand, category: sql.ref('target.part_category_id'), product })})`;
  // The `+ 0` keeps PostgreSQL from the index of products, which it prefers while its statistics show no parts there.
  const isTaken = sql`exists (
    select from parts other where other.part_brand_id = ${brand} and other.part_product_id + 0 = ${product}
      and other.code_bare = parts.code_bare and other.id <> parts.id)`;
  return columnChange(
    sql`(parts.part_brand_id, parts.part_product_id) <> (${brand}, ${product})`,
    sql`part_brand_id = ${brand}, part_product_id = ${product}`,
    sql`case when not ${isReached} then ${OUT_OF_SCOPE} when ${isTaken} then ${CODE_TAKEN} end`,
  );
}

function appendTextChange(field: TextName, text: string): Change {
  const after = sql`concat_ws(E'\n', nullif(${columnOf(field)}, ''), ${text}::text)`;
  return columnChange(
    sql`right(${columnOf(field)}, length(${text})) <> ${text}`,
    sql`${sql.ref(field)} = ${after}`,
    lengthRefusal(field, after),
  );
}

function flagChange({ field, value }: Of<'set_flag'>): Change {
  const flag = sql`${value === 1}::boolean`;
  return columnChange(sql`${columnOf(field)} <> ${flag}`, sql`${sql.ref(field)} = ${flag}`);
}

/** Reason why the template of the product refuses an attribute. */
const templateRefusal = (name: string, value: RawBuilder<unknown>, unit: RawBuilder<unknown>) => sql<string | null>`(
  select ${'La plantilla del producto no permite ese valor'}::text
  from fit_of(parts.part_product_id, ${name}, ${value}, ${unit}) fit
  where fit.misfit is not null and fit.is_strict)`;

const setAttributeChange = ({ name, value, only, ...given }: Of<'set_attribute'>): Change => {
  const unit = given.unit ?? null;
  const isSame = sql<SqlBool | null>`(stored.value = ${value} and stored.unit = coalesce(${unit}::text, stored.unit))`;
  return {
    join: joinAttribute(name),
    differs: sql`${isSame} is not true and ${meetsCondition(only, STORED_ATTRIBUTE)}`,
    refused: templateRefusal(name, sql`${value}`, sql`coalesce(${unit}::text, stored.unit, '')`),
    overwrites: { ...STORED_ATTRIBUTE, isSame },
    write: (db, parts) => setAttribute(db, parts, { name, value, unit }),
  };
};

const renameAttributeChange = ({ name, to }: Of<'rename_attribute'>): Change => ({
  ...PLAIN,
  differs: sql`exists (select from ${attribute(name)} and a.name <> ${to})`,
  refused: sql`case when not exists (select from ${attribute(name)}) then null
    when fold(${name}) <> fold(${to}) and exists (select from ${attribute(to)}) then ${`Ya tiene el atributo «${to}»`}
    else ${templateRefusal(to, sql`(select a.value from ${attribute(name)})`, sql`(select a.unit from ${attribute(name)})`)} end`,
  write: (db, parts) => renameAttribute(db, parts, name, to),
});

const removeAttributeChange = ({ name, only }: Of<'remove_attribute'>): Change => ({
  join: joinAttribute(name),
  differs: sql`stored.id is not null and ${meetsCondition(only, STORED_ATTRIBUTE)}`,
  refused: NEVER,
  overwrites: { ...STORED_ATTRIBUTE, isSame: sql`false` },
  write: (db, parts) => removeAttribute(db, parts, name),
});

const addCrossChange = ({ brand, code }: Of<'add_cross'>): Change => ({
  ...PLAIN,
  differs: sql`not exists (select from part_crosses c
    where c.part_id = parts.id and fold(c.brand) = fold(${brand}) and bare(c.code) = bare(${code}))`,
  refused: sql`case when ${isSelf(sql`${brand}::text`, sql`${code}::text`)} then ${SELF}::text end`,
  write: (db, parts) =>
    insertCrosses(
      db,
      parts.map((part) => ({ part, brand, code })),
    ),
});

const removeCrossChange = ({ brand = null, code }: { brand?: string | null | undefined; code: string }): Change => ({
  ...PLAIN,
  differs: sql`exists (select from part_crosses c where c.part_id = parts.id and bare(c.code) = bare(${code})
    and (${brand}::text is null or fold(c.brand) = fold(${brand})))`,
  write: (db, parts) => removeCross(db, parts, code, brand),
});

/** Reads the applications of the other part when they are copied, if the person still sees it. */
const copyApplicationsChange = (person: Person, from: number): Change => ({
  ...PLAIN,
  differs: sql`exists (
    select from part_vehicles v join parts source on source.id = v.part_id
    where source.id = ${from} and ${partInScope(person, 'source')} and not exists (
      select from part_vehicles own
      where own.part_id = parts.id and own.vehicle_id = v.vehicle_id and own.positions = v.positions))`,
  write: (db, parts) => copyApplications(db, from, parts),
});

const mergeVehicleChange = ({ vehicle_id, into_vehicle_id }: Of<'merge_vehicle'>): Change => ({
  ...PLAIN,
  ...mergedApplications(vehicle_id, into_vehicle_id),
  write: (db, parts) => mergeVehicle(db, parts, vehicle_id, into_vehicle_id),
});

const changeApplicationsChange = ({ vehicle_ids: vehicles, set }: Of<'change_applications'>): Change => ({
  ...PLAIN,
  join: sql`cross join lateral (
    select count(*) > 0 as differs, min(refused) as refused
    from (${changedApplications(set, sql`a.part_id = parts.id and ${isTo(vehicles)}`)}) changed) applications`,
  differs: sql`applications.differs`,
  refused: sql`applications.refused`,
  write: (db, parts) => changeApplications(db, { parts, vehicles, set }),
});

/** What an action does after its last part. */
export async function finishAction(db: Db, action: BulkAction): Promise<void> {
  if (action.do !== 'merge_vehicle') return;
  await passOnRejections(db, action.vehicle_id, action.into_vehicle_id);
  await removeUnused(db, action.vehicle_id);
}

/** Returns the change of an action for the person. `texts` are those of `readTexts`. */
export function changeBy(person: Person, action: BulkAction, texts: ReadonlyMap<number, string>): Change {
  switch (action.do) {
    case 'set_flag':
      return flagChange(action);
    case 'move':
      return moveChange(person, action);
    case 'replace_text':
      return replaceTextChange(action.field, action.text, action.only);
    case 'append_text':
      return appendTextChange(action.field, action.text);
    case 'clear_text':
      return replaceTextChange(action.field, '');
    case 'describe':
      return describeChange(action, texts);
    case 'set_attribute':
      return setAttributeChange(action);
    case 'rename_attribute':
      return renameAttributeChange(action);
    case 'remove_attribute':
      return removeAttributeChange(action);
    case 'add_cross':
      return addCrossChange(action);
    case 'remove_cross':
      return removeCrossChange(action);
    case 'copy_applications':
      return copyApplicationsChange(person, action.from_part_id);
    case 'merge_vehicle':
      return mergeVehicleChange(action);
    case 'change_applications':
      return changeApplicationsChange(action);
    case 'remove':
      return { ...PLAIN, differs: sql`true`, write: removeParts };
  }
}
