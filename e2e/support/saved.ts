import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The file that the browser saves when this is done. */
export async function saved(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

export const isWorkbook = (content: Buffer) => content.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
