import type { Sheet } from '../spreadsheet/writing/write.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import { attributes } from './children.ts';
import { type ExportContext, partsByCode, rowsOf } from './read-parts.ts';
import { sheet, yesOrNo } from './sheet.ts';

const HEADERS = [
  'Marca',
  'Categoría',
  'Producto',
  'Código',
  'Descripción',
  'Habilitada',
  'Discontinuada',
  'Atributos',
  'Equivalencias',
  'Fotos',
  'Aplicaciones',
  'Alta',
];

/** One row for each part: its data, its counts, and its attributes as columns. */
export async function* parts(context: ExportContext): AsyncGenerator<Sheet> {
  const { headers, cells } = await readAttributeColumns(context);
  const rows = partsByCode(context).select([
    'part_categories.name as category',
    'part_products.name as product',
    'parts.code',
    'parts.observation',
    'parts.enabled',
    'parts.discontinued',
    'parts.attributes_count',
    'parts.cross_count',
    'parts.pictures_count',
    'parts.vehicles_count',
    'parts.created_at',
    attributes.as('attributes'),
  ]);
  yield sheet(
    'Piezas',
    [...HEADERS, ...headers],
    rowsOf(context, rows, (part) => [
      [
        context.selection.brand.name,
        part.category,
        part.product,
        part.code,
        part.observation,
        yesOrNo(part.enabled),
        yesOrNo(part.discontinued),
        part.attributes_count,
        part.cross_count,
        part.pictures_count,
        part.vehicles_count,
        part.created_at,
        ...cells(part.attributes),
      ],
    ]),
  );
}
