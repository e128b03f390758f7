import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct, addVehicle, addVehicleAlias, clearParts } from '../testing/catalogue.ts';
import { changesOf, errorsOf, importFile, makeWorkbook, reviewFile } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { WRITERS } from '../testing/writers.ts';

/* A workbook with many inexact values, as several programs write it. */

const server = await startServer();
const { db } = server;
startJobs(server);
const frenos = await addCategory(db, 'Frenos');
await addProduct(db, frenos.id, 'Pastillas');
await addProduct(db, frenos.id, 'Discos');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
await addVehicle(db, 'Uno', '1.4');
await addVehicleAlias(db, 'FCA', 'Fiat');

const { Piezas, Atributos, Equivalencias, Aplicaciones } = IMPORT_SHEETS;
const part = (code: string, ...more: string[]) => ['Ñandú', '', 'Pastillas', code, ...more];
const row = (code: string, ...more: string[]) => ['Ñandú', 'Pastillas', code, ...more];

test.each(WRITERS)('%s: stored spellings stay, and errors offer likely corrections', async (_, writer) => {
  await clearParts(db);
  await importFile(
    maker,
    await makeWorkbook({
      Piezas: [part('PLF-100422', 'Una'), part('A-1')],
      Atributos: [row('A-1', 'Altura', '54', 'mm')],
    }),
  );
  const file = await reviewFile(
    maker,
    await writer({
      Piezas: [
        Piezas,
        part('plf100422'),
        ['Ñandú', '', 'Pastilas', 'B-1'],
        part('B-2', '', 'quizás'),
        ['Ñandú', '', 'Discos', 'A 1'],
        part('A-1', '', '', '', 'BORRAR'),
      ],
      Atributos: [Atributos, row('a1', 'ALTURA', '54,1', 'MM'), row('B-2', 'Ancho', '1')],
      Equivalencias: [Equivalencias, row('A-1', 'Fiat', '7700-1; 7700-2'), row('A-1', 'Ñandú', 'A.1')],
      Aplicaciones: [Aplicaciones, row('A-1', '', 'fca', 'Uno'), row('A-1', '', 'Fiat', 'Unno')],
    }),
  );
  expect(await changesOf(maker, file)).toEqual([
    'Piezas 2 plf100422 changed PLF-100422: code PLF-100422→plf100422 (respelling, left out)',
    expect.stringMatching(/^Piezas 5 A 1 created .*\(other_product\)$/),
    'Atributos 2 a1 changed Altura: name Altura→ALTURA (respelling, left out)',
    'Atributos 2 a1 changed Altura: value 54→54,1',
    'Atributos 2 a1 changed Altura: unit mm→MM (respelling, left out)',
    expect.stringMatching(/^Aplicaciones 2 A-1 created Fiat Uno/),
  ]);
  expect(await errorsOf(maker, file)).toEqual([
    'Piezas 3 Producto «Pastilas»: No existe o no está a tu alcance. ¿Pastillas?',
    'Piezas 4 Habilitada «quizás»: Tiene que ser SI o NO',
    'Piezas 6 Acción «BORRAR»: Va QUITAR, o queda en blanco',
    'Atributos 3 Código «B-2»: Su pieza no entró: mirá la fila 4 de la hoja «Piezas»',
    'Equivalencias 2 Código equivalente «7700-1; 7700-2»: Parecen varios códigos en una celda: va uno por fila',
    'Equivalencias 3 Código equivalente «A.1»: Es la misma pieza: una pieza no es equivalente de sí misma',
    'Aplicaciones 3 Modelo «Unno»: Ningún vehículo coincide. ¿Uno?',
  ]);
  const groups = await maker.call(api.importMappings.groups, { params: { udid: file.udid } });
  expect(groups.flatMap(({ offers }) => offers.map(({ label }) => label))).toEqual(
    expect.arrayContaining(['Pastillas', 'Separar en 2 códigos', 'Es un solo código', 'Uno']),
  );
  expect(file.warnings).toContain('1 fila (Piezas 5): el código ya existe en otro producto de la marca, «Pastillas»');
});

test('a product is found by its aliases, and a part with two of its names in a file is created once', async () => {
  await db.deleteFrom('parts').execute();
  await db
    .updateTable('part_products')
    .set({ aliases: ['Balatas', 'PASTILLAS DE FRENO'] })
    .where('name', '=', 'Pastillas')
    .execute();
  const named = (product: string, code: string) => ['Ñandú', '', product, code, 'Una'];
  const file = await importFile(
    maker,
    await makeWorkbook({
      Piezas: [named('balatas', 'B-1'), named('Pastillas de freno', 'B-2'), named('Pastillas', 'B-1')],
      Atributos: [['Ñandú', 'Pastillas', 'B-1', 'Altura', '54', 'mm']],
    }),
  );
  const parts = await db.selectFrom('parts').select('code').orderBy('code').execute();
  expect(parts.map(({ code }) => code)).toEqual(['B-1', 'B-2']);
  expect(await errorsOf(maker, file)).toHaveLength(0);
});
