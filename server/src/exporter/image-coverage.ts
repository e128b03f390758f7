import { sql } from 'kysely';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { type Picture, pictures } from './children.ts';
import { type ExportContext, partsByCode, rowsOf } from './read-parts.ts';
import { selectedParts } from './selection.ts';
import { sheet, yesOrNo } from './sheet.ts';

const HEADERS = [
  'Marca',
  'Categoría',
  'Producto',
  'Código',
  'Habilitada',
  'Discontinuada',
  'Fotos',
  'Planos',
  'Estado',
];
const SUMMARY_HEADERS = ['Categoría', 'Producto', 'Piezas', 'Con fotos', 'Sin fotos', '% con fotos'];

/** The pictures of each part, and a summary by product. A blueprint is not a photo. */
export async function* imageCoverage(context: ExportContext): AsyncGenerator<Sheet> {
  const { brand } = context.selection;
  const most = await readMaxPictures(context);
  const rows = partsByCode(context).select([
    'part_categories.name as category',
    'part_products.name as product',
    'parts.code',
    'parts.enabled',
    'parts.discontinued',
    pictures(context.publicUrl).as('pictures'),
  ]);
  yield sheet(
    'Fotos',
    [...HEADERS, ...Array.from({ length: most }, (_, index) => `Imagen ${index + 1}`)],
    rowsOf(context, rows, ({ category, product, code, enabled, discontinued, pictures }) => {
      const blueprints = pictures.filter(([, blueprint]) => blueprint).length;
      const flags = [yesOrNo(enabled), yesOrNo(discontinued)];
      const urls = pictures.map(([url]) => url);
      return [
        [
          brand.name,
          category,
          product,
          code,
          ...flags,
          pictures.length - blueprints,
          blueprints,
          state(pictures),
          ...urls,
        ],
      ];
    }),
  );
  yield sheet('Resumen', SUMMARY_HEADERS, summarise(context));
}

function state(pictures: readonly Picture[]) {
  if (pictures.length === 0) return 'SIN FOTOS';
  return pictures.every(([, blueprint]) => blueprint) ? 'SÓLO PLANOS' : 'CON FOTOS';
}

async function readMaxPictures({ db, selection }: ExportContext): Promise<number> {
  const { most } = await selectedParts(db, selection)
    .select(sql<number>`coalesce(max(parts.pictures_count), 0)`.as('most'))
    .executeTakeFirstOrThrow();
  return most;
}

async function* summarise({ db, selection }: ExportContext) {
  const hasPhoto = sql`exists (select from part_pictures p where p.part_id = parts.id and not p.is_blueprint)`;
  const products = await selectedParts(db, selection)
    .select([
      'part_categories.name as category',
      'part_products.name as product',
      sql<number>`count(*)::int`.as('parts'),
      sql<number>`count(*) filter (where ${hasPhoto})::int`.as('covered'),
    ])
    .groupBy(['part_categories.id', 'part_products.id'])
    .orderBy('part_categories.name_folded')
    .orderBy('part_products.name_folded')
    .execute();
  yield products.map(({ category, product, parts, covered }) => [
    category,
    product,
    parts,
    covered,
    parts - covered,
    Math.round((covered / parts) * 1000) / 10,
  ]);
}
