import { IMPORT_SHEETS, type ImportSheet, isCleared } from '@piezario/contract/importer';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { attributes, crosses, readVehicles, vehicleIds, vehiclesOf } from './children.ts';
import { partsByCode, type Reading, rowsOf } from './reading.ts';
import { sheet, yesOrNo } from './sheet.ts';

/** The importer takes this word as an order to clear; a blank cell leaves the value, even such a one, as it is. */
const unlessOrder = (text: string) => (isCleared(text) ? null : text);

const importSheet = (name: ImportSheet, rows: Sheet['rows']) => sheet(name, IMPORT_SHEETS[name], rows);

/** The format of the importer, with which importing it again changes nothing. */
export async function* forImporter(reading: Reading): AsyncGenerator<Sheet> {
  const brand = reading.selection.brand.name;
  const parts = partsByCode(reading).select(['parts.code', 'part_products.name as product']);

  const whole = parts.select([
    'part_categories.name as category',
    'parts.observation',
    'parts.enabled',
    'parts.discontinued',
  ]);
  yield importSheet(
    'Piezas',
    rowsOf(reading, whole, ({ category, product, code, observation, enabled, discontinued }) => [
      [brand, category, product, code, unlessOrder(observation), yesOrNo(enabled), yesOrNo(discontinued)],
    ]),
  );

  yield importSheet(
    'Atributos',
    rowsOf(reading, parts.select(attributes.as('attributes')), ({ product, code, attributes }) =>
      attributes.map(([name, value, unit]) => [brand, product, code, name, unlessOrder(value), unlessOrder(unit)]),
    ),
  );

  yield importSheet(
    'Equivalencias',
    rowsOf(reading, parts.select(crosses.as('crosses')), ({ product, code, crosses }) =>
      crosses.map(([crossBrand, crossCode]) => [brand, product, code, crossBrand, crossCode]),
    ),
  );

  const vehicles = await readVehicles(reading.db);
  yield importSheet(
    'Aplicaciones',
    rowsOf(reading, parts.select(vehicleIds.as('ids')), ({ product, code, ids }) =>
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
