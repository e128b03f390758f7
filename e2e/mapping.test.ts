import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { openImporter } from './support/importer.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { chooseFiles } from './support/page.ts';
import { PRODUCT } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

const LIST = `Lista de precios;;;
Artículo;Rubro;Detalle;Precio
00123;FILTRO DE ACEITES;Con válvula antirretorno;1.200,50
00124;FILTRO DE ACEITES;Sellado;900,00
`;

test('a manufacturer uploads their own CSV, says how it is read, reviews it, and the next one asks nothing', async ({
  open,
  demo,
}) => {
  const maker = await createMaker(demo, 'Con Lista Propia');
  const page = await openImporter(open, maker);
  const upload = (name: string, text: string) =>
    chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), [
      { name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') },
    ]);
  await upload('enero.csv', LIST);
  await page.getByRole('button', { name: /^Decir cómo se lee/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('00123').first().waitFor();
  await dialog.getByRole('button', { name: /Valores/ }).click();
  await dialog.getByRole('button', { name: `Leer como ${PRODUCT}: «` }).click();
  await dialog.getByText(`${maker.brand} · ${PRODUCT}`).first().waitFor();
  await dialog.getByLabel('Guardar este mapeo como').fill('Lista mensual');
  await dialog.getByRole('button', { name: 'Leer el archivo' }).click();
  await expectEnded(page, /^Para revisar: 2 nuevas/);
  await dialog.getByRole('button', { name: /^Aplicar/ }).click();
  await expectEnded(page, /^Completado: 2 nuevas/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const admin = await demo.client('admin');
  const found = await admin.call(api.search.suggest, { query: { text: `${maker.brand} 00123` } });
  expect(found[0]).toMatchObject({ code: '00123', brand: maker.brand });

  await upload('febrero.csv', LIST.replace('Sellado', 'Sellado, con junta'));
  await expectEnded(page, /^Para revisar: 1 modificada/);
});
