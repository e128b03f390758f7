import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Attribute } from './attributes.ts';
import { Cross } from './crosses.ts';
import { get, post } from './endpoint.ts';
import { Code, Flag, Id, IdOrAll, Moment } from './fields.ts';
import { Completeness, JUDGED } from './gaps.ts';
import { listed, paged } from './list.ts';
import { byField, isFlag, PART_FIELD_NAMES, PART_FIELDS, textOf } from './part-fields.ts';
import { Picture } from './pictures.ts';
import { Vehicle, VehicleModel } from './vehicles.ts';

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
    /** 0 when its parts are for no vehicle in particular, so that they lack none. */
    takes_vehicles: z.literal([0, 1]),
  }),
  part_brand_id: z.int(),
  part_product_id: z.int(),
  attributes_count: z.int(),
  cross_count: z.int(),
  pictures_count: z.int(),
  vehicles_count: z.int(),
  has_observation_str: z.literal(['SI', 'NO']),
  /** Grows with every save of the part. An update that sends an older one is refused: the form was stale. */
  version: z.int(),
  /** When it, or something of it, was last changed. */
  updated_at: Moment,
  /** Who changed it; null for the system, and for those who are not told. */
  updated_by: z.string().nullable(),
});
export type Part = z.output<typeof Part>;

/** A part as lists show it, with its first picture, small. */
export const ListedPart = Part.extend({
  ...Completeness.shape,
  thumbnailUrl: z.string().nullable(),
  created_at: Moment,
  /** Null for a part that is sold, and for one whose date is not known. */
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

/** A part at a glance: all but its vehicles, of which there may be thousands. Their models stand for them. */
export const PartSheet = PartDetail.omit({ vehicles: true }).extend({
  /** By brand and name, the first of them. */
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

/** What is left out stays as it is stored. */
const ChangedPart = NewPart.extend({
  part_id: Id,
  ...byField(
    () => Flag.optional(),
    (_, field) => textOf(field).optional(),
  ),
  version: z.int().optional(),
});

/** What a part with all its detail is made of. */
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

/** Names the field where a single one was sent, as the table of parts does. */
function changed({ brand, code }: Part, body: z.output<typeof ChangedPart>): string {
  const fields = PART_FIELD_NAMES.flatMap((name) => {
    if (body[name] === undefined) return [];
    return isFlag(name) ? PART_FIELDS[name].saved[body[name] === 1 ? 0 : 1] : PART_FIELDS[name].saved;
  });
  const [only, ...others] = fields;
  return only && others.length === 0 ? `${brand} ${code}: ${only}` : 'Pieza guardada';
}

/** A part with the code that was in the trash comes back with all that it had. */
export const CreatedPart = Part.extend({ restored: z.boolean() });

const created = ({ brand, code, product_with_category: { name } }: Part) => `Se creó ${brand} ${code}, ${name}`;

export const parts = {
  list: get({
    path: '/api/backend/user-catalog/parts/:brandId/:productId',
    access: SCREENS.parts,
    summary: 'Las piezas de una marca y un producto, o de todos sus productos (`all`), por páginas',
    reads: [...JUDGED, 'categories'],
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
        /** The vehicles that it fits. */
        vehicle_id: 'link',
        completeness: 'number',
        gaps_count: 'number',
        /** Whether Mercado Libre's file has it. */
        publishable: 'flag',
        off_template: 'number',
        /** What it lacks, by its place in GAPS. */
        gaps: 'link',
        created_at: 'date',
        updated_at: 'date',
        discontinued_at: 'date',
        updated_by: 'text',
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
