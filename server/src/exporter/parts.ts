import type { Sheet } from '../spreadsheet/writing/write.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import { attributes } from './children.ts';
import { type ExportContext, itemsOf, partsByCode } from './read-parts.ts';
import { sheet, yesOrNo } from './sheet.ts';

/** One row for each part: its data, its counts, and its attributes as columns. */
export async function* parts(context: ExportContext): AsyncGenerator<Sheet> {
  const brand = context.selection.brand.name;
  const attributeColumns = await readAttributeColumns(context);
  const query = partsByCode(context).select([
    'part_categories.name as category',
    'part_products.name as product',
    'parts.code',
    'parts.observation',
    'parts.enabled',
    'parts.discontinued',
    'part_counts.attributes_count',
    'part_counts.cross_count',
    'part_counts.pictures_count',
    'part_counts.vehicles_count',
    'parts.created_at',
    attributes.as('attributes'),
  ]);
  yield sheet(
    'Piezas',
    itemsOf(context, query, (part) => [part]),
    [
      ['Marca', () => brand],
      ['Categoría', (part) => part.category],
      ['Producto', (part) => part.product],
      ['Código', (part) => part.code],
      ['Descripción', (part) => part.observation],
      ['Habilitada', (part) => yesOrNo(part.enabled)],
      ['Discontinuada', (part) => yesOrNo(part.discontinued)],
      ['Atributos', (part) => part.attributes_count],
      ['Equivalencias', (part) => part.cross_count],
      ['Fotos', (part) => part.pictures_count],
      ['Aplicaciones', (part) => part.vehicles_count],
      ['Alta', (part) => part.created_at],
    ],
    attributeColumns,
  );
}
