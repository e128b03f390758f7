import { api } from '@piezario/contract/api';
import { FLAG_NAMES, type FlagName, INITIAL_FIELDS } from '@piezario/contract/part-fields';
import { beforeEach } from 'vitest';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addProduct, addVehicle, clearParts } from './catalogue.ts';
import { importFile, makeWorkbook, reviewFile } from './imports.ts';
import { startJobs } from './jobs.ts';
import { enrol } from './people.ts';
import { startServer } from './server.ts';

type Sheets = Parameters<typeof makeWorkbook>[0];

export const part = (code: Row[number], ...more: Row) => ['Ñandú', null, 'Pastillas', code, ...more];
export const row = (code: string, ...more: Row) => ['Ñandú', 'Pastillas', code, ...more];

/** The flags of a new part, as changes show them. */
export const flagsInWords = (other: { readonly [F in FlagName]?: string } = {}) =>
  FLAG_NAMES.map((name) => `${name} →${other[name] ?? (INITIAL_FIELDS[name] ? 'SI' : 'NO')}`).join(', ');

/** A server that works on imports, two makers, and three vehicles. There are no parts at the start of a test. */
export async function startReviews() {
  const server = await startServer();
  const { db } = server;
  startJobs(server);
  const frenos = await addCategory(db, 'Frenos');
  const pastillas = await addProduct(db, frenos.id, 'Pastillas');
  const discos = await addProduct(db, frenos.id, 'Discos');
  const brand = await addBrand(db, 'Ñandú');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const rival = await enrol(server, 'manufacturer', { part_brand_id: (await addBrand(db, 'Rival')).id });
  for (const version of ['1.4', '1.6', '2.0']) await addVehicle(db, 'Gol', version);
  beforeEach(async () => {
    await clearParts(db);
  });
  const save = async (sheets: Sheets) => importFile(maker, await makeWorkbook(sheets));

  return {
    ...{ server, db, frenos, pastillas, discos, brand, maker, rival, save },

    /** All parts and their rows, without pictures. */
    async catalogue() {
      const [parts, attributes, crosses, links] = [
        await db.selectFrom('parts').selectAll().orderBy('id').execute(),
        await db.selectFrom('part_attributes').selectAll().orderBy('id').execute(),
        await db.selectFrom('part_crosses').selectAll().orderBy('id').execute(),
        await db.selectFrom('part_vehicles').selectAll().orderBy('id').execute(),
      ];
      return { parts: parts.map(({ version, ...part }) => part), attributes, crosses, links };
    },

    review: async (sheets: Sheets, options = {}) => reviewFile(maker, await makeWorkbook(sheets), options),

    choose: (udid: string, body: object) =>
      maker.call(api.importReview.choose, { body: { udid, ...body, accepted: 0 } }),

    seed: () =>
      save({
        Piezas: [part('A-1', 'Uno', 'SI'), part('A-2', 'Dos', 'SI'), part('A-3', 'Tres', 'SI')],
        Atributos: [row('A-1', 'Ancho', '10', 'mm'), row('A-2', 'Ancho', '20', 'mm')],
        Equivalencias: [row('A-1', 'Fiat', '777'), row('A-1', 'Ford', '888'), row('A-2', 'Fiat', '999')],
        Aplicaciones: [row('A-1', 1), row('A-1', 2), row('A-2', 1)],
      }),
  };
}
