import { z } from 'zod';
import { Added, addedInWords, MAX_ADDED, Undoable } from './added.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Id, line, NewOrId, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';

/** Types of the values that a template asks for. */
export const ATTRIBUTE_TYPES = ['number', 'text', 'list', 'flag'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

/** Limit of attributes of a part. */
export const MAX_ATTRIBUTES = 500;

/** Reasons why an attribute does not fit the template of its product. */
export const MISFITS = ['name', 'number', 'flag', 'value', 'unit', 'range'] as const;
export type Misfit = (typeof MISFITS)[number];
export const MISFIT_REASONS: Record<Misfit, string> = {
  name: 'No está en la plantilla del producto',
  number: 'Tiene que ser un número',
  flag: 'Tiene que ser Sí o No',
  value: 'No está entre los valores de la plantilla',
  unit: 'No es la unidad de la plantilla',
  range: 'Está fuera del rango de la plantilla',
};

export const Attribute = z.object({
  id: z.int(),
  part_id: z.int(),
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  /** Null when it fits. */
  misfit: z.enum(MISFITS).nullable(),
});

/** Attributes of one of several parts. */
const AttributesOfPart = z.object({
  part_id: z.int(),
  attributes: z.array(Attribute.pick({ name: true, value: true, unit: true })),
});
export type AttributesOfPart = z.output<typeof AttributesOfPart>;

/** Usual attribute of a product. */
const Usual = z.object({ name: z.string(), unit: z.string() });

/** Usual attribute with the type and the values of a list that the template has. The type is null outside of it. */
const UsualColumn = Usual.extend({ type: z.enum(ATTRIBUTE_TYPES).nullable(), values: z.array(z.string()) });

/** Limits of parts whose values are read at once, as many as a page of their list has, and of attributes. */
const MAX_PARTS_OF_VALUES = 200;
export const MAX_NAMES_OF_VALUES = 50;

/** Ids, separated by commas. */
const PartIds = z.codec(
  z.string().regex(/^\d{1,10}(,\d{1,10})*$/, 'Tienen que ser ids separados por comas'),
  z.array(z.int().max(2_147_483_647)).max(MAX_PARTS_OF_VALUES, `Hasta ${MAX_PARTS_OF_VALUES} piezas por vez`),
  { decode: (ids) => ids.split(',').map(Number), encode: (ids) => ids.join() },
);

/** Names, separated by line breaks, which no name has. */
const Names = z.codec(
  z.string().regex(/^[^\0\p{Surrogate}]+$/u, 'Falta el nombre de un atributo'),
  z.array(z.string().max(100)).max(MAX_NAMES_OF_VALUES, `Hasta ${MAX_NAMES_OF_VALUES} atributos por vez`),
  { decode: (names) => names.split('\n'), encode: (names) => names.join('\n') },
);

const Removed = Attribute.pick({ id: true, name: true }).extend(Undoable.shape);

/** Fields of an attribute that a person enters. */
const Fields = z.object({
  name: requiredLine(100),
  value: requiredLine(500),
  unit: line(30)
    .nullish()
    .transform((unit) => unit ?? ''),
});

export const attributes = {
  list: get({
    path: '/api/backend/user-catalog/attributes/:partId',
    access: 'user',
    summary: 'Los atributos de una pieza, por páginas',
    reads: ['attributes', 'templates'],
    params: z.object({ partId: Id }),
    ...listed({ id: 'number', name: 'text', value: 'text', unit: 'text' }, '-name'),
    result: paged(Attribute),
  }),
  suggestions: get({
    path: '/api/backend/user-catalog/attributes/suggestions/:partId',
    access: 'manufacturer',
    summary: 'Los atributos usuales del producto de una pieza y los ya usados, con su unidad',
    reads: ['parts', 'templates'],
    params: z.object({ partId: Id }),
    result: z.array(Usual),
  }),
  usual: get({
    path: '/api/backend/user-catalog/attributes/usual/:brandId/:productId',
    access: 'user',
    summary: 'Los atributos de la plantilla de un producto y los que usan sus piezas de una marca, con su unidad',
    reads: ['templates'],
    params: z.object({ brandId: Id, productId: Id }),
    result: z.array(UsualColumn),
  }),
  values: get({
    path: '/api/backend/user-catalog/attributes/values',
    access: 'user',
    summary: 'Los valores de algunos atributos en varias piezas; las piezas ajenas no están',
    reads: ['attributes', 'parts'],
    query: z.strictObject({ parts: PartIds, names: Names }),
    result: z.array(AttributesOfPart),
  }),
  store: post({
    path: '/api/backend/user-catalog/attributes/store',
    access: 'manufacturer',
    summary: 'Agrega un atributo a una pieza o, con attribute_id, lo modifica',
    changes: ['attributes'],
    body: z.object({ part_id: Id, attribute_id: NewOrId, ...Fields.shape }),
    result: Attribute,
    message: 'Atributo guardado',
  }),
  storeMany: post({
    path: '/api/backend/user-catalog/attributes/store-many',
    access: 'manufacturer',
    summary: 'Agrega varios atributos a una pieza en un guardado; los que ya tiene quedan como están',
    changes: ['attributes'],
    bodyLimit: LARGE_BODY,
    body: z.object({ part_id: Id, rows: z.array(Fields).min(1).max(MAX_ADDED) }),
    result: Added,
    message: (result: Added) =>
      result.added === 0 ? 'La pieza ya los tenía todos' : addedInWords(result, 'atributo', 'atributos'),
  }),
  remove: post({
    path: '/api/backend/user-catalog/attributes/remove',
    access: 'manufacturer',
    summary: 'Quita un atributo de una pieza',
    changes: ['attributes'],
    body: z.object({ part_id: Id, attribute_id: Id }),
    result: Removed,
    message: ({ name }: z.output<typeof Removed>) => `Se eliminó el atributo ${name}`,
  }),
};

export const WITHOUT_UNIT = '(sin unidad)';

/** A value below the title of its column: with its unit, unless that is the unit of the column. */
export const valueText = ({ value, unit }: { readonly value: string; readonly unit: string }, usual: string) =>
  unit === usual ? value : `${value} ${unit || WITHOUT_UNIT}`;

/** Title of the column of an attribute. */
export const attributeTitle = ({ name, unit }: { readonly name: string; readonly unit: string }) =>
  unit ? `${name} (${unit})` : name;
