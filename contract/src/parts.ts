import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Vehicle, VehicleModel } from './applications.ts';
import { Attribute } from './attributes.ts';
import { Cross } from './crosses.ts';
import { get, post } from './endpoint.ts';
import { Code, Flag, Id, IdOrAll, Moment } from './fields.ts';
import { COMPLETENESS_RESOURCES, Completeness } from './gaps.ts';
import { ATTRIBUTE_KEY, listed, paged } from './list.ts';
import { byField, isFlag, PART_FIELD_NAMES, PART_FIELDS, textOf } from './part-fields.ts';
import { Picture } from './pictures.ts';

export const Part = z.object({
  id: z.int(),
  brand: z.string(),
  code: z.string(),
  ...byField(
    () => z.literal([0, 1]),
    () => z.string(),
  ),
  product_with_category: z.object({
    id: z.int(),
    name: z.string(),
    part_category_id: z.int(),
    category: z.string(),
    /** 0 for a product without vehicles, whose parts never lack them. */
    takes_vehicles: z.literal([0, 1]),
  }),
  part_brand_id: z.int(),
  part_product_id: z.int(),
  attributes_count: z.int(),
  cross_count: z.int(),
  pictures_count: z.int(),
  vehicles_count: z.int(),
  has_observation_str: z.literal(['SI', 'NO']),
  /** Version, increased by every save. An update with an older one is refused, because its form was stale. */
  version: z.int(),
  /** Last change of the part or of its rows. */
  updated_at: Moment,
  /** Person who changed it; null for the system, and for callers who do not see the history. */
  updated_by: z.string().nullable(),
});
export type Part = z.output<typeof Part>;

/** Part in lists, with a thumbnail of its first picture. */
export const ListedPart = Part.extend({
  ...Completeness.shape,
  thumbnailUrl: z.string().nullable(),
  created_at: Moment,
  /** Null for a part on sale, and for an unknown date. */
  discontinued_at: Moment.nullable(),
});
export type ListedPart = z.output<typeof ListedPart>;

export const PartDetail = Part.extend({
  ...Completeness.shape,
  attributes: z.array(Attribute),
  cross: z.array(Cross),
  vehicles: z.array(Vehicle),
  pictures: z.array(Picture),
});

export type PartDetail = z.output<typeof PartDetail>;

/** Part at a glance, with the models of its vehicles instead of thousands of applications. */
export const PartSheet = PartDetail.omit({ vehicles: true }).extend({
  /** First models, by brand and name. */
  models: z.array(VehicleModel),
  models_count: z.int(),
});
export type PartSheet = z.output<typeof PartSheet>;

const NewPart = z.object({
  part_brand_id: Id,
  part_product_id: Id,
  code: Code,
  ...byField(
    (_, { initial }) => Flag.default(initial ? 1 : 0),
    (_, field) => textOf(field).default(''),
  ),
});

/** Undefined fields keep their stored values. */
const ChangedPart = NewPart.extend({
  part_id: Id,
  ...byField(
    () => Flag.optional(),
    (_, field) => textOf(field).optional(),
  ),
  version: z.int().optional(),
});

/** Resources of a part with all its details. */
export const WHOLE_PART = [
  'parts',
  'attributes',
  'crosses',
  'pictures',
  'applications',
  'vehicles',
  'brands',
  'categories',
  'products',
  'templates',
] as const;

const RemovedPart = Part.pick({ id: true, brand: true, code: true });

/** Returns the message of an update. It names the field when only one was sent, as by an edit in the table of parts. */
function changed({ brand, code }: Part, body: z.output<typeof ChangedPart>): string {
  const fields = PART_FIELD_NAMES.flatMap((name) => {
    if (body[name] === undefined) return [];
    return isFlag(name) ? PART_FIELDS[name].saved[body[name] === 1 ? 0 : 1] : PART_FIELDS[name].saved;
  });
  const [only, ...others] = fields;
  return only && others.length === 0 ? `${brand} ${code}: ${only}` : 'Pieza guardada';
}

/** Created part. `restored` when it came back from the trash with its rows. */
export const CreatedPart = Part.extend({ restored: z.boolean() });

const created = ({ brand, code, product_with_category: { name } }: Part) => `Se creó ${brand} ${code}, ${name}`;

export const parts = {
  list: get({
    path: '/api/backend/user-catalog/parts/:brandId/:productId',
    access: SCREENS.parts,
    summary: 'Las piezas de una marca y un producto, o de todos sus productos (`all`), por páginas',
    reads: [...COMPLETENESS_RESOURCES, 'categories'],
    params: z.object({ brandId: Id, productId: IdOrAll }),
    ...listed(
      {
        id: 'number',
        brand: 'text',
        code: 'code',
        product: 'text',
        category: 'text',
        part_category_id: 'number',
        takes_vehicles: 'flag',
        ...byField(
          () => 'flag' as const,
          () => 'prose' as const,
        ),
        attributes_count: 'number',
        has_observation_str: 'flag',
        cross_count: 'number',
        pictures_count: 'number',
        vehicles_count: 'number',
        /** Vehicles that it fits. */
        vehicle_id: 'link',
        completeness: 'number',
        gaps_count: 'number',
        /** Published in Mercado Libre's file? */
        publishable: 'flag',
        off_template: 'number',
        /** Gaps, by their index in `GAPS`, from 1 on. */
        gaps: 'link',
        created_at: 'date',
        updated_at: 'date',
        discontinued_at: 'date',
        updated_by: 'text',
        [ATTRIBUTE_KEY]: 'attribute',
      },
      'created_at',
    ),
    result: paged(ListedPart),
  }),
  show: get({
    path: '/api/backend/user-catalog/parts/show/:partId',
    access: 'user',
    summary: 'Una pieza con todo su detalle',
    reads: WHOLE_PART,
    params: z.object({ partId: Id }),
    result: PartDetail,
  }),
  sheet: get({
    path: '/api/backend/user-catalog/parts/sheet/:partId',
    access: SCREENS.parts,
    summary: 'Una pieza de un vistazo: su detalle, con los modelos de vehículos en lugar de cada vehículo',
    reads: WHOLE_PART,
    params: z.object({ partId: Id }),
    result: PartSheet,
  }),
  store: post({
    path: '/api/backend/user-catalog/parts/store',
    access: 'manufacturer',
    summary:
      'Crea una pieza. Si una con ese código está en la papelera vuelve desde ahí, con todo lo que tenía, y `restored` lo dice; de lo enviado toma lo que no está en blanco',
    changes: ['parts', 'attributes', 'crosses', 'pictures', 'applications'],
    body: NewPart,
    result: CreatedPart,
    message: (part: z.output<typeof CreatedPart>) =>
      part.restored
        ? `${part.brand} ${part.code} estaba en la papelera: volvió con sus fotos y todo lo que tenía`
        : created(part),
  }),
  duplicate: post({
    path: '/api/backend/user-catalog/parts/duplicate',
    access: 'manufacturer',
    summary: 'Crea una pieza igual a otra, con otro código y lo que se pida de ella',
    changes: ['parts', 'attributes', 'crosses', 'pictures', 'applications'],
    body: z.object({
      part_id: Id,
      code: Code,
      attributes: Flag.default(1),
      crosses: Flag.default(1),
      applications: Flag.default(1),
      pictures: Flag.default(0),
    }),
    result: Part,
    message: created,
  }),
  update: post({
    path: '/api/backend/user-catalog/parts/update',
    access: 'manufacturer',
    summary: 'Modifica una pieza; con `version`, sólo si nadie la cambió mientras tanto',
    changes: ['parts'],
    body: ChangedPart,
    result: Part,
    message: changed,
  }),
  remove: post({
    path: '/api/backend/user-catalog/parts/remove',
    access: 'manufacturer',
    summary: 'Elimina una pieza con sus atributos, equivalencias, fotos y aplicaciones',
    changes: ['parts'],
    body: z.object({ id: Id }),
    result: RemovedPart,
    message: ({ brand, code }: z.output<typeof RemovedPart>) => `Se eliminó ${brand} ${code}`,
  }),
};
