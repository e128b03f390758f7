import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { Demo } from './support/demo.ts';
import { chooseWorkbooks, openImporter, workbook } from './support/importer.ts';
import { openPage, test } from './support/journey.ts';
import { createMaker, whileLocked } from './support/makers.ts';
import { expectEnded } from './support/waiting.ts';

const PARTS = 60;

test('two processes look like one to users, and no acknowledged write is lost when one of them is killed', async ({
  browser,
}) => {
  const demo = await Demo.startTwo();
  const maker = await createMaker(demo, 'Dos Procesos');
  const admin = await demo.client('admin');

  // A person imports and watches the progress, whichever process answers.
  const page = await openImporter((path, options = {}) => openPage(browser, demo, path, options), maker);
  const codes = Array.from({ length: PARTS }, (_, n) => `DOS-${n}`);
  const row = page.locator('[data-row]', { hasText: 'dos.xlsx' });
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let n = 0; n < 20; n++) {
      if (writer === 0 && n === 5) await demo.servers[0]?.end('SIGKILL');
      const name = `Marca ${writer}-${n}`;
      // A call to the killed process fails, so that its write is not acknowledged.
      const code = await admin.send(api.brands.add, { body: { name } }).then(
        (answer) => answer.code,
        () => 0,
      );
      if (code === 200) acknowledged.push(name);
    }
  };
  await whileLocked(demo, maker, 'DOS-30', async () => {
    await chooseWorkbooks(page, await workbook('dos.xlsx', { Piezas: codes.map((code) => maker.part(code)) }));
    await row.getByText(/Procesando [\d.]+ de [\d.]+ filas/).waitFor();
    // Three writers add brands, and one of them kills a process.
    await Promise.all([0, 1, 2].map(write));
  });
  expect(acknowledged.length).toBeGreaterThan(30);
  const names = (await admin.call(api.brands.json, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(acknowledged));

  // The import ends, the person is still signed in, and the catalog has the imported parts.
  await expectEnded(row, /Completado/);
  const [brand] = await (await demo.client(maker)).call(api.brands.json, {});
  await page.goto(`/parts/catalog?part_brand=${brand?.id}`);
  await page.getByText(`de ${PARTS} piezas`).first().waitFor();
});
