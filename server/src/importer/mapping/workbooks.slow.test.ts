import { api } from '@piezario/contract/api';
import type { MappedColumn, MappedSheet, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../../reference/reference.ts';
import type { Row } from '../../spreadsheet/writing/write-cells.ts';
import { addOnlyBrand } from '../../testing/catalogue.ts';
import { applyReview, asFile, errorsOf, finished, makeSheets, upload } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';

/* Workbooks in the layouts that manufacturers use, with the decisions of a person and the parts that result. */

const server = await startServer();
startJobs(server);
await loadReference(server.db, () => {});

/** Changes to the proposal. Each entry counts as one decision. */
type Decisions = {
  /** By title. */
  readonly columns?: Readonly<Record<string, Partial<MappedColumn>>>;
  /** Values of columns by title, and how they are read. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Group rows and names of sheets. */
  readonly groups?: Readonly<Record<string, string>>;
  readonly constants?: Partial<MappedSheet['constants']>;
};

type Book = {
  readonly brand: string;
  readonly file: () => File | Promise<File>;
  readonly decisions: Decisions;
  readonly parts: readonly string[];
  /** Whether the same file is sent again, to be read with the stored mapping. */
  readonly isSentTwice?: true;
};

const MAX_DECISIONS = 10;
const countOf = ({ columns = {}, values = {}, groups = {}, constants = {} }: Decisions) =>
  [columns, groups, constants, ...Object.values(values)].reduce((sum, one) => sum + Object.keys(one).length, 0);

const meaningsOf = (values: Readonly<Record<string, string>> = {}) =>
  Object.entries(values).map(([value, means]) => ({ value, means }));

function decide(proposal: WorkbookMapping, { columns = {}, values = {}, groups, constants }: Decisions) {
  const sheets = proposal.sheets.map(
    (sheet): MappedSheet =>
      sheet.use === 'rows'
        ? {
            ...sheet,
            constants: { ...sheet.constants, ...constants },
            group_values: meaningsOf(groups),
            columns: sheet.columns.map((column) => ({
              ...column,
              ...(values[column.title] && { values: meaningsOf(values[column.title]) }),
              ...columns[column.title],
            })),
          }
        : sheet,
  );
  return { ...proposal, sheets };
}

/** «code | product | description | flags | attributes | cross references | applications», without blank ones. */
async function partsOf(brand: string): Promise<string[]> {
  const { rows } = await server.sql<{ part: string }>(
    `select concat_ws(' | ', parts.code, p.name, nullif(replace(observation, E'\\n', '/'), ''),
      case when not enabled then 'deshabilitada' end, case when discontinued then 'discontinuada' end,
      (select string_agg(concat_ws(' ', a.name, value, nullif(unit, '')), ', ' order by a.name) from part_attributes a
        where part_id = parts.id),
      (select string_agg(concat_ws(' ', c.brand, c.code), ', ' order by c.brand, c.code) from part_crosses c
        where part_id = parts.id),
      (select string_agg(vehicle, ', ' order by vehicle) from (
        select concat_ws(' ', v.brand, v.model, 'x' || count(*), nullif(concat(from_year, '-', until_year), '-'),
          nullif(positions, ''), quantity || ' u', nullif(note, '')) as vehicle
        from part_vehicles a join vehicles v on v.id = a.vehicle_id where a.part_id = parts.id
        group by v.brand, v.model, from_year, until_year, positions, quantity, note) found)) as part
    from parts join part_brands b on b.id = part_brand_id join part_products p on p.id = part_product_id
    where b.name = '${brand}' order by parts.code`,
  );
  return rows.map(({ part }) => part);
}

/** One person for all workbooks, since a process of jobs works for one person. */
const maker = await enrol(server, 'manufacturer');

const makeFor = (brand: string) => addOnlyBrand(server.db, maker.id, brand);

async function waitToMap(file: File) {
  const { udid, state } = await finished(maker, await upload(maker, file));
  expect(state).toBe('mapping');
  return { udid, ...(await maker.call(api.workbookMappings.show, { params: { udid } })) };
}

const sheetsOf =
  (sheets: Readonly<Record<string, readonly Row[]>>, name = 'lista.xlsx') =>
  () =>
    makeSheets(sheets, name);
const csv = (text: string, name: string) => () => asFile(Buffer.from(text), name);
const line = (titles: Row, rows: readonly Row[]): readonly Row[] => [titles, ...rows];

const codesOf = (product: string): Partial<MappedColumn> => ({ target: { is: 'codes', product } });
const measuresOf = (...names: readonly string[]): Partial<MappedColumn> => ({
  target: { is: 'attribute', attributes: names.map((name) => ({ name, unit: 'mm' })) },
  separators: names.length > 1 ? ['x'] : [],
});

const FRENOS = ['Cód.', 'Descripción', 'Aplicación', 'Espesor mm', 'P. Lista'] as const;
const ERP = ['Descripción', 'Marca Veh.', 'Artículo', 'U.M.', 'Stock', 'P. Lista'] as const;
const page = (number: number, rows: readonly Row[]): Row[] => [
  ['PUNTANA REPUESTOS S.R.L.'],
  ['Listado de artículos por rubro', null, null, null, null, '03/11/2026'],
  [`Hoja ${number}`],
  [],
  ERP,
  ...rows,
  ['Total página', null, null, null, rows.length * 10, rows.length * 1000.5],
  [],
];
const erpRow = (code: string): Row => [`Artículo ${code}`, null, code, 'UN', 10, 1000.5];
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 101}`);

const BOOKS: Readonly<Record<string, Book>> = {
  'one sheet per line of products': {
    brand: 'Norfreno',
    isSentTwice: true,
    file: sheetsOf({
      Portada: [['NORFRENO'], ['Lista de precios noviembre 2026'], ['Consultas: ventas@norfreno.example']],
      'Pastillas delanteras': line(FRENOS, [
        ['NP-101', 'Juego con sensor', 'VW Gol Trend 1.6 08/13', 17.5, 10500.5],
        ['NP-102', 'Juego', 'Peugeot 207 Compact 1.4', 16, 9800],
        ['NP-103', 'Juego', 'Chevrolet Corsa I 1.4 8V', '18,2', 9900],
      ]),
      'Discos delanteros': line(FRENOS, [
        ['ND-201', 'Ventilado', 'VW Gol Trend 1.6 08/13', 20, 30500],
        ['ND-202', 'Sólido', 'Fiat Palio I 1.3', 12, 28000],
      ]),
      Campanas: line(FRENOS, [
        ['NC-301', 'Sin rulemán', 'Renault Clio I 1.2', '-', 21000],
        ['NC-302', 'Con rulemán', 'Renault Clio I 1.6', null, 25000],
      ]),
    }),
    decisions: {
      groups: {
        'Pastillas delanteras': 'Pastillas de freno delanteras',
        'Discos delanteros': 'Disco de freno delantero',
        Campanas: 'Campana de freno',
      },
    },
    parts: [
      'NC-301 | Campana de freno | Sin rulemán | Renault Clio I x2',
      'NC-302 | Campana de freno | Con rulemán | Renault Clio I x2',
      'ND-201 | Disco de freno delantero | Ventilado | Espesor 20 mm | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      'ND-202 | Disco de freno delantero | Sólido | Espesor 12 mm | Fiat Palio I x2',
      'NP-101 | Pastillas de freno delanteras | Juego con sensor | Espesor 17,5 mm | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      'NP-102 | Pastillas de freno delanteras | Juego | Espesor 16 mm | Peugeot 207 Compact x8',
      'NP-103 | Pastillas de freno delanteras | Juego | Espesor 18,2 mm | Chevrolet Corsa I x2',
    ],
  },
  'titles in two rows': {
    brand: 'Cuyofil',
    isSentTwice: true,
    file: sheetsOf({
      Filtros: [
        ['CUYOFIL - Catálogo técnico'],
        [],
        ['Código', 'Rubro', 'Medidas (mm)', null, null, 'Vehículo', null, null, 'Precio'],
        [null, null, 'Largo', 'Ancho', 'Alto', 'Marca', 'Modelo', 'Años', null],
        ['CA-1', 'Filtro de aire', 250, 120.5, 40, 'Volkswagen', 'Gol Trend', '2008-2013', 5000],
        ['CA-2', 'Filtro de aire', 260, 130, 45, 'Peugeot', '207 Compact', '2008/2014', 5100],
        ['CA-3', 'Filtro de aire', 270, '131,5', 50, 'Fiat', 'Palio I', null, 5200],
        ['CH-1', 'Filtro de habitáculo', 200, 180, 25, 'Renault', 'Clio I', null, 4200],
        ['CH-2', 'Filtro de habitáculo', 210, 190, 'S/D', 'Chevrolet', 'Corsa I', null, 4300],
      ],
    }),
    decisions: {},
    parts: [
      'CA-1 | Filtro de aire | Altura 40 mm, Ancho 120,5 mm, Largo 250 mm | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      'CA-2 | Filtro de aire | Altura 45 mm, Ancho 130 mm, Largo 260 mm | Peugeot 207 Compact x14',
      'CA-3 | Filtro de aire | Altura 50 mm, Ancho 131,5 mm, Largo 270 mm | Fiat Palio I x9',
      'CH-1 | Filtro de habitáculo | Altura 25 mm, Ancho 180 mm, Largo 200 mm | Renault Clio I x6',
      'CH-2 | Filtro de habitáculo | Ancho 190 mm, Largo 210 mm | Chevrolet Corsa I x12',
    ],
  },
  'a print-out in pages': {
    brand: 'Puntana',
    isSentTwice: true,
    file: sheetsOf({
      Hoja1: [
        ...page(1, [['RUBRO 01 FILTROS DE ACEITE'], ...numbered('PU-', 10).map(erpRow)]),
        ...page(2, [
          ...numbered('PV-', 2).map(erpRow),
          ['Subtotal rubro', null, null, null, 120, 12006],
          ['RUBRO 02 FILTROS DE AIRE'],
          ...numbered('PW-', 6).map(erpRow),
        ]),
        ...page(3, [['RUBRO 03 BUJIAS'], ...numbered('PX-', 2).map(erpRow)]),
        ['Total general', null, null, null, 200, 20010],
        ['Fin del listado'],
      ],
    }),
    decisions: {
      groups: {
        'RUBRO 01 FILTROS DE ACEITE': 'Filtro de aceite',
        'RUBRO 02 FILTROS DE AIRE': 'Filtro de aire',
        'RUBRO 03 BUJIAS': 'Bujía de encendido',
      },
    },
    parts: [
      'PU-101 | Filtro de aceite | Artículo PU-101',
      'PU-102 | Filtro de aceite | Artículo PU-102',
      'PU-103 | Filtro de aceite | Artículo PU-103',
      'PU-104 | Filtro de aceite | Artículo PU-104',
      'PU-105 | Filtro de aceite | Artículo PU-105',
      'PU-106 | Filtro de aceite | Artículo PU-106',
      'PU-107 | Filtro de aceite | Artículo PU-107',
      'PU-108 | Filtro de aceite | Artículo PU-108',
      'PU-109 | Filtro de aceite | Artículo PU-109',
      'PU-110 | Filtro de aceite | Artículo PU-110',
      'PV-101 | Filtro de aceite | Artículo PV-101',
      'PV-102 | Filtro de aceite | Artículo PV-102',
      'PW-101 | Filtro de aire | Artículo PW-101',
      'PW-102 | Filtro de aire | Artículo PW-102',
      'PW-103 | Filtro de aire | Artículo PW-103',
      'PW-104 | Filtro de aire | Artículo PW-104',
      'PW-105 | Filtro de aire | Artículo PW-105',
      'PW-106 | Filtro de aire | Artículo PW-106',
      'PX-101 | Bujía de encendido | Artículo PX-101',
      'PX-102 | Bujía de encendido | Artículo PX-102',
    ],
  },
  'vehicles × products': {
    brand: 'Matrizfil',
    isSentTwice: true,
    file: sheetsOf({
      Aplicaciones: [
        ['MATRIZFIL: tabla de aplicaciones'],
        ['Marca', 'Modelo', 'Motor', 'Años', 'Aceite', 'Aire', 'Habitáculo', 'Nafta'],
        ['VOLKSWAGEN', 'Gol Trend', '1.6', '2008-2013', 'MO 100', 'MA 200', 'MH 300', 'MN 400'],
        [null, 'Gol Trend', '1.6', '2014 en adelante', 'MO 100', 'MA 201', '-', 'MN 400'],
        ['PEUGEOT', '207 Compact', '1.4', null, 'MO 101', 'MA 202', 'MH 301 / MH 302', 'MN 401'],
        ['PEUGEOT', '207 Compact', '1.6 16v', null, 'MO 101', 'MA 203', 'MH 301', 'MN 401'],
        ['FIAT', 'Palio I', '1.3', null, 'MO 102', 'MA 204', null, 'MN 402'],
        ['RENAULT', 'Clio I', '1.2', null, 'MO 103', 'MA 205', null, 'MN 401'],
        ['CHEVROLET', 'Corsa I', '1.4', null, 'MO 104', 'MA 206', null, 'MN 400'],
      ],
    }),
    decisions: {
      columns: {
        Aceite: codesOf('Filtro de aceite'),
        Aire: codesOf('Filtro de aire'),
        Habitáculo: codesOf('Filtro de habitáculo'),
        Nafta: codesOf('Filtro de combustible nafta'),
      },
    },
    parts: [
      'MA 200 | Filtro de aire | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      'MA 201 | Filtro de aire | Volkswagen Gol Trend x3, Volkswagen Gol Trend x5 2014-',
      'MA 202 | Filtro de aire | Peugeot 207 Compact x8',
      'MA 203 | Filtro de aire | Peugeot 207 Compact x5',
      'MA 204 | Filtro de aire | Fiat Palio I x2',
      'MA 205 | Filtro de aire | Renault Clio I x2',
      'MA 206 | Filtro de aire | Chevrolet Corsa I x2',
      'MH 300 | Filtro de habitáculo | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      'MH 301 | Filtro de habitáculo | Peugeot 207 Compact x13',
      'MH 302 | Filtro de habitáculo | Peugeot 207 Compact x8',
      'MN 400 | Filtro de combustible nafta | Chevrolet Corsa I x2, Volkswagen Gol Trend x12',
      'MN 401 | Filtro de combustible nafta | Peugeot 207 Compact x13, Renault Clio I x2',
      'MN 402 | Filtro de combustible nafta | Fiat Palio I x2',
      'MO 100 | Filtro de aceite | Volkswagen Gol Trend x12',
      'MO 101 | Filtro de aceite | Peugeot 207 Compact x13',
      'MO 102 | Filtro de aceite | Fiat Palio I x2',
      'MO 103 | Filtro de aceite | Renault Clio I x2',
      'MO 104 | Filtro de aceite | Chevrolet Corsa I x2',
    ],
  },
  'one row per application': {
    brand: 'Bielar',
    file: sheetsOf({
      Bieletas: [
        ['Código', 'Descripción', 'Marca', 'Modelo', 'Motor', 'Desde', 'Hasta', 'Eje', 'Lado'],
        ['BI-10', 'Bieleta reforzada', 'VW', 'Gol Trend', '1.6', 2008, 2013, 'DEL', 'I'],
        [null, null, 'VW', 'Gol Trend', '1.6', 2008, 2013, 'DEL', 'D'],
        [null, null, 'FIAT', 'Palio I', '1.3 8V', 1997, 2001, 'TRAS', null],
        ['BI-11', 'Bieleta metálica', 'PEUGEOT', '207 Compact', '1.4', 2008, null, 'DEL', 'I'],
        [null, null, 'PEUGEOT', '207 Compact', '1.6 16V', 2010, 2012, 'DEL', 'I'],
        ['BI-12', 'Bieleta plástica', 'RENAULT', 'Clio I', '1.2', null, null, 'DEL', null],
        ['BI-12', null, 'RENAULT', 'Clio I', '1.6', null, null, 'DEL', null],
        ['BI-12', 'Bieleta plástica', 'CHEVROLET', 'Corsa I', '1.4', 1995, 1998, 'DEL', null],
        ['BI-13', null, 'CHEVROLET', 'Corsa I', '1.6', 1996, 2002, 'TRAS', null],
      ],
    }),
    decisions: { groups: { Bieletas: 'Bieleta de barra estabilizadora' } },
    parts: [
      'BI-10 | Bieleta de barra estabilizadora | Bieleta reforzada | Fiat Palio I x2 Trasera, Volkswagen Gol Trend x4 Delantera, Derecha, Volkswagen Gol Trend x4 Delantera, Izquierda, Volkswagen Gol Trend x5 -2013 Delantera, Derecha, Volkswagen Gol Trend x5 -2013 Delantera, Izquierda',
      'BI-11 | Bieleta de barra estabilizadora | Bieleta metálica | Peugeot 207 Compact x5 2010-2012 Delantera, Izquierda, Peugeot 207 Compact x8 Delantera, Izquierda',
      'BI-12 | Bieleta de barra estabilizadora | Bieleta plástica | Chevrolet Corsa I x2 Delantera, Renault Clio I x4 Delantera',
      'BI-13 | Bieleta de barra estabilizadora | Chevrolet Corsa I x7 Trasera',
    ],
  },
  'original numbers with brands and competitors in columns': {
    brand: 'Crucero',
    file: sheetsOf({
      Equivalencias: [
        ['CRUCERO', null, 'Noviembre 2026'],
        ['Marca', 'Nº Artículo', 'Línea', 'N° Original', 'MANN', 'FRAM', 'Wega', 'Mahle Metal Leve'],
        ['Crucero', 'CR1', 'Filtro de aceite', 'VW 030115561 / FIAT 46544820', 'W 712/52', 'PH5548', 'WO-130', 'OC295'],
        ['Crucero', 'CR2', 'Filtro de aceite', 'GM 93156310', 'W 610/3', 'PH4722\nPH4722A', 'WO-140', '-'],
        [
          'Crucero',
          'CR3',
          'Filtro de aceite',
          'PEUGEOT 1109.R6 / 1109.AY / RENAULT 7700274177',
          'W 75/3',
          null,
          'WO-150',
          null,
        ],
        ['Crucero', 'CR4', 'Filtro de aire', 'FORD 2S65-9601-AA', 'C 2295', 'CA9700', 'S/D', 'LX 1283'],
        ['Crucero', 'CR5', 'Filtro de aire', 'VW 5U0129620', 'C 2237', 'CA10190', 'FAP-4056', 'LX 2010'],
        ['Crucero', 'CR6', 'Filtro de aire', 'TOYOTA 17801-0C010', 'C 2682', 'CA9916', 'FAP-9001', null],
        ['Crucero', 'CR7', 'Filtro de habitáculo', 'S/D', 'CU 2939', 'CF9846', 'AKX-1234', 'LA 120'],
        ['Crucero', 'CR8', 'Filtro de habitáculo', 'VW 6Q0820367', 'CU 2545', 'CF8840', 'AKX-1965', 'LA 181'],
      ],
    }),
    decisions: {},
    parts: [
      'CR1 | Filtro de aceite | FIAT 46544820, FRAM PH5548, MANN W 712/52, Mahle Metal Leve OC295, VW 030115561, Wega WO-130',
      'CR2 | Filtro de aceite | FRAM PH4722, FRAM PH4722A, GM 93156310, MANN W 610/3, Wega WO-140',
      'CR3 | Filtro de aceite | MANN W 75/3, PEUGEOT 1109.AY, PEUGEOT 1109.R6, RENAULT 7700274177, Wega WO-150',
      'CR4 | Filtro de aire | FORD 2S65-9601-AA, FRAM CA9700, MANN C 2295, Mahle Metal Leve LX 1283',
      'CR5 | Filtro de aire | FRAM CA10190, MANN C 2237, Mahle Metal Leve LX 2010, VW 5U0129620, Wega FAP-4056',
      'CR6 | Filtro de aire | FRAM CA9916, MANN C 2682, TOYOTA 17801-0C010, Wega FAP-9001',
      'CR7 | Filtro de habitáculo | FRAM CF9846, MANN CU 2939, Mahle Metal Leve LA 120, Wega AKX-1234',
      'CR8 | Filtro de habitáculo | FRAM CF8840, MANN CU 2545, Mahle Metal Leve LA 181, VW 6Q0820367, Wega AKX-1965',
    ],
  },
  'a CSV of an online shop': {
    brand: 'Litoral',
    file: csv(
      `\uFEFFsku,name,tipo_producto,description,price,stock,barcode,peso_kg
LT-001,"Filtro ""Premium""",Filtro de aceite,"Primera línea
Segunda línea, con coma",12500.50,4,7790001000019,0.35
LT-002,Filtro simple,Filtro de aceite,"Una sola línea",9800.00,0,7790001000026,0.4
LT-003,Filtro panel,Filtro de aire,,7500.25,12,7790001000033,0.25
LT-004,"Filtro panel, grande",Filtro de aire,"=1+1",8500.75,3,7790001000040,1.5
LT-005,Filtro carbón,Filtro de habitáculo,"Con carbón activado
",6100.10,7,7790001000057,0.2
LT-006,Filtro polen,Filtro de habitáculo,@polen,5100.10,7,7790001000064,0.2
LT-007,Bujía,Bujía de encendido,-,2100.00,70,7790001000071,0.05
LT-008,Bujía iridio,Bujía de encendido,n/a,4100.00,7,7790001000088,0.05
`,
      'productos_export.csv',
    ),
    decisions: {},
    parts: [
      'LT-001 | Filtro de aceite | Filtro "Premium"/Primera línea/Segunda línea, con coma | Código de barras 7790001000019, Peso 0.35 kg',
      'LT-002 | Filtro de aceite | Filtro simple/Una sola línea | Código de barras 7790001000026, Peso 0.4 kg',
      'LT-003 | Filtro de aire | Filtro panel | Código de barras 7790001000033, Peso 0.25 kg',
      'LT-004 | Filtro de aire | Filtro panel, grande/=1+1 | Código de barras 7790001000040, Peso 1.5 kg',
      'LT-005 | Filtro de habitáculo | Filtro carbón/Con carbón activado | Código de barras 7790001000057, Peso 0.2 kg',
      'LT-006 | Filtro de habitáculo | Filtro polen/@polen | Código de barras 7790001000064, Peso 0.2 kg',
      'LT-007 | Bujía de encendido | Bujía | Código de barras 7790001000071, Peso 0.05 kg',
      'LT-008 | Bujía de encendido | Bujía iridio | Código de barras 7790001000088, Peso 0.05 kg',
    ],
  },
  'attributes in one cell': {
    brand: 'Rotor',
    file: sheetsOf({
      Datos: [
        ['Referencia', 'Familia', 'Características', 'Medidas Largo x Ancho x Alto (mm)', 'Dimensiones'],
        ['RT-1', 'Filtro de aceite', 'Altura: 55 mm; Rosca: M20x1.5', null, '76 x 60'],
        ['RT-2', 'Filtro de aceite', 'Altura: 60,5 mm; Rosca: 3/4-16 UNF', null, '76 x 61'],
        ['RT-3', 'Filtro de aceite', 'Altura: 95 mm; Rosca: M20x1.5; Válvula antirretorno: Sí', null, '93 x 72'],
        ['RT-4', 'Filtro de aire', 'Forma: Panel', '250 x 120 x 40', null],
        ['RT-5', 'Filtro de aire', 'Forma: Panel; Material = Papel', '250x130x42,5', null],
        ['RT-6', 'Filtro de aire', 'Forma: Redondo', '10 x 20 x 5', '300 x 150'],
        ['RT-7', 'Filtro de habitáculo', 'Carbón activado: No', '200 X 180 X 25', null],
        ['RT-8', 'Filtro de habitáculo', 'Carbón activado: Sí', '210 x 190 x 30', null],
      ],
    }),
    decisions: {
      columns: {
        Dimensiones: measuresOf('Diámetro exterior', 'Diámetro interior'),
      },
    },
    parts: [
      'RT-1 | Filtro de aceite | Altura 55 mm, Diámetro exterior 76 mm, Diámetro interior 60 mm, Rosca M20x1.5',
      'RT-2 | Filtro de aceite | Altura 60,5 mm, Diámetro exterior 76 mm, Diámetro interior 61 mm, Rosca 3/4-16 UNF',
      'RT-3 | Filtro de aceite | Altura 95 mm, Diámetro exterior 93 mm, Diámetro interior 72 mm, Rosca M20x1.5, Válvula antirretorno Sí',
      'RT-4 | Filtro de aire | Altura 40 mm, Ancho 120 mm, Forma Panel, Largo 250 mm',
      'RT-5 | Filtro de aire | Altura 42,5 mm, Ancho 130 mm, Forma Panel, Largo 250 mm, Material Papel',
      'RT-6 | Filtro de aire | Altura 5 mm, Ancho 20 mm, Diámetro exterior 300 mm, Diámetro interior 150 mm, Forma Redondo, Largo 10 mm',
      'RT-7 | Filtro de habitáculo | Altura 25 mm, Ancho 180 mm, Carbón activado No, Largo 200 mm',
      'RT-8 | Filtro de habitáculo | Altura 30 mm, Ancho 190 mm, Carbón activado Sí, Largo 210 mm',
    ],
  },
  'attributes in one cell, with units that only the templates have': {
    brand: 'Dentix',
    file: sheetsOf({
      Correas: [
        ['Código', 'Rubro', 'N° dientes', 'Datos'],
        ['DX-1', 'Correa de distribución', 100, null],
        ['DX-2', 'Correa de distribución', null, 'Dientes: 120; Ancho: 25'],
        ['DX-3', 'Correa de distribución', null, 'Dientes: 121; Ancho: 26 mm'],
      ],
    }),
    decisions: {},
    parts: [
      'DX-1 | Correa de distribución | Cantidad de dientes 100 u',
      'DX-2 | Correa de distribución | Ancho 25 mm, Cantidad de dientes 120 u',
      'DX-3 | Correa de distribución | Ancho 26 mm, Cantidad de dientes 121 u',
    ],
  },
  'pairs of a brand and a code with letters in front': {
    brand: 'Parejas',
    file: sheetsOf({
      Cruces: [
        ['Código', 'Rubro', 'Marca competidor', 'Código competidor', 'Marca competidor', 'Código competidor'],
        ['PJ-1', 'Filtro de aceite', 'Fram', 'PH 4722', 'Mann', 'W 712'],
        ['PJ-2', 'Filtro de aire', 'Fram', 'CA 5541', null, 'MAHLE LX 12'],
      ],
    }),
    decisions: {},
    parts: ['PJ-1 | Filtro de aceite | Fram PH 4722, Mann W 712', 'PJ-2 | Filtro de aire | Fram CA 5541, MAHLE LX 12'],
  },
  'abbreviations in other sheets': {
    brand: 'Siglas',
    isSentTwice: true,
    file: sheetsOf({
      Lista: [
        ['Código', 'Rubro', 'Vehículo', 'Detalle'],
        ['SG1', 'FA', 'GT', 'Estándar'],
        ['SG2', 'FA', 'P2; CL', 'Estándar'],
        ['SG3', 'FR', 'GT', 'Panel'],
        ['SG4', 'FR', 'PA', 'Panel'],
        ['SG5', 'FH', 'CO', 'Polen'],
        ['SG6', 'FH', 'GT; CO', 'Carbón'],
        ['SG7', 'FR', 'CL', 'Redondo'],
      ],
      Rubros: [
        ['Sigla', 'Significado'],
        ['FA', 'Filtro de aceite'],
        ['FR', 'Filtro de aire'],
        ['FH', 'Filtro habitáculo'],
      ],
      Vehículos: [
        ['Cód.', 'Marca', 'Modelo'],
        ['GT', 'Volkswagen', 'Gol Trend'],
        ['P2', 'Peugeot', '207 Compact'],
        ['CL', 'Renault', 'Clio I'],
        ['PA', 'Fiat', 'Palio I'],
        ['CO', 'Chevrolet', 'Corsa I'],
      ],
    }),
    decisions: { values: { Rubro: { FH: 'Filtro de habitáculo' } } },
    parts: [
      'SG1 | Filtro de aceite | Estándar | Volkswagen Gol Trend x12',
      'SG2 | Filtro de aceite | Estándar | Peugeot 207 Compact x14, Renault Clio I x6',
      'SG3 | Filtro de aire | Panel | Volkswagen Gol Trend x12',
      'SG4 | Filtro de aire | Panel | Fiat Palio I x9',
      'SG5 | Filtro de habitáculo | Polen | Chevrolet Corsa I x12',
      'SG6 | Filtro de habitáculo | Carbón | Chevrolet Corsa I x12, Volkswagen Gol Trend x12',
      'SG7 | Filtro de aire | Redondo | Renault Clio I x6',
    ],
  },
  'words for the state and marks for blank cells': {
    brand: 'Andino Sur',
    file: sheetsOf({
      'Lista 2026': [
        ['N° Andino Sur', 'Tipo', 'Estado', 'EAN', 'Denominación', 'Rosca', 'Última venta'],
        ['000123', 'Filtro de aceite', 'Alta', 7790001000019, 'Blindado', 'M20x1.5', new Date('2026-10-01')],
        ['000124', 'Filtro de aceite', 'Baja', 7790001000026, 'S/D', '3/4-16', new Date('2026-09-01')],
        ['000125', 'Filtro de aceite', 'Discontinuado', 7790001000033, '—', '-', null],
        ['001', 'Filtro de aire', 'ALTA', 7790001000040, 'Panel', 'N/A', null],
        ['0001', 'Filtro de aire', 'alta', 'S/D', '=1+1', '...', null],
        ['1', 'Filtro de habitáculo', 'DISCONTINUADO', 7790001000057, 'Polen', 's/d', null],
        ['2', 'Filtro de habitáculo', 'Alta', '-', '+54 11', '--', null],
        ['3-A', 'Filtro de habitáculo', null, 7790001000064, 'Carbón', null, null],
      ],
    }),
    decisions: {},
    parts: [
      '0001 | Filtro de aire | =1+1',
      '000123 | Filtro de aceite | Blindado | Código de barras 7790001000019, Rosca M20x1.5',
      '000124 | Filtro de aceite | deshabilitada | Código de barras 7790001000026, Rosca 3/4-16',
      '000125 | Filtro de aceite | discontinuada | Código de barras 7790001000033',
      '001 | Filtro de aire | Panel | Código de barras 7790001000040',
      '1 | Filtro de habitáculo | Polen | discontinuada | Código de barras 7790001000057',
      '2 | Filtro de habitáculo | +54 11',
      '3-A | Filtro de habitáculo | Carbón | Código de barras 7790001000064',
    ],
  },
  'one row per application, with the code under the name of its product': {
    brand: 'Chispasur',
    file: sheetsOf({
      Aplicaciones: [
        ['Marca', 'Modelo', 'Motor', 'Año desde', 'Año hasta', 'Bujía', 'Luz (mm)', 'Cant.'],
        ['Peugeot', '206', '1.4 8V', 1999, 2012, 'CB-8L', '0,9', 4],
        ['Peugeot', '207 Compact', '1.4 8V', 2008, 2016, 'CB-8L', '0,9', 4],
        ['Toyota', 'Hilux VII', '2.7 16V', 2005, 2015, 'CB-9T', '1,1', 4],
      ],
    }),
    decisions: {},
    parts: [
      'CB-8L | Bujía de encendido | Luz de electrodo 0,9 mm | Peugeot 206 x6 4 u, Peugeot 207 Compact x8 4 u',
      'CB-9T | Bujía de encendido | Luz de electrodo 1,1 mm | Toyota Hilux VII x2 4 u',
    ],
  },
  'a line of notes above the titles, and products as headings': {
    brand: 'Direcsur',
    file: sheetsOf({
      'Lista de precios': [
        [null, 'DIRECSUR RÓTULAS Y EXTREMOS'],
        [null, 'Precios sin IVA', null, null, null, 'Fecha:', '15/11/2026'],
        ['ART.', 'DETALLE', 'N° ORIGINAL', 'U. X CAJA', 'P. LISTA', 'IVA %', 'COD. BARRAS'],
        ['EXTREMOS DE DIRECCION'],
        ['D-100', 'Fiat Uno izq.', '4371583', 10, 15230.5, 21, '7791234567898'],
        ['D-110', 'VW Gol', '305419811A / 305419812A', 10, 14100, 21, null],
        ['ROTULAS DE SUSPENSION'],
        ['D-201', 'Clio II', '6001547499', 6, 19900, 21, null],
        ['D-202', 'Peugeot 206', '364050; 364060', 6, 19900, 21, null],
        ['TOTAL ARTICULOS: 4'],
      ],
    }),
    decisions: {
      groups: { 'EXTREMOS DE DIRECCION': 'Extremo de dirección', 'ROTULAS DE SUSPENSION': 'Rótula de suspensión' },
    },
    parts: [
      'D-100 | Extremo de dirección | Fiat Uno izq. | Código de barras 7791234567898, U. X CAJA 10 | ORIGINAL 4371583',
      'D-110 | Extremo de dirección | VW Gol | U. X CAJA 10 | ORIGINAL 305419811A, ORIGINAL 305419812A',
      'D-201 | Rótula de suspensión | Clio II | U. X CAJA 6 | ORIGINAL 6001547499',
      'D-202 | Rótula de suspensión | Peugeot 206 | U. X CAJA 6 | ORIGINAL 364050, ORIGINAL 364060',
    ],
  },
  'a cover, parts, and a sheet that adds equivalences by code': {
    brand: 'Correal',
    isSentTwice: true,
    file: sheetsOf({
      Índice: [['CORREAL S.A.'], ['Correas', 'pág. 1'], ['Equivalencias', 'pág. 2']],
      Lista: [
        ['Código', 'Rubro', 'Descripción', 'Dientes', 'Precio Mayorista'],
        ['CR100', 'Correa de distribución', 'Reforzada', 100, 20.5],
        ['CR101', 'Correa Poly V', 'Común', null, 21],
      ],
      Equivalencias: [
        ['Nuestro código', 'Marca', 'Código competidor'],
        ['CR100', 'Gates', '5410XS'],
        ['CR100', 'Dayco', '94100'],
        ['CR101', 'Gates', '6PK1200'],
      ],
    }),
    decisions: {},
    parts: [
      'CR100 | Correa de distribución | Reforzada | Cantidad de dientes 100 u | Dayco 94100, Gates 5410XS',
      'CR101 | Correa Poly V | Común | Gates 6PK1200',
    ],
  },
  'sheets with names like those of products, which add to parts by code': {
    brand: 'Correvia',
    file: sheetsOf({
      Lista: [
        ['Código', 'Rubro', 'Descripción'],
        ['CV-1', 'Correa de distribución', 'Reforzada'],
        ['CV-2', 'Correa Poly V', 'Común'],
      ],
      Cruces: [
        ['Nuestro código', 'Marca competidor', 'Código competidor', 'Gates'],
        ['CV-1', 'Dayco', '94100', '5410XS'],
        ['CV-2', 'Dayco', '94101', '6PK1200'],
      ],
      'Poly V': [
        ['Código', 'Aplicación', 'INA', 'SKF', 'Contitech'],
        ['CV-2', 'Fiat Palio I 1.3', 'IN 1', 'SK 1', 'CT 1'],
      ],
    }),
    decisions: {},
    parts: [
      'CV-1 | Correa de distribución | Reforzada | Dayco 94100, Gates 5410XS',
      'CV-2 | Correa Poly V | Común | Contitech CT 1, Dayco 94101, Gates 6PK1200, INA IN 1, SKF SK 1 | Fiat Palio I x2',
    ],
  },
  'a description like a note, and codes of another product beside the code': {
    brand: 'Rarezas',
    file: sheetsOf({
      'Filtro de aceite': [
        ['Descripción', 'Código', 'Bujía'],
        ['Detalle: sellado', 'RZ-1', null],
        ['Sellado', 'RZ-2', 'CB-8L'],
        ['Largo', 'RZ-3', 'CB-9T'],
      ],
    }),
    decisions: {},
    parts: [
      'RZ-1 | Filtro de aceite | Detalle: sellado',
      'RZ-2 | Filtro de aceite | Sellado',
      'RZ-3 | Filtro de aceite | Largo',
    ],
  },
  'titles of an ERP, brands with their codes, and measures without a sign': {
    brand: 'Lubrasur',
    file: csv(
      [
        'COD_ARTICU;DESCRIPCIO;FAMILIA;OEM 1;OEM 2;Bosch;EQUIVALENCIAS;MEDIDAS;STOCK_DEP1;PRECIO_1',
        '000700;Sellado;FILTRO DE ACEITE;030115561;030115562;0 451 103 y 0 451 104;MANN: W712/75 - FRAM: PH5548;Ø ext 76 / Ø int 62,5 / alt 79;4;1500,25',
        '000701;Panel;FILTRO DE AIRE;;;;MANN: C2201 - FRAM: CA550;Ø ext 77 / Ø int 63 / alt 80;2;900,10',
      ].join('\r\n'),
      'tango.csv',
    ),
    decisions: {},
    parts: [
      '000700 | Filtro de aceite | Sellado | Altura 79 mm, Diámetro exterior 76 mm, Diámetro interior 62,5 mm | Bosch 0 451 103, Bosch 0 451 104, FRAM PH5548, MANN W712/75, OEM 030115561, OEM 030115562',
      '000701 | Filtro de aire | Panel | Altura 80 mm, Diámetro exterior 77 mm, Diámetro interior 63 mm | FRAM CA550, MANN C2201',
    ],
  },
  'models in columns of brands of vehicles, and the foot of a print-out': {
    brand: 'Bombax',
    file: sheetsOf({
      Bombas: [
        ['BOMBAX - BOMBAS DE AGUA'],
        ['CÓD.', 'DESCRIPCIÓN', 'FIAT', 'FORD', 'OBS.'],
        ['BA-1', 'Con junta', 'Palio I 1.3 97/01; Uno 1.6 92/00', null, null],
        ['BA-2', 'Sin junta', null, 'Focus I 1.8 99/06', null],
        ['Usuario: JPEREZ', 'Fin del listado'],
      ],
    }),
    decisions: {},
    parts: [
      'BA-1 | Bomba de agua | Con junta | Fiat Palio I x2, Fiat Uno x2 1992-',
      'BA-2 | Bomba de agua | Sin junta | Ford Focus I x2 -2006, Ford Focus I x5',
    ],
  },
  'titles in English': {
    brand: 'Brakesur',
    file: sheetsOf({
      Sheet1: [
        [
          'Item No.',
          'Item Description',
          'Brand',
          'Product Group',
          'OE Number',
          'Make',
          'Model',
          'Year From',
          'Year To',
          'Length',
          'Active',
        ],
        [
          'BP-1001',
          'Brake pad set',
          'Brakesur',
          'Pastillas de freno delanteras',
          '5Z0698151A',
          'Volkswagen',
          'Fox',
          2004,
          2010,
          146.2,
          'Y',
        ],
        [
          'BP-1001',
          'Brake pad set',
          'Brakesur',
          'Pastillas de freno delanteras',
          '5Z0698151A',
          'Volkswagen',
          'Suran',
          2006,
          2015,
          146.2,
          'Y',
        ],
        [
          'BP-1003',
          'Brake pad set',
          'Brakesur',
          'Pastillas de freno delanteras',
          null,
          'Ford',
          'Ka I',
          1997,
          2007,
          155.1,
          'N',
        ],
      ],
    }),
    decisions: {},
    parts: [
      'BP-1001 | Pastillas de freno delanteras | Brake pad set | Largo 146,2 mm | Volkswagen 5Z0698151A | Volkswagen Fox x4 -2010, Volkswagen Fox x5, Volkswagen Suran x6, Volkswagen Suran x7 -2015',
      'BP-1003 | Pastillas de freno delanteras | Brake pad set | deshabilitada | Largo 155,1 mm | Ford Ka I x2 -2007, Ford Ka I x3',
    ],
  },
  'sheets of vehicle brands under the name of a product': {
    brand: 'Aceitera',
    file: sheetsOf({
      PEUGEOT: [
        ['FILTROS DE ACEITE — PEUGEOT'],
        ['Código\nFábrica', 'Aplicación', 'Nro. Original', 'H (mm)', 'Rosca', 'Reemplaza a'],
        ['AF 101', '207 Compact 1.4', '1109A9\n1109N1', 80, '3/4-16 UNF', 'WEGA WO 120; MANN W 7008'],
      ],
      VOLKSWAGEN: [
        ['FILTROS DE ACEITE — VOLKSWAGEN'],
        ['Código\nFábrica', 'Aplicación', 'Nro. Original', 'H (mm)', 'Rosca', 'Reemplaza a'],
        ['AF 202', 'Amarok 2.0 TDI 2010 en adelante', '03L115562', 141, null, null],
      ],
    }),
    decisions: {},
    parts: [
      'AF 101 | Filtro de aceite | Altura 80 mm, Rosca 3/4-16 UNF | MANN W 7008, Peugeot 1109A9, Peugeot 1109N1, WEGA WO 120 | Peugeot 207 Compact x8',
      'AF 202 | Filtro de aceite | Altura 141 mm | Volkswagen 03L115562 | Volkswagen Amarok x7',
    ],
  },
  'articles in a column of their own, long dashes and ordinals': {
    brand: 'Bombalux',
    file: sheetsOf({
      Lista: [
        ['BOMBAS DE AGUA Y TERMOSTATOS'],
        ['Código', 'Artículo', 'Nº OEM', 'Medidas', 'Nakata', 'Aplicación'],
        ['30120013', 'Bomba de agua', '1109A9 / 1109N1', 'Alto: 80 mm – Peso: 2 kg', 's/eq', 'VW Gol Trend 1.6 13/>'],
        ['30120014', 'Bomba de agua', '1109B1', 'Alto: 81 mm – Peso: 3 kg', 'NK 12', 'VW Gol Trend 1.6 08/13'],
        ['30120015', 'Termostato', 'S/D', 'Alto: 40 mm', 's/eq', 'Fiat Palio I 1.3'],
      ],
    }),
    decisions: {},
    parts: [
      '30120013 | Bomba de agua | Alto 80 mm, Peso 2 kg | Volkswagen 1109A9, Volkswagen 1109N1 | Volkswagen Gol Trend x4 2013-, Volkswagen Gol Trend x8',
      '30120014 | Bomba de agua | Alto 81 mm, Peso 3 kg | Nakata NK 12, Volkswagen 1109B1 | Volkswagen Gol Trend x4, Volkswagen Gol Trend x5 -2013',
      '30120015 | Termostato | Alto 40 mm | Fiat Palio I x2',
    ],
  },
  'a number of kits in the first of their rows alone, with the product above': {
    brand: 'Discurá',
    file: sheetsOf({
      Kits: [
        ['KIT DE EMBRAGUE 2026'],
        ['Cód. Kit', 'Marca', 'Modelo', 'Cil.', 'Comb.', 'Año desde', 'Año hasta', 'Ø Disco', 'Ref. Original', 'LUK'],
        ['KE 301', 'FIAT', 'Duna', '1.3', 'N', 1988, 2000, 190, '76543210\n76543211', '615 1234 00'],
        [null, 'VW', 'Suran', '1.9', 'D', 2006, 2010],
        ['KE 312', 'FORD', 'Ka II', '1.0', 'N', 2008, null, 180, '41234567', '618 2345 00'],
        ['KE 323', 'PEUGEOT', '307', '2.0', 'D', 2001, 2010, 228, '59876543', '620 3456 00'],
        [null, 'FIAT', 'Duna', '1.7', 'D', 1988, 2000],
      ],
    }),
    decisions: {},
    parts: [
      'KE 301 | Kit de embrague | Diámetro de disco 190 mm | Fiat 76543210, Fiat 76543211, LUK 615 1234 00 | Fiat Duna x2, Volkswagen Suran x3',
      'KE 312 | Kit de embrague | Diámetro de disco 180 mm | Ford 41234567, LUK 618 2345 00 | Ford Ka II x3',
      'KE 323 | Kit de embrague | Diámetro de disco 228 mm | LUK 620 3456 00, Peugeot 59876543 | Fiat Duna x3, Peugeot 307 x4',
    ],
  },
  'named measures below headings with vehicle brands, and codes with their brands': {
    brand: 'Articular',
    file: sheetsOf({
      Lista: [
        ['Código', 'Vehículo', 'Años', 'Medidas', 'Equivale a', 'Tipo'],
        ['RÓTULA DE SUSPENSIÓN'],
        ['VOLKSWAGEN'],
        ['AR 1', 'Suran 1.6 8v', '06/10', 'cono 19,3 mm; rosca M12x1.5', 'Tacuarex TX 402, TRW JTE500', 'Fija'],
        ['AR 2', 'Fox 1.6 16v', null, 'cono 18,1 mm; rosca M14x1.5', 'AQ-10 (Aconquel), JTE501 (TRW)', 'Fija'],
        ['FORD'],
        ['AR 3', 'Ka II 1.0', '2008-', 'cono 17 mm; rosca M12x1.5', 'S/E', 'Móvil'],
      ],
      Lámparas: [
        ['MATNR', 'MAKTX', 'ZZ_VOLT', 'ZZ_WATT', 'ZZ_EQUIV'],
        ['LM00001', 'LÁMPARA HALÓGENA H4', '12 V', '60/55 W', '64193 (Osram), 12342 (Philips)'],
        ['LM00002', 'LÁMPARA HALÓGENA H7', '24 V', '70 W', '64215 (Osram), 13972 (Philips)'],
      ],
    }),
    decisions: {},
    parts: [
      'AR 1 | Rótula de suspensión | Diámetro de cono 19,3 mm, Rosca M12x1.5, Tipo Fija | TRW JTE500, Tacuarex TX 402 | Volkswagen Suran x3, Volkswagen Suran x5 -2010',
      'AR 2 | Rótula de suspensión | Diámetro de cono 18,1 mm, Rosca M14x1.5, Tipo Fija | Aconquel AQ-10, TRW JTE501 | Volkswagen Fox x3',
      'AR 3 | Rótula de suspensión | Diámetro de cono 17 mm, Rosca M12x1.5, Tipo Móvil | Ford Ka II x3',
      'LM00001 | Lámpara halógena | LÁMPARA HALÓGENA H4 | Potencia 60/55 W, Tensión 12 V | Osram 64193, Philips 12342',
      'LM00002 | Lámpara halógena | LÁMPARA HALÓGENA H7 | Potencia 70 W, Tensión 24 V | Osram 64215, Philips 13972',
    ],
  },
};

describe.each(Object.entries(BOOKS))('%s', (_, { brand, file, decisions, parts, isSentTwice }) => {
  test('becomes the expected parts', async () => {
    await makeFor(brand);
    const { udid, mapping: proposal } = await waitToMap(await file());
    expect(countOf(decisions)).toBeLessThanOrEqual(MAX_DECISIONS);
    const mapping = decide(proposal, decisions);
    const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
    expect(preview).toMatchObject({ questions: [], unknown: [], unclear: [] });
    await maker.call(api.workbookMappings.apply, { body: { udid, mapping, name: `Lista ${brand}` } });
    const review = await finished(maker, { udid });
    expect(await errorsOf(maker, { udid })).toEqual([]);
    expect(review).toMatchObject({ state: 'review', errors_count: 0 });
    await applyReview(maker, { udid });
    expect(await partsOf(brand)).toEqual(parts);
    if (!isSentTwice) return;
    const again = await finished(maker, await upload(maker, await file()));
    expect(again).toMatchObject({ state: 'done', rows_created: 0, rows_updated: 0, errors_count: 0 });
  });
});

/** Imports a file of a new brand. */
async function send(brand: string, file: File) {
  await makeFor(brand);
  const { udid, state, status_message } = await finished(maker, await upload(maker, file));
  const show = () => maker.call(api.workbookMappings.show, { params: { udid } });
  return { udid, state, status_message, show };
}

test('texts below a heading with a vehicle brand are read with it, also those that are unclear', async () => {
  const { udid, show } = await send(
    'Cabecera',
    await makeSheets({
      Lista: [
        ['Código', 'Rubro', 'Aplicación'],
        ['FIAT'],
        ['GR-1', 'Filtro de aceite', '147'],
        ['GR-2', 'Filtro de aceite', 'Palyo I'],
        ['VOLKSWAGEN (VW)'],
        ['GR-3', 'Filtro de aire', 'Gol Trend 1.6'],
        ['GR-4', 'Filtro de aire', 'Fiat Sienna 9'],
      ],
    }),
  );
  const { mapping } = await show();
  expect(mapping.sheets[0]).toMatchObject({ vehicle_brand: 'groups', groups: 'ignored' });
  const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(preview.parts.map(({ applications }) => applications)).toEqual([
    [expect.stringMatching(/^Fiat 147 /)],
    ['¿Fiat Palyo I?'],
    [expect.stringMatching(/^Volkswagen Gol Trend · /)],
    ['¿Fiat Sienna 9?'],
  ]);
  expect(preview.unclear.map(({ text }) => text)).toEqual(['Palyo I', 'Fiat Sienna 9']);
});

test('codes without a product get that of the catalog, and rows keep their own fields and products', async () => {
  const { udid, show } = await send(
    'Recodo',
    await makeSheets({
      Lista: [
        ['Código', 'Rubro'],
        ['RC-1', 'Filtro de aceite'],
        ['RC-2', 'Filtro de aire'],
      ],
    }),
  );
  const first = await show();
  await maker.call(api.workbookMappings.apply, { body: { udid, mapping: first.mapping, name: '' } });
  await finished(maker, { udid });
  await applyReview(maker, { udid });
  const file = await makeSheets({
    Cruces: [
      ['Código', 'Rubro', 'Descripción', 'Marca competidor', 'Código competidor'],
      ['RC-1', null, 'Nueva', 'Fram', 'PH 4722'],
      ['RC-1', null, null, 'Mann', 'W 712'],
      ['RC-2', null, null, 'Fram', 'CA 5541'],
      ['RC-3', 'Filtro de habitáculo', null, 'Fram', 'CF 8840'],
      ['RC\u00004', null, null, 'Fram', 'CF 1'],
    ],
  });
  const second = await finished(maker, await upload(maker, file));
  const proposal = await maker.call(api.workbookMappings.show, { params: { udid: second.udid } });
  const sheets = proposal.mapping.sheets.map((sheet) => ({ ...sheet, product_by_code: true }));
  const body = { udid: second.udid, mapping: { ...proposal.mapping, sheets } };
  const preview = await maker.call(api.workbookMappings.preview, { body });
  expect(preview.parts.map(({ product }) => product)).toEqual([
    'Filtro de aceite',
    'Filtro de aceite',
    'Filtro de aire',
    'Filtro de habitáculo',
    '',
  ]);
  await maker.call(api.workbookMappings.apply, { body: { ...body, name: '' } });
  await finished(maker, second);
  expect(await errorsOf(maker, second)).toEqual([
    'Cruces 6 Código «»: Completá este campo',
    expect.stringMatching(/^Cruces 6 Código «RC.4»: Tiene caracteres que no se pueden guardar$/u),
  ]);
  await applyReview(maker, second);
  expect(await partsOf('Recodo')).toEqual([
    'RC-1 | Filtro de aceite | Nueva | Fram PH 4722, Mann W 712',
    'RC-2 | Filtro de aire | Fram CA 5541',
    'RC-3 | Filtro de habitáculo | Fram CF 8840',
  ]);
});

test('an original number has the brand in its cell, or the one brand of the vehicles in its row', async () => {
  const { udid, show } = await send(
    'Originaria',
    await makeSheets({
      Lista: [
        ['Código', 'Rubro', 'Aplicación', 'N° OEM'],
        ['OG-1', 'Filtro de aceite', 'Fiat Palio I 1.3', '46544820 / MD 360935'],
        ['OG-2', 'Filtro de aceite', 'Fiat Palio I 1.3; Renault Clio I 1.2', '7700274177'],
        ['OG-3', 'Filtro de aire', 'Fiat Palio I 1.3', 'VW 030115561 / 030115562'],
        ['OG-4', 'Filtro de aire', null, '93156310'],
        ['OG-5', 'Filtro de aire', 'Fiat Palyo 9', '93156311'],
      ],
    }),
  );
  const { mapping } = await show();
  const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(preview.parts.map(({ crosses }) => crosses.map(({ brand, code }) => `${brand} ${code}`))).toEqual([
    ['Fiat 46544820', 'Fiat MD 360935'],
    ['OEM 7700274177'],
    ['VW 030115561', 'VW 030115562'],
    ['OEM 93156310'],
    ['OEM 93156311'],
  ]);
});

const CODES = [
  ['X-1', 'Filtro de aceite', 'Uno'],
  ['X-2', 'Filtro de aire', 'Dos'],
];

describe('hostile workbooks', () => {
  test('a title of 30,000 characters is cut, and the file is read', async () => {
    const long = 'Título '.repeat(4_300).trim();
    const sheet = [['Código', 'Rubro', long], ...CODES];
    const { udid, state, show } = await send('Largo', await makeSheets({ ' Hoja  1 ': sheet }));
    expect(state).toBe('mapping');
    const { mapping } = await show();
    expect(mapping.sheets[0]?.columns[2]?.title.length).toBeLessThanOrEqual(200);
    await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
    await maker.call(api.workbookMappings.apply, { body: { udid, mapping, name: 'Larga' } });
    expect(await finished(maker, { udid })).toMatchObject({ state: 'review', errors_count: 0, rows_created: 4 });
  });

  test('240 columns are mapped, and blank rows above the titles do no harm', async () => {
    const file = (count: number) => {
      const many = Array.from({ length: count - 2 }, (_, index) => `Dato ${index + 1}`);
      const blank = Array.from({ length: 60 }, () => []);
      const rows = CODES.map(([code = '', product = '']) => [code, product, ...many.map((_, index) => index)]);
      return makeSheets({ Hoja: [['Lista'], ...blank, ['Código', 'Rubro', ...many], ...rows] });
    };
    const { udid, state, show } = await send('Ancho', await file(240));
    expect(state).toBe('mapping');
    const { mapping } = await show();
    expect(mapping.sheets[0]).toMatchObject({ header: [62], use: 'rows' });
    expect(mapping.sheets[0]?.columns.length).toBe(240);
    const preview = await maker.call(api.workbookMappings.preview, { body: { udid, mapping } });
    expect(preview.parts.map(({ code }) => code)).toEqual(['X-1', 'X-2']);
    const wide = await finished(maker, await upload(maker, await file(300)));
    expect(wide).toMatchObject({
      state: 'failed',
      status_message: expect.stringContaining('más allá de la columna 256'),
    });
  });

  test('a sheet with a title alone is no table', async () => {
    const { state, status_message } = await send('Solo', await makeSheets({ Tapa: [['CATÁLOGO 2026']] }));
    expect(state).toBe('failed');
    expect(status_message).toContain('no tiene una hoja «Piezas»');
  });
});
