import { CLEARED, IMPORT_SHEETS, type ImportSheet, isCleared } from '@piezario/contract/importer';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import type { Cell } from '../spreadsheet/writing/write-cells.ts';
import { writePositions } from '../vehicles/application.ts';
import { applications, attributes, crosses, fitsOf, readVehicles } from './children.ts';
import { FIELD_COLUMNS, fieldCells } from './part-fields.ts';
import { type ExportContext, itemsOf, partsByCode } from './read-parts.ts';
import { type Column, sheet } from './sheet.ts';

/** The cell of each column of the import format. */
type Cells<Name extends ImportSheet, Item> = Readonly<
  Record<(typeof IMPORT_SHEETS)[Name][number], (item: Item) => Cell>
>;

function importSheet<Name extends ImportSheet, Item>(
  name: Name,
  items: AsyncIterable<readonly Item[]>,
  cells: Cells<Name, Item>,
): Sheet {
  const headers: readonly (keyof typeof cells)[] = IMPORT_SHEETS[name];
  return sheet(
    name,
    items,
    headers.map((header): Column<Item> => [header, cells[header]]),
  );
}

/**
 * The importer clears a value when the cell contains «(vacío)». A value that is literally this text is left blank,
 * because a blank cell leaves the value unchanged.
 */
const unlessCleared = (text: string) => (isCleared(text) ? null : text);

/** The format of the importer. Importing the file again changes nothing. */
export const forImporter = (context: ExportContext) => importFormat(context, null);

/** The format of the importer as a backup: importing it also clears values that are blank in it. */
export const backup = (context: ExportContext) => importFormat(context, CLEARED);

/** `blank` is written for blank values in the columns that can be cleared. */
async function* importFormat(context: ExportContext, blank: Cell): AsyncGenerator<Sheet> {
  const clearable = (text: string) => (text === '' ? blank : unlessCleared(text));
  const brand = context.selection.brand.name;
  const parts = partsByCode(context).select(['parts.code', 'part_products.name as product']);
  /** Columns of every sheet: those that identify the part, and the action, which exports leave blank. */
  const ofPart = {
    Marca: () => brand,
    Producto: (part: { readonly product: string }) => part.product,
    Código: (part: { readonly code: string }) => part.code,
    Acción: () => null,
  };

  const whole = parts.select(['part_categories.name as category', ...FIELD_COLUMNS]);
  yield importSheet(
    'Piezas',
    itemsOf(context, whole, (part) => [part]),
    {
      ...ofPart,
      Categoría: (part) => part.category,
      ...fieldCells(clearable),
    },
  );

  yield importSheet(
    'Atributos',
    itemsOf(context, parts.select(attributes.as('attributes')), ({ product, code, attributes }) =>
      attributes.map(([name, value, unit]) => ({ product, code, name, value, unit })),
    ),
    {
      ...ofPart,
      Nombre: (attribute) => attribute.name,
      Valor: (attribute) => unlessCleared(attribute.value),
      Unidad: (attribute) => clearable(attribute.unit),
    },
  );

  yield importSheet(
    'Equivalencias',
    itemsOf(context, parts.select(crosses.as('crosses')), ({ product, code, crosses }) =>
      crosses.map(([crossBrand, crossCode]) => ({ product, code, crossBrand, crossCode })),
    ),
    {
      ...ofPart,
      'Marca equivalente': (cross) => cross.crossBrand,
      'Código equivalente': (cross) => cross.crossCode,
    },
  );

  const vehicles = await readVehicles(context.db);
  yield importSheet(
    'Aplicaciones',
    itemsOf(context, parts.select(applications.as('applications')), ({ product, code, applications }) =>
      fitsOf(vehicles, applications).map((fit) => ({ product, code, ...fit })),
    ),
    {
      ...ofPart,
      'ID vehículo': ({ vehicle }) => vehicle.id,
      'Marca vehículo': ({ vehicle }) => vehicle.brand,
      Modelo: ({ vehicle }) => vehicle.model,
      Versión: ({ vehicle }) => vehicle.version,
      Motor: ({ vehicle }) => vehicle.engine_code,
      Combustible: ({ vehicle }) => vehicle.fuel,
      Desde: ({ vehicle }) => vehicle.sold_from_year,
      Hasta: ({ vehicle }) => vehicle.sold_until_year,
      Posición: ({ application }) => writePositions(application.positions) || null,
      Cantidad: ({ application }) => application.quantity ?? blank,
      Nota: ({ application }) => clearable(application.note),
      'Aplica desde': ({ application }) => application.from_year ?? blank,
      'Aplica hasta': ({ application }) => application.until_year ?? blank,
      Cilindrada: ({ vehicle }) => vehicle.displacement || null,
      Válvulas: ({ vehicle }) => vehicle.valves || null,
    },
  );
}
