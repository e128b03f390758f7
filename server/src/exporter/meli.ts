import { sql } from 'kysely';
import { dayOf } from '../db/day.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import { attributes, crosses, pictures, readVehicles, type Vehicles, vehicleIds, vehiclesOf } from './children.ts';
import { MELI_HELP } from './meli-help.ts';
import { familiesOf, MAX_PICTURES, notices, obstacles, publishedOf, readGtin, titleOf } from './meli-rules.ts';
import { type ExportContext, itemsOf, partsByCode } from './read-parts.ts';
import { type Column, sheet, yesOrNo } from './sheet.ts';

const parts = (context: ExportContext) =>
  partsByCode(context).select([
    'parts.code',
    'part_products.name as product',
    'part_products.mercadolibre_category as category',
    'parts.enabled',
    'parts.discontinued',
    'part_counts.vehicles_count',
    sql<boolean>`exists (select from part_pictures p where p.part_id = parts.id and not p.is_blueprint)`.as(
      'has_photo',
    ),
  ]);
const path = sql<string | null>`(select path from mercadolibre_categories m
  where m.id = part_products.mercadolibre_category)`;

type Identified = { readonly code: string };
type Named = Identified & { readonly product: string };

const nameOf = ({ selection }: ExportContext, { product, code }: Named) => `${product} ${selection.brand.name} ${code}`;

/** The columns that identify a publication. */
const identifying = ({ selection }: ExportContext): readonly Column<Identified>[] => [
  ['SKU', ({ code }) => code],
  ['Marca', () => selection.brand.name],
  ['Número de pieza', ({ code }) => code],
];

/** The data that Mercado Libre needs to publish the parts, and the reasons why others are not published. */
export async function* meli(context: ExportContext): AsyncGenerator<Sheet> {
  const vehicles = await readVehicles(context.db);
  yield await publications(context, vehicles);
  yield compatibilities(context, vehicles);
  yield families(context, vehicles);
  yield observations(context);
  yield sheet(
    'Ayuda',
    [MELI_HELP],
    [
      ['Hoja', ([name]) => name],
      ['Columna', ([, column]) => column],
      ['Qué es', ([, , text]) => text],
    ],
  );
}

async function publications(context: ExportContext, vehicles: Vehicles): Promise<Sheet> {
  const query = parts(context).select([
    path.as('path'),
    'parts.observation',
    attributes.as('attributes'),
    crosses.as('crosses'),
    pictures(context.publicUrl).as('pictures'),
    vehicleIds.as('ids'),
  ]);
  const items = itemsOf(context, query, (part) =>
    obstacles(part).length > 0 ? [] : [{ ...part, urls: publishedOf(part.pictures).map(([url]) => url) }],
  );
  type Item = typeof items extends AsyncGenerator<readonly (infer T)[]> ? T : never;
  return sheet(
    'Publicaciones',
    items,
    [
      ['Categoría', (part) => part.category],
      ['Ruta de la categoría', (part) => part.path],
      ['Título', (part) => titleOf(nameOf(context, part), vehiclesOf(vehicles, part.ids))],
      ['Condición', () => 'Nuevo'],
      ['GTIN', (part) => readGtin(part.attributes)],
      ...identifying(context),
      ['OEM', (part) => part.crosses.flatMap(([, code, original]) => (original ? code : [])).join(', ')],
      [
        'Otras equivalencias',
        (part) => part.crosses.flatMap(([brand, code, original]) => (original ? [] : `${brand} ${code}`)).join(', '),
      ],
      ...Array.from(
        { length: MAX_PICTURES },
        (_, index): Column<Item> => [`Foto ${index + 1}`, (part) => part.urls[index] ?? null],
      ),
      ['Stock (completar)', () => null],
      ['Precio (completar)', () => null],
      ['Moneda', () => 'ARS'],
      ['Descripción', (part) => part.observation],
    ],
    await readAttributeColumns(context),
  );
}

function compatibilities(context: ExportContext, vehicles: Vehicles): Sheet {
  const items = itemsOf(context, parts(context).select(vehicleIds.as('ids')), (part) =>
    obstacles(part).length > 0
      ? []
      : vehiclesOf(vehicles, part.ids).map((vehicle) => ({ code: part.code, product: part.product, vehicle })),
  );
  return sheet('Compatibilidades', items, [
    ...identifying(context),
    ['ID vehículo', ({ vehicle }) => vehicle.id],
    ['Marca vehículo', ({ vehicle }) => vehicle.brand],
    ['Modelo', ({ vehicle }) => vehicle.model],
    ['Versión', ({ vehicle }) => vehicle.version],
    ['Motor', ({ vehicle }) => vehicle.engine_code],
    ['Combustible', ({ vehicle }) => vehicle.fuel],
    ['Desde', ({ vehicle }) => vehicle.sold_from_year],
    ['Hasta', ({ vehicle }) => vehicle.sold_until_year],
    ['Producto', ({ product }) => product],
  ]);
}

function families(context: ExportContext, vehicles: Vehicles): Sheet {
  const { year: thisYear } = dayOf(new Date());
  const items = itemsOf(context, parts(context).select(vehicleIds.as('ids')), (part) => {
    if (obstacles(part).length > 0) return [];
    return familiesOf(vehiclesOf(vehicles, part.ids), thisYear).map((family) => ({
      code: part.code,
      product: part.product,
      family,
    }));
  });
  return sheet('Familias', items, [
    ...identifying(context),
    ['Marca vehículo', ({ family }) => family.brand],
    ['Modelo', ({ family }) => family.model],
    ['Año', ({ family }) => family.year],
    ['Producto', ({ product }) => product],
  ]);
}

function observations(context: ExportContext): Sheet {
  const query = parts(context).select([
    path.as('path'),
    attributes.as('attributes'),
    pictures(context.publicUrl).as('pictures'),
  ]);
  const items = itemsOf(context, query, (part) => {
    const blocking = obstacles(part);
    const published = blocking.length === 0;
    const warnings = notices({ ...part, name: nameOf(context, part) });
    return [
      ...blocking.map((reason) => ({ ...part, published, type: 'Impide publicar', reason })),
      ...warnings.map((reason) => ({ ...part, published, type: 'Aviso', reason })),
    ];
  });
  return sheet('Observaciones', items, [
    ['Marca', () => context.selection.brand.name],
    ['Producto', ({ product }) => product],
    ['Código', ({ code }) => code],
    ['Se publica', ({ published }) => yesOrNo(published)],
    ['Tipo', ({ type }) => type],
    ['Motivo', ({ reason }) => reason],
  ]);
}
