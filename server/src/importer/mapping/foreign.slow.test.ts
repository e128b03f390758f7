import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { api } from '@piezario/contract/api';
import type { ImportFile } from '@piezario/contract/importer';
import type { Target, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { expect, test } from 'vitest';
import { loadReference } from '../../reference/reference.ts';
import { addBrand } from '../../testing/catalogue.ts';
import { applyReview, asFile, errorsOf, finished, upload } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';

/* Workbooks of manufacturers and distributors, with the decisions that a person makes and all parts that they have. */

const server = await startServer();
startJobs(server);
await loadReference(server.db, () => {});
for (const name of ['Pampafil', 'Plafren', 'Andefil', 'Litorex']) await addBrand(server.db, name);
const admin = await enrol(server, 'admin');

type Expected = {
  readonly brand: string;
  readonly product: string;
  readonly code: string;
  readonly observation: string;
  readonly enabled: 0 | 1;
  readonly discontinued: 0 | 1;
  readonly attributes: readonly { name: string; value: string; unit: string }[];
  readonly cross: readonly { brand: string; code: string }[];
  readonly applications: readonly {
    vehicle: readonly (string | number | null)[];
    positions: readonly string[];
    quantity: number | null;
    note: string;
    from_year: number | null;
    until_year: number | null;
  }[];
};

const folder = new URL('../samples/foreign/', import.meta.url);
const readSample = async (name: string) => asFile(await readFile(new URL(name, folder)), name);
const readExpected = async (name: string): Promise<Expected[]> =>
  JSON.parse(gunzipSync(await readFile(new URL(`${name.replace(/\.\w+$/, '')}.json.gz`, folder))).toString());

const ORDER = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other));

/** All parts of some brands, as the expected results have them. */
async function readParts(brands: readonly string[]): Promise<Expected[]> {
  const { rows } = await server.sql<Expected>(
    `select b.name as brand, p.name as product, parts.code, observation, enabled::int, discontinued::int,
      coalesce((select json_agg(json_build_object('name', name, 'value', value, 'unit', unit)) from part_attributes a
        where a.part_id = parts.id), '[]') as attributes,
      coalesce((select json_agg(json_build_object('brand', brand, 'code', code)) from part_crosses c
        where c.part_id = parts.id), '[]') as cross,
      coalesce((select json_agg(json_build_object('vehicle', json_build_array(v.brand, v.model, v.version, v.engine_code,
          v.fuel, v.sold_from_year, v.sold_until_year), 'positions', regexp_split_to_array(nullif(positions, ''), ', '),
          'quantity', quantity, 'note', note, 'from_year', from_year, 'until_year', until_year))
        from part_vehicles a join vehicles v on v.id = a.vehicle_id where a.part_id = parts.id), '[]') as applications
    from parts join part_brands b on b.id = part_brand_id join part_products p on p.id = part_product_id
    where b.name in (${brands.map((name) => `'${name}'`).join()})`,
  );
  return rows;
}

/** The parts that an import created. */
async function createdBy(udid: string): Promise<string[]> {
  const { rows } = await server.sql<{ part: string }>(
    `select b.name || ' ' || (after ->> 'code') as part from changes c join jobs on jobs.operation_id = c.operation_id
      join imports on imports.id = jobs.id join part_brands b on b.id = c.part_brand_id
    where udid = '${udid}' and entity = 'part' and before is null`,
  );
  return rows.map(({ part }) => part);
}

const inOrder = (parts: readonly Expected[]) =>
  parts
    .map((part) => ({
      ...part,
      // A number cell does not say how many decimals it is written with.
      attributes: part.attributes
        .map((one) => ({ ...one, value: one.value.replace(/^(\d+),0+$|(,\d*?)0+$/, '$1$2') }))
        .toSorted(ORDER),
      cross: part.cross.toSorted(ORDER),
      applications: part.applications
        .map((one) => ({ ...one, positions: (one.positions ?? []).toSorted() }))
        .toSorted(ORDER),
    }))
    .sort((a, b) => a.brand.localeCompare(b.brand) || a.code.localeCompare(b.code));

type Decisions = {
  /** By title. */
  readonly targets?: Readonly<Record<string, Target>>;
  readonly meanings?: Readonly<Record<string, string>>;
};

/** The proposal with the decisions of a person. */
function decide(proposal: WorkbookMapping, { targets = {}, meanings = {} }: Decisions): WorkbookMapping {
  const values = Object.entries(meanings).map(([value, means]) => ({ value, means }));
  return {
    ...proposal,
    sheets: proposal.sheets.map((sheet) => ({
      ...sheet,
      group_values: values,
      columns: sheet.columns.map((column) => ({
        ...column,
        target: targets[column.title] ?? column.target,
        values: ['brand', 'product', 'field'].includes(column.target.is) ? values : [],
      })),
    })),
  };
}

const attribute = (name: string, unit = ''): Target => ({ is: 'attribute', attributes: [{ name, unit }] });

const BOOKS: readonly (readonly [name: string, brands: readonly string[], Decisions])[] = [
  [
    '01_lista_precios_filtros.xlsx',
    ['Pampafil'],
    {
      meanings: {
        'FILTROS DE ACEITE': 'Filtro de aceite',
        'FILTROS DE AIRE': 'Filtro de aire',
        'FILTROS DE HABITÁCULO': 'Filtro de habitáculo',
        'COMBUSTIBLE NAFTA': 'Filtro de combustible nafta',
      },
    },
  ],
  [
    '02_frenos_atributo_por_columna.xlsx',
    ['Plafren'],
    {
      targets: {
        'Alto [mm]': attribute('Altura', 'mm'),
        'Esp. mm': attribute('Espesor', 'mm'),
        'Peso bruto (kg)': attribute('Peso bruto', 'kg'),
      },
      meanings: {
        'PLAFREN S.A.': 'Plafren',
        'PAST. FRENO DEL.': 'Pastillas de freno delanteras',
        'PAST. FRENO TRAS.': 'Pastillas de freno traseras',
      },
    },
  ],
  [
    '06_distribuidor_latin1.csv',
    ['Andefil', 'Litorex', 'Pampafil'],
    {
      targets: { Alto_mm: attribute('Altura', 'mm'), Diametro_mm: attribute('Diámetro exterior', 'mm') },
      meanings: {
        'FILTRO ACEITE': 'Filtro de aceite',
        'FILTRO AIRE': 'Filtro de aire',
        'FILTRO HABITÁCULO': 'Filtro de habitáculo',
        'FILTRO GASOIL': 'Filtro de combustible gasoil',
      },
    },
  ],
];

async function waitToMap(file: File): Promise<ImportFile> {
  const received = await finished(admin, await upload(admin, file));
  expect(received).toMatchObject({ state: 'mapping', status_message: expect.stringMatching(/^Para mapear/) });
  return received;
}

test.each(BOOKS)('importing %s creates exactly the expected parts', async (name, brands, decisions) => {
  const { udid } = await waitToMap(await readSample(name));
  const proposal = await admin.call(api.workbookMappings.show, { params: { udid } });
  const mapping = decide(proposal.mapping, decisions);
  const preview = await admin.call(api.workbookMappings.preview, { body: { udid, mapping } });
  expect(preview.questions).toEqual([]);
  expect(preview.unknown).toEqual([]);
  expect(preview.parts.length).toBe(30);
  await admin.call(api.workbookMappings.apply, { body: { udid, mapping, name: `Lista ${name}` } });
  const review = await finished(admin, { udid });
  expect(await errorsOf(admin, { udid })).toEqual([]);
  expect(review).toMatchObject({ state: 'review', errors_count: 0 });
  const applied = await applyReview(admin, { udid });
  expect(applied).toMatchObject({ state: 'done', errors_count: 0 });
  const expected = inOrder(await readExpected(name));
  const created = new Set(await createdBy(udid));
  const found = inOrder((await readParts(brands)).filter(({ brand, code }) => created.has(`${brand} ${code}`)));
  expect(found.length).toBe(expected.length);
  for (const [index, part] of expected.entries()) expect(found[index]).toEqual(part);

  // The same file again asks nothing and changes nothing.
  const again = await finished(admin, await upload(admin, await readSample(name)));
  expect(again).toMatchObject({ state: 'done', rows_created: 0, rows_updated: 0, errors_count: 0 });
});
