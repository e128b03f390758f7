import { IMPORT_SHEETS, type ImportSheet, isCleared } from '@piezario/contract/importer';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { attributes, crosses, readVehicles, vehicleIds, vehiclesOf } from './children.ts';
import { type ExportContext, partsByCode, rowsOf } from './read-parts.ts';
import { sheet, yesOrNo } from './sheet.ts';

/**
 * The importer clears a value when the cell contains «(vacío)». A blank cell leaves the value as it is, also when it is
 * that text.
 */
const unlessCleared = (text: string) => (isCleared(text) ? null : text);

const importSheet = (name: ImportSheet, rows: Sheet['rows']) => sheet(name, IMPORT_SHEETS[name], rows);

/** The format of the importer. Importing the file again changes nothing. */
export async function* forImporter(context: ExportContext): AsyncGenerator<Sheet> {
  const brand = context.selection.brand.name;
  const parts = partsByCode(context).select(['parts.code', 'part_products.name as product']);

  const whole = parts.select([
    'part_categories.name as category',
    'parts.observation',
    'parts.enabled',
    'parts.discontinued',
  ]);
  yield importSheet(
    'Piezas',
    rowsOf(context, whole, ({ category, product, code, observation, enabled, discontinued }) => [
      [brand, category, product, code, unlessCleared(observation), yesOrNo(enabled), yesOrNo(discontinued)],
    ]),
  );

  yield importSheet(
    'Atributos',
    rowsOf(context, parts.select(attributes.as('attributes')), ({ product, code, attributes }) =>
      attributes.map(([name, value, unit]) => [brand, product, code, name, unlessCleared(value), unlessCleared(unit)]),
    ),
  );

  yield importSheet(
    'Equivalencias',
    rowsOf(context, parts.select(crosses.as('crosses')), ({ product, code, crosses }) =>
      crosses.map(([crossBrand, crossCode]) => [brand, product, code, crossBrand, crossCode]),
    ),
  );

  const vehicles = await readVehicles(context.db);
  yield importSheet(
    'Aplicaciones',
    rowsOf(context, parts.select(vehicleIds.as('ids')), ({ product, code, ids }) =>
      vehiclesOf(vehicles, ids).map((vehicle) => [
        brand,
        product,
        code,
        vehicle.id,
        vehicle.brand,
        vehicle.model,
        vehicle.version,
        vehicle.engine_code,
        vehicle.fuel,
        vehicle.sold_from_year,
        vehicle.sold_until_year,
      ]),
    ),
  );
}
