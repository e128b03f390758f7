import { sql } from 'kysely';
import { dayOf } from '../db/day.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import { attributes, crosses, pictures, readVehicles, vehicleIds, vehiclesOf } from './children.ts';
import { MELI_HELP } from './meli-help.ts';
import { familiesOf, MAX_PICTURES, notices, obstacles, publishedOf, readGtin, titleOf } from './meli-rules.ts';
import { type ExportContext, partsByCode, rowsOf } from './read-parts.ts';
import { sheet, yesOrNo } from './sheet.ts';

const PICTURE_HEADERS = Array.from({ length: MAX_PICTURES }, (_, index) => `Foto ${index + 1}`);
const PUBLICATION_HEADERS = [
  'Categoría',
  'Ruta de la categoría',
  'Título',
  'Condición',
  'GTIN',
  'SKU',
  'Marca',
  'Número de pieza',
  'OEM',
  'Otras equivalencias',
  ...PICTURE_HEADERS,
  'Stock (completar)',
  'Precio (completar)',
  'Moneda',
  'Descripción',
];
const VEHICLE_HEADERS = ['Marca vehículo', 'Modelo', 'Versión', 'Motor', 'Combustible', 'Desde', 'Hasta'];

const parts = (context: ExportContext) =>
  partsByCode(context).select([
    'parts.code',
    'part_products.name as product',
    'part_products.mercadolibre_category as category',
    'parts.enabled',
    'parts.discontinued',
    'parts.vehicles_count',
    sql<boolean>`exists (select from part_pictures p where p.part_id = parts.id and not p.is_blueprint)`.as(
      'has_photo',
    ),
  ]);
const path = sql<string | null>`(select path from mercadolibre_categories m
  where m.id = part_products.mercadolibre_category)`;

/** The data that Mercado Libre needs to publish the parts, and the reasons why others are not published. */
export async function* meli(context: ExportContext): AsyncGenerator<Sheet> {
  const brand = context.selection.brand.name;
  const nameOf = (part: { product: string; code: string }) => `${part.product} ${brand} ${part.code}`;
  const identify = (code: string) => [code, brand, code];
  const vehicles = await readVehicles(context.db);
  const columns = await readAttributeColumns(context);

  const whole = parts(context).select([
    path.as('path'),
    'parts.observation',
    attributes.as('attributes'),
    crosses.as('crosses'),
    pictures(context.publicUrl).as('pictures'),
    vehicleIds.as('ids'),
  ]);
  yield sheet(
    'Publicaciones',
    [...PUBLICATION_HEADERS, ...columns.headers],
    rowsOf(context, whole, (part) => {
      if (obstacles(part).length > 0) return [];
      const urls = publishedOf(part.pictures).map(([url]) => url);
      return [
        [
          part.category,
          part.path,
          titleOf(nameOf(part), vehiclesOf(vehicles, part.ids)),
          'Nuevo',
          readGtin(part.attributes),
          ...identify(part.code),
          part.crosses.flatMap(([, code, original]) => (original ? code : [])).join(', '),
          part.crosses.flatMap(([other, code, original]) => (original ? [] : `${other} ${code}`)).join(', '),
          ...PICTURE_HEADERS.map((_, index) => urls[index] ?? null),
          null,
          null,
          'ARS',
          part.observation,
          ...columns.cells(part.attributes),
        ],
      ];
    }),
  );

  const fitting = parts(context).select(vehicleIds.as('ids'));
  yield sheet(
    'Compatibilidades',
    ['SKU', 'Marca', 'Número de pieza', 'ID vehículo', ...VEHICLE_HEADERS, 'Producto'],
    rowsOf(context, fitting, (part) => {
      if (obstacles(part).length > 0) return [];
      return vehiclesOf(vehicles, part.ids).map((vehicle) => [
        ...identify(part.code),
        vehicle.id,
        vehicle.brand,
        vehicle.model,
        vehicle.version,
        vehicle.engine_code,
        vehicle.fuel,
        vehicle.sold_from_year,
        vehicle.sold_until_year,
        part.product,
      ]);
    }),
  );

  const { year: thisYear } = dayOf(new Date());
  yield sheet(
    'Familias',
    ['SKU', 'Marca', 'Número de pieza', 'Marca vehículo', 'Modelo', 'Año', 'Producto'],
    rowsOf(context, fitting, (part) => {
      if (obstacles(part).length > 0) return [];
      const families = familiesOf(vehiclesOf(vehicles, part.ids), thisYear);
      return families.map(({ brand: vehicleBrand, model, year }) => [
        ...identify(part.code),
        vehicleBrand,
        model,
        year,
        part.product,
      ]);
    }),
  );

  const reviewed = parts(context).select([
    path.as('path'),
    attributes.as('attributes'),
    pictures(context.publicUrl).as('pictures'),
  ]);
  yield sheet(
    'Observaciones',
    ['Marca', 'Producto', 'Código', 'Se publica', 'Tipo', 'Motivo'],
    rowsOf(context, reviewed, (part) => {
      const blocking = obstacles(part);
      const told = notices({ ...part, name: nameOf(part) });
      const row = [brand, part.product, part.code, yesOrNo(blocking.length === 0)];
      return [
        ...blocking.map((reason) => [...row, 'Impide publicar', reason]),
        ...told.map((reason) => [...row, 'Aviso', reason]),
      ];
    }),
  );

  yield sheet('Ayuda', ['Hoja', 'Columna', 'Qué es'], [MELI_HELP]);
}
