import { z } from 'zod';
import { attributes } from './attributes.ts';
import { crosses } from './crosses.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Flag, Id, IdOrAll, line, paragraph, requiredLine } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { filtered, listed, paged } from './list.ts';
import { FLAG_NAMES, PART_FIELDS, TEXT_NAMES } from './part-fields.ts';
import { parts } from './parts.ts';

/** Parts that are named one by one. More of them are told by filters. */
export const MAX_NAMED = 10_000;

/** Which parts are meant: those of some ids, or those of a list that pass its filters, but for some. */
const Selection = {
  ids: z.array(Id).min(1).max(MAX_NAMED).optional(),
  matching: z
    .object({
      brandId: Id,
      productId: IdOrAll,
      /** As in the address of the list: `filter[contains-code]` and so on. */
      query: filtered(parts.list.columns).query,
      except: z.array(Id).max(MAX_NAMED).default([]),
    })
    .optional(),
};

const AttributeName = attributes.store.body.shape.name;
const { brand: CrossBrand, code: CrossCode } = crosses.store.body.shape;

/** Descriptions up to this length are compared by a condition. The preview shows the beginning of longer ones. */
export const MAX_SAID = 500;

/** Conditions on what a part has before the action. A part that does not meet it counts as unchanged. */
const Missing = z.strictObject({ is: z.literal('missing') });
const SayingAttribute = z.strictObject({
  is: z.literal('saying'),
  value: requiredLine(500),
  /** Compared together with the value. Left out, the attribute has no unit. */
  unit: line(30).default(''),
});
const SayingText = z.strictObject({ is: z.literal('saying'), value: paragraph(MAX_SAID).min(1) });

const SetFlag = z.strictObject({ do: z.literal('set_flag'), field: z.enum(FLAG_NAMES), value: Flag });

/** As long as the longest field takes. Each part is checked against the limit of the field that is written. */
const Text = paragraph(Math.max(...TEXT_NAMES.map((name) => PART_FIELDS[name].max))).min(1);
const ReplaceText = z.strictObject({
  do: z.literal('replace_text'),
  field: z.enum(TEXT_NAMES),
  text: Text,
  only: z.discriminatedUnion('is', [Missing, SayingText]).optional(),
});
const AppendText = z.strictObject({ do: z.literal('append_text'), field: z.enum(TEXT_NAMES), text: Text });
const ClearText = z.strictObject({ do: z.literal('clear_text'), field: z.enum(TEXT_NAMES) });

/** Names from before fields were data. Programs still send them, and stored actions have them. */
const FORMER = [
  z
    .strictObject({ do: z.literal('enable'), enabled: Flag })
    .transform(({ enabled }): z.input<typeof SetFlag> => ({ do: 'set_flag', field: 'enabled', value: enabled }))
    .pipe(SetFlag),
  z
    .strictObject({ do: z.literal('discontinue'), discontinued: Flag })
    .transform(({ discontinued: value }): z.input<typeof SetFlag> => ({ do: 'set_flag', field: 'discontinued', value }))
    .pipe(SetFlag),
  z
    .strictObject({ do: z.literal('replace_observation'), observation: Text, only: ReplaceText.shape.only })
    .transform(
      ({ observation: text, only }): z.input<typeof ReplaceText> => ({
        do: 'replace_text',
        field: 'observation',
        text,
        only,
      }),
    )
    .pipe(ReplaceText),
  z
    .strictObject({ do: z.literal('append_observation'), observation: Text })
    .transform(
      ({ observation: text }): z.input<typeof AppendText> => ({ do: 'append_text', field: 'observation', text }),
    )
    .pipe(AppendText),
  z
    .strictObject({ do: z.literal('clear_observation') })
    .transform((): z.input<typeof ClearText> => ({ do: 'clear_text', field: 'observation' }))
    .pipe(ClearText),
] as const;

/**
 * What is done to every part. What an action does not name stays as it is, and emptying a field is an action of its own.
 * Unknown members are refused: without the condition that it was sent with, an action would change more parts.
 */
export const BulkAction = z.discriminatedUnion('do', [
  SetFlag,
  z
    .strictObject({ do: z.literal('move'), part_brand_id: Id.optional(), part_product_id: Id.optional() })
    .refine(({ part_brand_id, part_product_id }) => part_brand_id !== undefined || part_product_id !== undefined, {
      path: ['part_product_id'],
      error: 'Elegí una marca o un producto',
    }),
  ReplaceText,
  AppendText,
  ClearText,
  /** Without a unit, the attributes that exist keep theirs. */
  z.strictObject({
    do: z.literal('set_attribute'),
    name: AttributeName,
    value: requiredLine(500),
    unit: line(30).optional(),
    only: z.discriminatedUnion('is', [Missing, SayingAttribute]).optional(),
  }),
  z.strictObject({ do: z.literal('rename_attribute'), name: AttributeName, to: AttributeName }),
  z.strictObject({ do: z.literal('remove_attribute'), name: AttributeName, only: SayingAttribute.optional() }),
  z.strictObject({ do: z.literal('add_cross'), brand: CrossBrand, code: CrossCode }),
  /** Without a brand, those of every brand with the code. */
  z.strictObject({ do: z.literal('remove_cross'), brand: CrossBrand.optional(), code: CrossCode }),
  z.strictObject({ do: z.literal('copy_applications'), from_part_id: Id }),
  z.strictObject({ do: z.literal('remove') }),
  ...FORMER,
]);
export type BulkAction = z.output<typeof BulkAction>;

/** How many parts change, stay as they are, or cannot be changed. */
const Outcomes = z.object({ changed: z.int(), unchanged: z.int(), impossible: z.int() });
export type BulkOutcomes = z.output<typeof Outcomes>;

/** The most frequent values that an action would overwrite. */
export const MAX_SAMPLES = 5;
const Sample = z.object({
  value: z.string(),
  /** '' for a description. */
  unit: z.string(),
  parts: z.int(),
  /** The value is only a beginning that these parts share, and cannot be a condition. */
  is_cut: z.literal([0, 1]),
});
export type BulkSample = z.output<typeof Sample>;

/**
 * What the chosen parts have where the action writes: nothing, the same as it writes, or another value. The condition of
 * the action counts in `replaced` alone: the parts that change and lose another value.
 */
const Overwrites = z.object({
  missing: z.int(),
  same: z.int(),
  other: z.int(),
  replaced: z.int(),
  /** Of the other values. */
  samples: z.array(Sample).max(MAX_SAMPLES),
});
export type BulkOverwrites = z.output<typeof Overwrites>;

/** `overwrites` is null for actions that overwrite no value. */
const Preview = Outcomes.extend({ overwrites: Overwrites.nullable() });
export type BulkPreview = z.output<typeof Preview>;

/** A bulk action, which is long work like an import. */
export const Bulk = PartsJob.extend({ action: BulkAction, ...Outcomes.shape });
export type Bulk = z.output<typeof Bulk>;

/** A part that could not be changed. */
export const BulkResult = z.object({
  id: z.int(),
  part_id: z.int(),
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  reason: z.string(),
});
export type BulkResult = z.output<typeof BulkResult>;

const OneBulk = z.object({ bulkId: Id });
const Asked = z
  .object({ ...Selection, action: BulkAction })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    path: ['ids'],
    error: 'Elegí las piezas, por su identificador o por filtros',
  });

export const bulk = {
  preview: post({
    path: '/api/backend/bulk/preview',
    access: 'manufacturer',
    summary: 'Qué haría una acción con las piezas elegidas, en números, y qué valores reemplazaría; no cambia nada',
    bodyLimit: LARGE_BODY,
    body: Asked,
    transaction: false,
    result: Preview,
  }),
  store: post({
    path: '/api/backend/bulk/store',
    access: 'manufacturer',
    summary: 'Hace lo mismo con todas las piezas elegidas, que quedan fijadas en este momento; se puede deshacer',
    changes: ['bulk'],
    bodyLimit: LARGE_BODY,
    body: Asked,
    // The queue looks for the job once it is committed.
    transaction: false,
    result: Bulk,
    message: 'En marcha',
  }),
  show: get({
    path: '/api/backend/bulk/:bulkId',
    access: 'manufacturer',
    summary: 'Cómo va una acción sobre muchas piezas',
    reads: ['bulk'],
    params: OneBulk,
    result: Bulk,
  }),
  results: get({
    path: '/api/backend/bulk/:bulkId/results',
    access: 'manufacturer',
    summary: 'Las piezas que no se pudieron cambiar y por qué, por páginas',
    reads: ['bulk'],
    params: OneBulk,
    ...listed({ id: 'number', brand: 'text', product: 'text', code: 'code', reason: 'text' }, 'id'),
    result: paged(BulkResult),
  }),
  cancel: post({
    path: '/api/backend/bulk/cancel',
    access: 'manufacturer',
    summary: 'Detiene una acción sobre muchas piezas; lo que ya cambió queda así',
    changes: ['bulk', 'parts', 'attributes', 'crosses', 'pictures', 'applications'],
    body: z.object({ id: Id }),
    result: Bulk,
    message: 'Cancelado',
  }),
};
