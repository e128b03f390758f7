import { IMPORT_SHEETS, type Offer } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import type { Cell } from '../../spreadsheet/reading/read.ts';
import { addVehicle, addVehicleAlias } from '../../testing/catalogue.ts';
import { startServer } from '../../testing/server.ts';
import { Mappings } from '../reading/mappings.ts';
import { RowReader } from '../reading/row-reader.ts';
import { TextFolding } from '../reading/text-folding.ts';
import { VehicleMatcher } from './vehicle-matcher.ts';
import { refuseModel } from './vehicle-refusals.ts';
import { describeVehicle } from './vehicle-row.ts';

/* Offers for a row, and the vehicles of a row after an offer was accepted. */

const { db, addUser } = await startServer();
const { id: user_id } = await addUser('manufacturer');
const unos = [
  await addVehicle(db, 'Uno', '1.3'),
  await addVehicle(db, 'Uno', '1.4'),
  await addVehicle(db, 'Uno', '1.6'),
];
const ids = unos.map(({ id }) => id);
const palio = await addVehicle(db, 'Palio');
await addVehicleAlias(db, 'F.I.A.', 'Fiat');
const matcher = await VehicleMatcher.open(db);
const folding = await TextFolding.open(db);

/** Reads a row with these cells from «ID vehículo» on. */
async function find(cells: readonly Cell[], ...accepted: Offer[]) {
  const row = { sheet: 'Aplicaciones', number: 2, cells: ['Marca', 'Producto', 'A1', ...cells], indexes: [] };
  await db.deleteFrom('import_mappings').execute();
  const mappings = accepted.map(({ column, value, to }) => ({ user_id, column, value, to }));
  if (mappings.length > 0) await db.insertInto('import_mappings').values(mappings).execute();
  const reader = new RowReader('Aplicaciones', row, await Mappings.read(db, 0, user_id));
  const described = describeVehicle(reader);
  await folding.learn(described.texts.filter((text) => text !== null));
  const found = matcher.find(described, folding, reader);
  const { notices, problems } = reader;
  return { found, notices, reason: problems[0]?.reason, offers: problems.flatMap(({ offers }) => offers) };
}
const withoutId = (...cells: Cell[]) => [null, ...cells];
const nameOf = (version: string) => `Fiat Uno ${version} E1 Nafta desde 2001`;

test('the row has the columns that this test writes', () => {
  expect(IMPORT_SHEETS.Aplicaciones.slice(3, 6)).toEqual(['ID vehículo', 'Marca vehículo', 'Modelo']);
});

test('an unknown model offers similar models for the value in the row', async () => {
  for (const value of ['Umo', ' UMÓ']) {
    const { reason, offers } = await find(withoutId('Fiat', value));
    expect(reason).toBe('Ningún vehículo coincide. ¿Uno?');
    expect(offers).toEqual([{ column: 'Modelo', value: value.trim(), to: 'Uno', label: 'Uno' }]);
    expect((await find(withoutId('Fiat', value, '1.4'), ...offers)).found).toEqual([ids[1]]);
  }
});

test('no model is offered in place of a text whose values it would lose', async () => {
  for (const text of ['1.6', '8', 'Uno 1.5', 'Uno 1,5 SD', 'Uno 98/04', 'Palio 8v', 'Palio 2008']) {
    expect(await find(withoutId('Fiat', text))).toMatchObject({ reason: 'Ningún vehículo coincide', offers: [] });
  }
  const other = { ...matcher.vehicle(palio.id), model: '106', folded: ['peugeot', '106'], model_master_folded: '106' };
  expect(refuseModel('1.6', [other]).offers).toEqual([]);
  expect(refuseModel('1006', [other]).offers).toHaveLength(1);
  expect(refuseModel('l06', [other]).offers).toEqual([{ column: 'Modelo', to: '106', label: '106' }]);
});

test('an unknown brand offers brands with a similar name or alias', async () => {
  for (const value of ['Fiaat', 'F.I.A.A.']) {
    const { offers } = await find(withoutId(value, 'Palio'));
    expect(offers).toEqual([{ column: 'Marca vehículo', value, to: 'Fiat', label: 'Fiat' }]);
    expect((await find(withoutId(value, 'Palio'), ...offers)).found).toEqual([palio.id]);
  }
});

test('several vehicles are offered one by one and all together', async () => {
  const cells = withoutId('fiat', 'Uno', null, null, 'Nafta', '2001-2005');
  const value = 'fiat · Uno · Nafta · 2001-2005';
  const { found, offers } = await find(cells);
  expect(found).toBeNull();
  expect(offers).toEqual([
    { column: 'ID vehículo', value, to: '*', label: 'Todas (3)' },
    ...['1.3', '1.4', '1.6'].map((version, index) => ({
      ...{ column: 'ID vehículo', value, to: String(ids[index]), label: nameOf(version) },
    })),
  ]);
  const [all, first] = offers;
  if (!all || !first) throw new Error('Nothing was offered');
  expect(await find(cells, all)).toMatchObject({
    found: ids,
    notices: [`«${value}» vincula las 3 versiones de Fiat Uno`],
  });
  expect(await find(cells, first)).toMatchObject({ found: [ids[0]], notices: [] });
  expect((await find(cells)).found).toBeNull();
});

test('all vehicles together are not offered where the model is blank', async () => {
  const { offers } = await find(withoutId('Fiat'));
  expect(offers.map(({ to }) => to)).toEqual([String(palio.id), ...ids.slice(0, 2).map(String)]);
});

test('similar vehicles are offered too, and an accepted one need not match the description', async () => {
  const cells = withoutId('Fiat', 'Uno', '1.4 Fire');
  const { reason, offers } = await find(cells);
  expect(reason).toBe(`Ningún vehículo coincide. Parecidos: ${ids[1]} (Fiat Uno 1.4 E1 Nafta, desde 2001)`);
  expect(offers).toEqual([
    { column: 'ID vehículo', value: 'Fiat · Uno · 1.4 Fire', to: String(ids[1]), label: nameOf('1.4') },
  ]);
  expect((await find(cells, ...offers)).found).toEqual([ids[1]]);
});

test('«*» has a notice with how many vehicles it links', async () => {
  expect(await find(withoutId('Fiat', 'UNO', '*'))).toMatchObject({
    found: ids,
    notices: ['«*» vincula las 3 versiones de Fiat Uno'],
  });
  expect((await find(withoutId(null, 'Palio', '*'))).notices).toEqual(['«*» vincula la única versión de Fiat Palio']);
});
