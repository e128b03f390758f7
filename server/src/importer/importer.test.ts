import { expect, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct, addVehicle } from '../testing/catalogue.ts';
import { errorsOf, importFile, makeWorkbook, refuseOldBuild } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';

refuseOldBuild();
const server = await startServer();
const { db } = server;
server.imports.start();
const category = await addCategory(db, 'Frenos');
const product = await addProduct(db, category.id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

test('a file with parts and everything about them goes in', async () => {
  const vehicle = await addVehicle(db, 'Palio');
  const file = await makeWorkbook({
    Piezas: [['Ñandú', 'Frenos', 'Pastillas', '00123', 'Una descripción', 'SI', 'NO']],
    Atributos: [['ñandu', 'PASTILLAS', '00123', 'Espesor', '17,5', 'mm']],
    Equivalencias: [['Ñandú', 'Pastillas', '00-123', 'Fiat', '5U0698151']],
    Aplicaciones: [['Ñandú', 'Pastillas', '00123', vehicle.id]],
  });
  const done = await importFile(maker, file);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ state: 'done', status_message: 'Completado: 4 nuevas, 0 modificadas, 0 sin cambios' });
});
