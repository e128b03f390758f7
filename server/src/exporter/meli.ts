import { isBarcode } from '@piezario/contract/gaps';
import { sql } from 'kysely';
import { partInScope } from '../access/scope.ts';
import { dayOf } from '../db/day.ts';
import { obstaclesIn } from '../parts/gaps.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import { writePositions } from '../vehicles/application.ts';
import { readAttributeColumns } from './attribute-columns.ts';
import {
  applications,
  attributes,
  type Cross,
  crosses,
  fitsOf,
  pictures,
  readVehicles,
  type Vehicles,
  vehicleIds,
  vehiclesOf,
} from './children.ts';
import { emptyGtinReason, readBarcodes } from './meli-gtin.ts';
import { MELI_HELP } from './meli-help.ts';
import { isPackageMeasure, PACKAGE_COLUMNS, readPackage } from './meli-package.ts';
import {
  familiesOf,
  type Identified,
  MAX_PICTURES,
  nameOf,
  notices,
  obstacles,
  publishedOf,
  skuOf,
  titleOf,
} from './meli-rules.ts';
import { isReachable } from './reachable.ts';
import { type ExportContext, itemsOf, partsByCode } from './read-parts.ts';
import { type Column, sheet, yesOrNo } from './sheet.ts';

const parts = (context: ExportContext) =>
  partsByCode(context).select([
    'parts.code',
    sql<string>`${context.selection.brand.name}::text`.as('brand'),
    'part_products.name as product',
    isRepeated(context).as('is_repeated'),
    'part_products.mercadolibre_category as category',
    obstaclesIn('part_counts', 'part_products').as('blocks'),
  ]);

/**
 * Whether another part of the brand has the same code, in this file or not: the SKU of a part is the same in the file of
 * its product and in that of the whole brand. Parts that the person cannot see do not count.
 */
const isRepeated = ({ selection: { person, brand } }: ExportContext) =>
  sql<boolean>`exists (select from parts other
    where other.part_brand_id = ${brand.id} and other.code_bare = parts.code_bare and other.id <> parts.id
      and ${partInScope(person, 'other')})`;

const path = sql<string | null>`(select path from mercadolibre_categories m
  where m.id = part_products.mercadolibre_category)`;

/** Returns the cells that identify the publication of a part in every sheet. */
const publicationOf = (part: Identified) => ({
  sku: skuOf(part),
  brand: part.brand,
  code: part.code,
  product: part.product,
});
const IDENTIFYING: readonly Column<{ readonly publication: ReturnType<typeof publicationOf> }>[] = [
  ['SKU', ({ publication }) => publication.sku],
  ['Marca', ({ publication }) => publication.brand],
  ['Número de pieza', ({ publication }) => publication.code],
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
    obstacles(part).length > 0
      ? []
      : [
          {
            ...part,
            publication: publicationOf(part),
            urls: publishedOf(part.pictures).map(([url]) => url),
            barcodes: readBarcodes(part.attributes),
            package: readPackage(part.attributes),
          },
        ],
  );
  type Item = typeof items extends AsyncGenerator<readonly (infer T)[]> ? T : never;
  return sheet(
    'Publicaciones',
    items,
    [
      ['Categoría', (part) => part.category],
      ['Ruta de la categoría', (part) => part.path],
      ['Título', (part) => titleOf(nameOf(part), vehiclesOf(vehicles, part.ids))],
      ['Condición', () => 'Nuevo'],
      ['GTIN', ({ barcodes }) => barcodes.gtins[0] ?? null],
      ['Motivo de GTIN vacío', ({ barcodes }) => emptyGtinReason(barcodes)],
      ...IDENTIFYING,
      // A number may be stored under several names of a brand.
      ['OEM', ({ crosses }) => oemNumbers(crosses).join(', ')],
      [
        'Otras equivalencias',
        (part) => part.crosses.flatMap(([brand, code, oem]) => (oem === null ? `${brand} ${code}` : [])).join(', '),
      ],
      ...Array.from(
        { length: MAX_PICTURES },
        (_, index): Column<Item> => [`Foto ${index + 1}`, (part) => part.urls[index] ?? null],
      ),
      ['Stock (completar)', () => null],
      ['Precio (completar)', () => null],
      ['Moneda', () => 'ARS'],
      ['Descripción', (part) => part.observation],
      ...PACKAGE_COLUMNS.map(([title, cell]): Column<Item> => [title, (part) => cell(part.package)]),
    ],
    await readAttributeColumns(context, {
      isShownElsewhere: (name) => isBarcode(name) || isPackageMeasure(name),
      namesMercadolibreIds: true,
    }),
  );
}

function compatibilities(context: ExportContext, vehicles: Vehicles): Sheet {
  const items = itemsOf(context, parts(context).select(applications.as('applications')), (part) => {
    if (obstacles(part).length > 0) return [];
    const publication = publicationOf(part);
    return fitsOf(vehicles, part.applications).map((fit) => ({ publication, ...fit }));
  });
  return sheet('Compatibilidades', items, [
    ...IDENTIFYING,
    ['ID vehículo', ({ vehicle }) => vehicle.id],
    ['Marca vehículo', ({ vehicle }) => vehicle.brand],
    ['Modelo', ({ vehicle }) => vehicle.model],
    ['Versión', ({ vehicle }) => vehicle.version],
    ['Motor', ({ vehicle }) => vehicle.engine_code],
    ['Combustible', ({ vehicle }) => vehicle.fuel],
    ['Desde', ({ vehicle }) => vehicle.sold_from_year],
    ['Hasta', ({ vehicle }) => vehicle.sold_until_year],
    ['Restricción de posición', ({ application }) => writePositions(application.positions) || null],
    ['Nota', ({ application }) => application.note || null],
    ['Aplica desde', ({ application }) => application.from_year],
    ['Aplica hasta', ({ application }) => application.until_year],
    ['Producto', ({ publication }) => publication.product],
  ]);
}

function families(context: ExportContext, vehicles: Vehicles): Sheet {
  const { year: thisYear } = dayOf(new Date());
  const items = itemsOf(context, parts(context).select(applications.as('applications')), (part) => {
    if (obstacles(part).length > 0) return [];
    const publication = publicationOf(part);
    return familiesOf(fitsOf(vehicles, part.applications), thisYear).map((family) => ({ publication, family }));
  });
  return sheet('Familias', items, [
    ...IDENTIFYING,
    ['Marca vehículo', ({ family }) => family.brand],
    ['Modelo maestro', ({ family }) => family.model_master],
    ['Modelo', ({ family }) => family.model],
    ['Año', ({ family }) => family.year],
    ['Producto', ({ publication }) => publication.product],
  ]);
}

function observations(context: ExportContext): Sheet {
  const query = parts(context).select([
    path.as('path'),
    attributes.as('attributes'),
    pictures(context.publicUrl).as('pictures'),
  ]);
  const localUrl = isReachable(context.publicUrl) ? null : context.publicUrl;
  const items = itemsOf(context, query, (part) => {
    const blocking = obstacles(part);
    const published = blocking.length === 0;
    const warnings = notices(part, localUrl);
    return [
      ...blocking.map((reason) => ({ ...part, published, type: 'Impide publicar', reason })),
      ...warnings.map((reason) => ({ ...part, published, type: 'Aviso', reason })),
    ];
  });
  return sheet('Observaciones', items, [
    ['Marca', ({ brand }) => brand],
    ['Producto', ({ product }) => product],
    ['Código', ({ code }) => code],
    ['Se publica', ({ published }) => yesOrNo(published)],
    ['Tipo', ({ type }) => type],
    ['Motivo', ({ reason }) => reason],
  ]);
}

/** The OEM numbers of a part. A number with several spellings appears once. */
const oemNumbers = (crosses: readonly Cross[]): string[] => [
  ...new Map(crosses.flatMap(([, code, oem]) => (oem === null ? [] : [[oem, code] as const]))).values(),
];
