import { seesHistory } from '@piezario/contract/access';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import { attributes } from './children.ts';
import { FIELD_COLUMNS, fieldCells } from './part-fields.ts';
import { type ExportContext, itemsOf, partsByCode, updatedBy } from './read-parts.ts';
import { sheet } from './sheet.ts';

/** Newer fields follow the columns that files have always had, so that formulas over them stay right. */
const FIELDS = Object.entries(fieldCells((text) => text));
const BEFORE_COUNTS = 3;

const MODIFIED_BY = ['Modificada por', (part: { readonly updated_by: string | null }) => part.updated_by] as const;

/** One row for each part: its data, its counts, and its attributes as columns. */
export async function* parts(context: ExportContext): AsyncGenerator<Sheet> {
  const { brand, person } = context.selection;
  const attributeColumns = await readAttributeColumns(context);
  const query = partsByCode(context).select([
    'part_categories.name as category',
    'part_products.name as product',
    'parts.code',
    ...FIELD_COLUMNS,
    'part_counts.attributes_count',
    'part_counts.cross_count',
    'part_counts.pictures_count',
    'part_counts.vehicles_count',
    'parts.created_at',
    'part_counts.updated_at',
    updatedBy(person).as('updated_by'),
    attributes.as('attributes'),
  ]);
  yield sheet(
    'Piezas',
    itemsOf(context, query, (part) => [part]),
    [
      ['Marca', () => brand.name],
      ['Categoría', (part) => part.category],
      ['Producto', (part) => part.product],
      ['Código', (part) => part.code],
      ...FIELDS.slice(0, BEFORE_COUNTS),
      ['Atributos', (part) => part.attributes_count],
      ['Equivalencias', (part) => part.cross_count],
      ['Fotos', (part) => part.pictures_count],
      ['Aplicaciones', (part) => part.vehicles_count],
      ['Alta', (part) => part.created_at],
      ['Modificada', (part) => part.updated_at],
      ...(seesHistory(person.role) ? [MODIFIED_BY] : []),
      ...FIELDS.slice(BEFORE_COUNTS),
    ],
    attributeColumns,
  );
}
