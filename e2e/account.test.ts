import { expect } from 'vitest';
import { PASSWORD } from './support/demo.ts';
import { test } from './support/journey.ts';
import { signIn } from './support/page.ts';
import { createPerson } from './support/people.ts';
import { expectNotice } from './support/waiting.ts';

const NEW = 'otra-clave-propia';

test('a client finds their account in the menu, and changes their name and password there', async ({ open, demo }) => {
  const person = await createPerson(demo, 'clients', 'Cliente Inquieto');
  const elsewhere = await open('/parts/catalog', { as: person });
  await elsewhere.getByRole('button', { name: /Tu cuenta/ }).waitFor();

  const page = await open('/login');
  await signIn(page, person.email, PASSWORD);
  await page.getByRole('button', { name: /Tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click();
  await page.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
  page.on('dialog', (asked) => asked.accept());
  await page.getByLabel('Nombre').fill('Cliente Tranquilo');
  await page.getByText('Sin guardar', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Recuperamos lo que no habías guardado').waitFor();
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Cliente Tranquilo');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Datos guardados');
  await page.getByRole('button', { name: /Tu cuenta: Cliente Tranquilo/ }).waitFor();

  // Each session can be recognized and ended.
  const sessions = page.getByRole('region', { name: 'Sesiones abiertas' }).getByRole('listitem');
  await expect.poll(() => sessions.count()).toBe(3);
  expect(await sessions.filter({ hasText: 'Esta sesión' }).getByText('Chrome en').count()).toBe(1);
  await sessions.filter({ hasText: 'Otro programa' }).getByRole('button').first().click();
  await page.getByText('Sesión cerrada').waitFor();
  await expect.poll(() => sessions.count()).toBe(2);

  await page.getByLabel('Clave actual').fill('no-es-esa');
  await page.getByLabel('Clave nueva').fill(NEW);
  await page.getByRole('button', { name: 'Cambiar la clave' }).click();
  await page.getByText('No es tu clave actual').waitFor();
  await page.getByLabel('Clave actual').fill(PASSWORD);
  await page.getByRole('button', { name: 'Cambiar la clave' }).click();
  await page.getByText(/^Clave cambiada/).waitFor();
  await expect.poll(() => sessions.count()).toBe(1);
  await expect.poll(() => page.getByLabel('Clave nueva').inputValue()).toBe('');

  await elsewhere.reload();
  await elsewhere.waitForURL(/\/login/);
  await signIn(elsewhere, person.email, NEW);
  await elsewhere.getByRole('button', { name: /Tu cuenta/ }).waitFor();
});
