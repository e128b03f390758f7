import { z } from 'zod';
import { SCREENS } from './access.ts';
import { ATTRIBUTE_TYPES, type AttributeType } from './attributes.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Flag, Id, line, requiredLine } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { MAX_AMONG } from './list.ts';

/** Types of attribute values. A flag is Sí or No. */
export const ATTRIBUTE_TYPE_NAMES: Record<AttributeType, string> = {
  number: 'Número',
  text: 'Texto',
  list: 'Lista',
  flag: 'Sí o no',
};

/** Importance of an attribute. A part without a required one is incomplete. */
export const IMPORTANCES = ['required', 'recommended'] as const;
export type Importance = (typeof IMPORTANCES)[number];
export const IMPORTANCE_NAMES: Record<Importance, string> = { required: 'Obligatorio', recommended: 'Recomendado' };

/** Limit of attributes of a template. */
export const MAX_TEMPLATE = 100;
/** Limit of values of a list. */
const MAX_VALUES = 200;

/** Keeps conversions inside the range of a value. */
const MAX_FACTOR = 1e9;
/** Limit of `min` and `max`. */
const MAX_BOUND = 1e15;
const Bound = z.number().min(-MAX_BOUND).max(MAX_BOUND).nullable();

/** Attribute of a template, and how its values are written. */
const Fields = z.object({
  name: requiredLine(100),
  /** Other names that an import reads as this one. */
  aliases: z.array(requiredLine(100)).max(20),
  type: z.enum(ATTRIBUTE_TYPES),
  unit: line(30),
  /** Units that an import converts to `unit`, multiplied by `factor`. */
  units: z
    .array(
      z.object({
        unit: requiredLine(30),
        factor: z
          .number()
          .positive('Tiene que ser mayor que 0')
          .min(1 / MAX_FACTOR)
          .max(MAX_FACTOR),
      }),
    )
    .max(10),
  importance: z.enum(IMPORTANCES),
  /** Values of a list. The limit of new values is lower; longer ones of older templates stay. */
  values: z.array(requiredLine(500)).max(MAX_VALUES),
  min: Bound,
  max: Bound,
  mercadolibre_id: z
    .string()
    .regex(/^[A-Z0-9_]{1,60}$/, 'Son hasta 60 letras mayúsculas, números o guiones bajos')
    .nullable(),
  /** Refuses values that do not fit, in saves and imports. */
  is_strict: z.literal([0, 1]),
});
export type TemplateAttribute = z.output<typeof Fields>;

export const TemplateAttribute = Fields.extend({ is_strict: Flag }).superRefine(
  ({ type, values, min, max, unit, units }, context) => {
    const refuse = (field: keyof TemplateAttribute, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (type === 'list' && values.length === 0) refuse('values', 'Una lista necesita sus valores');
    if (min !== null && max !== null && min > max) refuse('max', 'El máximo no puede ser menor que el mínimo');
    if (units.length > 0 && unit === '') refuse('unit', 'Completá la unidad a la que se convierten las otras');
  },
);

const Template = z.object({
  product_id: z.int(),
  /** Version, increased by every save. A save with an older one is refused. */
  version: z.int(),
  /** Attributes in order. */
  attributes: z.array(Fields),
  /** Job that counts the gaps of the product's parts again; null once done. */
  job: PartsJob.nullable(),
});
export type Template = z.output<typeof Template>;

/** Attribute of parts that is not in the template. */
const Proposal = z.object({
  name: z.string(),
  unit: z.string(),
  /** Number of parts that have it, among the newest of the product. */
  parts: z.int(),
});

/** Limit of part ids of a consequence in each brand: a list filter accepts as many. */
export const MAX_AFFECTED = MAX_AMONG;
/** Limit of values of a consequence. */
export const MAX_MISFITS = 5;

/** Parts that a template would affect, by brand, as lists of parts are. */
const Affected = z.object({
  parts: z.int(),
  brands: z.array(z.object({ id: z.int(), name: z.string(), parts: z.int(), ids: z.array(z.int()).max(MAX_AFFECTED) })),
});
export type AffectedParts = z.output<typeof Affected>;

/** Consequences of one attribute of a template. */
const Consequences = z.object({
  /** Parts for sale without the attribute. */
  missing: Affected,
  /** Parts whose value or unit would not fit. */
  misfits: Affected,
  /** Values that would not fit, most used first. */
  samples: z.array(z.object({ value: z.string(), unit: z.string(), parts: z.int() })).max(MAX_MISFITS),
});
export type TemplateConsequences = z.output<typeof Consequences>;

const TemplatePreview = z.object({
  /** Number of compared parts, the newest of the product. */
  parts: z.int(),
  /** All parts of the product? */
  is_whole: z.literal([0, 1]),
  /** In the order of `rows` of the request. */
  rows: z.array(Consequences),
  /** Parts with attributes outside of the template; empty without a template. */
  unlisted: Affected,
});
export type TemplatePreview = z.output<typeof TemplatePreview>;

const OneProduct = z.object({ productId: Id });
const Attributes = z.array(TemplateAttribute).max(MAX_TEMPLATE);

export const templates = {
  show: get({
    path: '/api/backend/catalog/attribute-templates/:productId',
    access: 'manufacturer',
    summary: 'La plantilla de atributos de un producto',
    reads: ['templates'],
    params: OneProduct,
    result: Template,
  }),
  proposals: get({
    path: '/api/backend/catalog/attribute-templates/:productId/proposals',
    access: SCREENS.products,
    summary: 'Los atributos que usan las piezas de un producto y que su plantilla no tiene, los más usados primero',
    reads: ['templates', 'attributes'],
    params: OneProduct,
    result: z.array(Proposal),
  }),
  values: get({
    path: '/api/backend/catalog/attribute-templates/:productId/values',
    access: SCREENS.products,
    summary: 'Los valores que las piezas de un producto tienen en un atributo, los más usados primero',
    reads: ['attributes', 'parts'],
    params: OneProduct,
    query: z.object({ name: requiredLine(100) }),
    result: z.array(z.string()).max(MAX_VALUES),
  }),
  mercadolibreIds: get({
    path: '/api/backend/catalog/attribute-templates/mercadolibre-ids',
    access: SCREENS.products,
    summary: 'Los atributos de Mercado Libre que usan las plantillas, con el nombre que tienen en ellas',
    reads: ['templates'],
    result: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  preview: post({
    path: '/api/backend/catalog/attribute-templates/preview',
    access: 'admin',
    summary:
      'A qué piezas les faltaría algo, y qué valores no cumplirían, si se guardara una plantilla; no cambia nada',
    bodyLimit: LARGE_BODY,
    body: z.object({
      product_id: Id,
      attributes: Attributes,
      /** Indexes of the attributes whose consequences are read, from 0 on. */
      rows: z.array(z.int().min(0)).max(MAX_TEMPLATE),
    }),
    result: TemplatePreview,
  }),
  store: post({
    path: '/api/backend/catalog/attribute-templates/store',
    access: 'admin',
    summary: 'Guarda la plantilla de atributos de un producto, entera y en su orden; con `version` vieja se rechaza',
    changes: ['templates'],
    bodyLimit: LARGE_BODY,
    body: z.object({ product_id: Id, version: z.int(), attributes: Attributes }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: Template,
    message: 'Plantilla guardada',
  }),
};
