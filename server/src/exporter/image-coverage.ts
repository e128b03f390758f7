import { sql } from 'kysely';
import { selectedParts } from '../parts/selection.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { type Picture, pictures } from './children.ts';
import { type ExportContext, itemsOf, partsByCode } from './read-parts.ts';
import { sheet, yesOrNo } from './sheet.ts';

/** The pictures of each part, and a summary by product. A blueprint is not a photo. */
export async function* imageCoverage(context: ExportContext): AsyncGenerator<Sheet> {
  const brand = context.selection.brand.name;
  const maxPictures = await readMaxPictures(context);
  const query = partsByCode(context).select([
    'part_categories.name as category',
    'part_products.name as product',
    'parts.code',
    'parts.enabled',
    'parts.discontinued',
    pictures(context.publicUrl).as('pictures'),
  ]);
  yield sheet(
    'Fotos',
    itemsOf(context, query, (part) => [part]),
    [
      ['Marca', () => brand],
      ['Categoría', (part) => part.category],
      ['Producto', (part) => part.product],
      ['Código', (part) => part.code],
      ['Habilitada', (part) => yesOrNo(part.enabled)],
      ['Discontinuada', (part) => yesOrNo(part.discontinued)],
      ['Fotos', (part) => part.pictures.filter(([, blueprint]) => !blueprint).length],
      ['Planos', (part) => part.pictures.filter(([, blueprint]) => blueprint).length],
      ['Estado', (part) => state(part.pictures)],
    ],
    {
      headers: Array.from({ length: maxPictures }, (_, index) => `Imagen ${index + 1}`),
      cells: (part) => part.pictures.map(([url]) => url),
    },
  );
  yield sheet('Resumen', summarise(context), [
    ['Categoría', ({ category }) => category],
    ['Producto', ({ product }) => product],
    ['Piezas', ({ parts }) => parts],
    ['Con fotos', ({ covered }) => covered],
    ['Sin fotos', ({ parts, covered }) => parts - covered],
    ['% con fotos', ({ parts, covered }) => Math.round((covered / parts) * 1000) / 10],
  ]);
}

function state(pictures: readonly Picture[]) {
  if (pictures.length === 0) return 'SIN FOTOS';
  return pictures.every(([, blueprint]) => blueprint) ? 'SÓLO PLANOS' : 'CON FOTOS';
}

async function readMaxPictures({ db, selection }: ExportContext): Promise<number> {
  const { max } = await selectedParts(db, selection)
    .select(sql<number>`coalesce(max(part_counts.pictures_count), 0)`.as('max'))
    .executeTakeFirstOrThrow();
  return max;
}

async function* summarise({ db, selection }: ExportContext) {
  const hasPhoto = sql`exists (select from part_pictures p where p.part_id = parts.id and not p.is_blueprint)`;
  yield await selectedParts(db, selection)
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
}
