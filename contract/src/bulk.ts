import { z } from 'zod';
import { SCREENS } from './access.ts';
import { attributes } from './attributes.ts';
import { crosses } from './crosses.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Flag, Id, IdOrAll, line, paragraph, requiredLine } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { filtered, listed, paged } from './list.ts';
import { FLAG_NAMES, PART_FIELDS, TEXT_NAMES } from './part-fields.ts';
import { parts } from './parts.ts';
import { ApplicationChange, MAX_LINKED } from './vehicles.ts';

/** Limit of ids in one action. Larger selections are sent as filters. */
export const MAX_NAMED = 10_000;

/** Selected parts: by id, or by the filters of a list except some ids. */
const Selection = {
  ids: z.array(Id).min(1).max(MAX_NAMED).optional(),
  matching: z
    .object({
      brandId: Id,
      productId: IdOrAll,
      /** Query of the list, such as `filter[contains-code]`. */
      query: filtered(parts.list.columns).query,
      except: z.array(Id).max(MAX_NAMED).default([]),
    })
    .optional(),
};

const AttributeName = attributes.store.body.shape.name;
const { brand: CrossBrand, code: CrossCode } = crosses.store.body.shape;

/** Longest description that a condition compares. The preview shows the beginning of longer ones. */
export const MAX_COMPARED = 500;

/** Conditions on the stored value. A part that does not meet them counts as unchanged. */
const Missing = z.strictObject({ is: z.literal('missing') });
const SayingAttribute = z.strictObject({
  is: z.literal('saying'),
  value: requiredLine(500),
  /** Unit of the attribute, which must match too. Undefined means an attribute without a unit. */
  unit: line(30).default(''),
});
const SayingText = z.strictObject({ is: z.literal('saying'), value: paragraph(MAX_COMPARED).min(1) });

const SetFlag = z.strictObject({ do: z.literal('set_flag'), field: z.enum(FLAG_NAMES), value: Flag });

/** Limit of the longest field. Each part is checked against the limit of the field that the action writes. */
const Text = paragraph(Math.max(...TEXT_NAMES.map((name) => PART_FIELDS[name].max))).min(1);
const ReplaceText = z.strictObject({
  do: z.literal('replace_text'),
  field: z.enum(TEXT_NAMES),
  text: Text,
  only: z.discriminatedUnion('is', [Missing, SayingText]).optional(),
});
const AppendText = z.strictObject({ do: z.literal('append_text'), field: z.enum(TEXT_NAMES), text: Text });
/** Writes the description of each part by the pattern of its product. */
const Describe = z.strictObject({
  do: z.literal('describe'),
  only: z.discriminatedUnion('is', [Missing, z.strictObject({ is: z.literal('all') })]).default({ is: 'missing' }),
});
const ClearText = z.strictObject({ do: z.literal('clear_text'), field: z.enum(TEXT_NAMES) });

/** Passes the applications to a vehicle on to another one, and removes the vehicle from the base if none is left. */
const MergeVehicle = z.strictObject({ do: z.literal('merge_vehicle'), vehicle_id: Id, into_vehicle_id: Id });

/** Former names of actions. Programs still send them, and stored actions contain them. */
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
 * Change of every selected part. Fields that an action does not name keep their values; emptying a field is a separate
 * action. Unknown members are refused: an action without its condition would change more parts.
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
  Describe,
  /** Undefined keeps the unit of existing attributes. */
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
  /** Undefined removes the code of every brand. */
  z.strictObject({ do: z.literal('remove_cross'), brand: CrossBrand.optional(), code: CrossCode }),
  z.strictObject({ do: z.literal('copy_applications'), from_part_id: Id }),
  MergeVehicle,
  /** Changes the applications to these vehicles. A part without one counts as unchanged. */
  z.strictObject({
    do: z.literal('change_applications'),
    vehicle_ids: z.array(Id).min(1).max(MAX_LINKED),
    set: ApplicationChange,
  }),
  z.strictObject({ do: z.literal('remove') }),
  ...FORMER,
]);
export type BulkAction = z.output<typeof BulkAction>;

/** Numbers of parts by outcome. */
const Outcomes = z.object({ changed: z.int(), unchanged: z.int(), impossible: z.int() });
export type BulkOutcomes = z.output<typeof Outcomes>;

/** Limit of overwritten values in a preview. */
export const MAX_SAMPLES = 5;
const Sample = z.object({
  value: z.string(),
  /** Unit of the attribute; '' for a description. */
  unit: z.string(),
  parts: z.int(),
  /** The value is a prefix that these parts share, and cannot be a condition. */
  is_cut: z.literal([0, 1]),
});
export type BulkSample = z.output<typeof Sample>;

/**
 * Numbers of selected parts whose stored value is empty, equal to the new one, or different. Only `replaced` applies
 * the condition of the action: it counts the parts that change and have a value.
 */
const Overwrites = z.object({
  missing: z.int(),
  same: z.int(),
  other: z.int(),
  replaced: z.int(),
  /** Different values, the most frequent first. */
  samples: z.array(Sample).max(MAX_SAMPLES),
});
export type BulkOverwrites = z.output<typeof Overwrites>;

/** Limit of texts in a preview. */
export const MAX_EXAMPLES = 3;

/**
 * `overwrites` is null for actions that overwrite no value. `examples` are texts that `describe` would write, with the
 * codes of their parts.
 */
const Preview = Outcomes.extend({
  overwrites: Overwrites.nullable(),
  examples: z
    .array(z.object({ code: z.string(), text: z.string() }))
    .max(MAX_EXAMPLES)
    .optional(),
});
export type BulkPreview = z.output<typeof Preview>;

/** Bulk action as a job. */
export const Bulk = PartsJob.extend({ action: BulkAction, ...Outcomes.shape });
export type Bulk = z.output<typeof Bulk>;

/** Part that the action could not change. */
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
  mergeVehicle: post({
    path: '/api/backend/bulk/merge-vehicle',
    access: SCREENS.vehicleBase,
    summary:
      'Une un vehículo repetido con otro: pasa sus aplicaciones y, si no queda ninguna, lo quita de la base; las piezas que van en los dos con datos distintos quedan en los resultados',
    changes: ['bulk'],
    body: MergeVehicle.omit({ do: true }),
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
    changes: ['bulk', 'parts', 'attributes', 'crosses', 'pictures', 'applications', 'vehicles'],
    body: z.object({ id: Id }),
    result: Bulk,
    message: 'Cancelado',
  }),
};
