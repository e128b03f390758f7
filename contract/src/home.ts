import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Day, Id, line, Moment, Nothing } from './fields.ts';
import { COMPLETENESS_RESOURCES, GAPS } from './gaps.ts';
import { ACTIONS, ENTITIES, OPERATION_KINDS, RECORDED } from './history.ts';
import { PART_FIELD_NAMES } from './part-fields.ts';
import { Version } from './vehicle-catalog.ts';

/** Numbers of enabled parts: all, complete, and published. */
const FIGURES = {
  parts: z.int(),
  complete: z.int(),
  /** Parts that Mercado Libre's file publishes. */
  publishable: z.int(),
};

const Place = z.object({ id: z.int(), name: z.string(), ...FIGURES });

export const BrandFigures = Place.extend({ categories: z.array(Place) });
export type BrandFigures = z.output<typeof BrandFigures>;

/** Figures at the end of a day; for today, the current ones. */
export const Point = z.object({ day: z.iso.date(), ...FIGURES });
export type Point = z.output<typeof Point>;

/** Amount of work: saves and jobs, and the rows that they created, changed or removed. */
const AMOUNT = { operations: z.int(), rows: z.int() };

export const Week = z.object({
  ...AMOUNT,
  /** People with most changes first; null for the system. */
  people: z.array(z.object({ user: z.string().nullable(), ...AMOUNT })),
  kinds: z.array(z.object({ kind: z.enum(OPERATION_KINDS), ...AMOUNT })),
  done: z.array(z.object({ entity: z.enum(ENTITIES), action: z.enum(ACTIONS), rows: z.int() })),
});
export type Week = z.output<typeof Week>;

const COVERED = {
  name: z.string(),
  versions: z.int(),
  /** Versions that a part on offer fits. */
  covered: z.int(),
  /** Coverage holes: versions that no part fits, while one fits another version of the model with the same engine. */
  holes: z.int(),
};

export const Coverage = z.object({
  /** Null when there are no parts. */
  product: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Vehicle brands and models, most holes first. */
  brands: z.array(z.object({ ...COVERED, models: z.array(z.object(COVERED)) })),
});
export type Coverage = z.output<typeof Coverage>;

/** Parts of one product, of all brands in the scope or of one. */
const Covering = z.strictObject({ part_product_id: Id.optional(), part_brand_id: Id.optional() });

const News = z.object({
  count: z.int(),
  /** True when there may be more: parts are counted up to a limit. */
  has_more: z.boolean(),
  /** Newest parts. */
  parts: z.array(z.object({ id: z.int(), code: z.string(), product: z.string(), at: Moment })),
});
export type News = z.output<typeof News>;

/** Changes of a part that clients see: its rows and fields, without brands and people. */
export const NEWS_TOPICS = ['code', ...PART_FIELD_NAMES, 'attribute', 'cross', 'application', 'picture'] as const;

/** Changed part, with its differences since `since`. */
const ChangedPart = News.shape.parts.element.extend({
  topics: z.array(z.enum(NEWS_TOPICS)),
  /** Attributes with another value. Added and removed attributes are a topic. */
  values: z.array(z.object({ name: z.string(), before: z.string(), after: z.string(), unit: z.string() })),
});
export type ChangedPart = z.output<typeof ChangedPart>;

/** Enabled parts of a brand that are new, changed or discontinued. New and changed ones are on sale. */
export const BrandNews = z.object({
  id: z.int(),
  name: z.string(),
  created: News,
  changed: News.extend({ parts: z.array(ChangedPart) }),
  discontinued: News,
});
export type BrandNews = z.output<typeof BrandNews>;

/** Limits of people named in the line about changes, and of operations counted for it. */
export const MAX_TODAY_PEOPLE = 3;
export const MAX_TODAY_OPERATIONS = 1000;

/** Limit of counted parts with values off the template, per brand. */
export const MAX_TODAY_MISFITS = 1000;

/** Tasks of the person. */
export const Task = z.discriminatedUnion('kind', [
  /** Workbook to map or review. */
  z.object({ kind: z.literal('import'), state: z.enum(['mapping', 'review']), udid: z.uuid(), name: z.string() }),
  /** Photos by name to review. */
  z.object({ kind: z.literal('pictures'), id: z.int(), brand: z.string() }),
  /** Vehicles that people proposed, for those who decide. */
  z.object({ kind: z.literal('proposals'), proposals: z.int() }),
  /** Answers to proposals of the person that they have not seen. */
  z.object({ kind: z.literal('answers'), accepted: z.int(), refused: z.int() }),
  /** Gaps of the enabled parts of a brand. */
  z.object({
    kind: z.literal('gap'),
    gap: z.enum(GAPS),
    parts: z.int(),
    part_brand_id: z.int(),
    brand: z.string(),
  }),
  /** Parts with values that do not fit the template of their product, in the brand with most of them. */
  z.object({ kind: z.literal('misfits'), parts: z.int(), part_brand_id: z.int(), brand: z.string() }),
  /** Conflicts of the brand with most of them. */
  z.object({ kind: z.literal('conflicts'), pairs: z.int(), part_brand_id: z.int(), brand: z.string() }),
  /** Changes of other people since the last visit. `people`: most changes first, one more than is shown. */
  z.object({ kind: z.literal('changes'), people: z.array(z.string()), operations: z.int(), since: Moment }),
  /** Parts that are deleted from the trash in a few days. */
  z.object({ kind: z.literal('trash'), parts: z.int(), until: Moment }),
]);
export type Task = z.output<typeof Task>;

/** Steps from an empty installation to the first complete part, in this order. */
export const SETUP_STEPS = ['brand', 'people', 'template', 'part', 'photo', 'complete'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const Today = z.object({
  /** Most valuable first. */
  tasks: z.array(Task),
  /** Steps that the person may take, done or not. Null once some part is complete. */
  setup: z.array(z.object({ step: z.enum(SETUP_STEPS), is_done: z.literal([0, 1]) })).nullable(),
});
export type Today = z.output<typeof Today>;

/** Numbers beside entries of the menu. */
const Counts = z.object({
  /** Enabled parts with a gap. */
  pending: z.int(),
  /** Workbooks of the person to map or review. */
  review: z.int(),
  /** Undecided conflicts. */
  conflicts: z.int(),
});
export type Counts = z.output<typeof Counts>;

export const home = {
  counts: get({
    path: '/api/backend/home/counts',
    access: 'manufacturer',
    summary:
      'Lo que espera detrás de las entradas del menú: piezas incompletas, archivos propios para revisar y conflictos por decidir',
    reads: [...COMPLETENESS_RESOURCES, 'imports', 'alternatives', 'applications'],
    result: Counts,
  }),
  today: get({
    path: '/api/backend/home/today',
    access: 'manufacturer',
    summary: 'Lo que hay para hacer, lo que más vale primero; en un catálogo nuevo, los pasos para empezar',
    reads: [...RECORDED, 'pictureImports', 'alternatives', 'vehicleProposals'],
    result: Today,
  }),
  catalog: get({
    path: '/api/backend/home/catalog',
    access: 'manufacturer',
    summary:
      'Cuántas piezas habilitadas hay, cuántas están completas y cuántas listas para Mercado Libre, por marca y categoría',
    reads: [...COMPLETENESS_RESOURCES, 'categories'],
    result: z.array(BrandFigures),
  }),
  progress: get({
    path: '/api/backend/home/progress',
    access: 'manufacturer',
    summary: 'Lo mismo en las últimas doce semanas, de todo el alcance o de una marca',
    reads: COMPLETENESS_RESOURCES,
    query: z.strictObject({ part_brand_id: Id.optional() }),
    result: z.array(Point),
  }),
  week: get({
    path: '/api/backend/home/week',
    access: 'manufacturer',
    summary: 'Lo que cambió en los últimos siete días: quiénes, desde dónde y qué',
    reads: RECORDED,
    result: Week,
  }),
  coverage: get({
    path: '/api/backend/home/coverage',
    access: 'manufacturer',
    summary:
      'Qué versiones de cada marca y modelo tienen alguna pieza de un producto; sin producto, del que más piezas tiene',
    reads: [...COMPLETENESS_RESOURCES, 'vehicles'],
    query: Covering,
    result: Coverage,
  }),
  holes: get({
    path: '/api/backend/home/holes',
    access: 'manufacturer',
    summary: 'Las versiones de un modelo sin piezas de un producto, cuando otra con el mismo motor tiene',
    reads: [...COMPLETENESS_RESOURCES, 'vehicles'],
    query: Covering.extend({ brand: line(100), model: line(100) }),
    result: z.array(Version),
  }),
  news: get({
    path: '/api/backend/home/news',
    access: 'user',
    summary:
      'Las piezas nuevas, cambiadas y discontinuadas desde un día, marca por marca; sin `since`, desde el de la visita anterior',
    reads: [...COMPLETENESS_RESOURCES, 'people'],
    query: z.strictObject({ since: Day.optional() }),
    /** Both days are part of the news. */
    result: z.object({ since: z.iso.date(), until: z.iso.date(), brands: z.array(BrandNews) }),
  }),
  visit: post({
    path: '/api/backend/home/visit',
    access: 'user',
    summary: 'Anota una visita al inicio; la que llega más de cuatro horas después de la anterior empieza otro «desde»',
    result: Nothing,
  }),
};
