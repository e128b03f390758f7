import { readFile } from 'node:fs/promises';
import { DEMO_PASSWORD } from '@piezario/contract/demo';
import type { Locator, Page, Route } from 'playwright-core';
import { type DemoAccount, emailOf } from './demo.ts';

/** Fills in the sign-in form that is on the screen. */
export async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Clave', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresá' }).click();
}

export const signInAs = (page: Page, account: DemoAccount) => signIn(page, emailOf(account), DEMO_PASSWORD);

/** Types the password into the dialog that an ended session opens over a screen. */
export async function signInAgain(page: Page, password: string) {
  const dialog = page.getByRole('dialog').filter({ hasText: 'Tu sesión terminó' });
  await dialog.getByLabel(/^Clave de/).fill(password);
  await page.keyboard.press('Enter');
}

type Chosen = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Clicks a button that opens the file chooser, and chooses these files. */
export async function chooseFiles(button: Locator, files: readonly Chosen[] | string) {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(typeof files === 'string' ? files : [...files]);
}

/** Returns a DataTransfer with the files, for events of dragging and pasting. */
export const holdFiles = (page: Page, files: readonly Chosen[]) =>
  page.evaluateHandle(
    (contents) => {
      const transfer = new DataTransfer();
      for (const { name, type, content } of contents) {
        const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, content: buffer.toString('base64') })),
  );

/** Returns the file that the browser downloads after `start`. */
export async function downloadFile(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

export const isWorkbook = (content: Buffer) => content.subarray(0, 4).toString('latin1') === 'PK\x03\x04';

/** Delays requests until the returned function is called. `deal` then answers them. */
export async function holdRequests(page: Page, url: string, deal: (route: Route) => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await deal(route);
  });
  return release;
}

/** Pastes a text into a field, as from the clipboard. */
export const pasteInto = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Stops the clock of the page, so that notices stay however slow the machine is. */
export const stopClock = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });

/** Waits for the notice that offers an undo, and keeps it on the screen. */
export async function keepNotice(page: Page) {
  await page.getByRole('button', { name: 'Deshacer' }).waitFor();
  await stopClock(page);
}
