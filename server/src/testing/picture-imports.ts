import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import type { PictureMode } from '@piezario/contract/picture-imports';
import { jobKinds } from '../app.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import { runPictureImport } from '../picture-imports/work.ts';
import type { Client } from './client.ts';
import { paint } from './images.ts';
import type { startServer } from './server.ts';
import { zip } from './workbook.ts';

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'files'>;

/** A small picture that is different for each number. */
export const pixels = (n: number) =>
  paint(20 + n, 10)
    .jpeg()
    .toBuffer();

/** Pictures by the names of their files. */
export const pictureFiles = (contents: Readonly<Record<string, Buffer>>) =>
  Object.entries(contents).map(([name, content]) => new File([Uint8Array.from(content)], name));

export const zipFile = async (contents: Readonly<Record<string, Buffer>>, name = 'fotos.zip') =>
  new File([Uint8Array.from(await zip(contents))], name);

type Place = { readonly brand: number; readonly product?: number };

/** Opens an import and adds the files. */
export async function openPictureImport(client: Client, { brand, product }: Place, files: readonly File[]) {
  const body = { part_brand_id: brand, part_product_id: product ?? ('all' as const) };
  const { id } = await client.call(api.pictureImports.store, { body });
  for (const attachment of files) await client.call(api.pictureImports.addFile, { body: { id, attachment } });
  return client.call(api.pictureImports.show, { params: { pictureImportId: id } });
}

const query = { page: 1, size: 200, filters: [], sort: [{ column: 'id', descending: false }] };

/** The outcome of each file, as «name: outcome brand code rank plano, reason». */
export async function outcomesOf(client: Client, { id }: { id: number }): Promise<string[]> {
  const { data } = await client.call(api.pictureImports.files, { params: { pictureImportId: id }, query });
  return data.map(({ name, outcome, brand, code, rank, is_blueprint, reason }) => {
    const part = code && ` ${brand} ${code} ${rank}${is_blueprint ? ' plano' : ''}`;
    return `${name}: ${outcome}${part}${reason && `, ${reason}`}`;
  });
}

/** Stores the pictures, in this process. `between` runs while the job is queued. */
export async function applyPictureImport(
  { db, files }: Server,
  client: Client,
  { id }: { id: number },
  mode: PictureMode = 'append',
  between: () => Promise<unknown> = async () => {},
) {
  await client.call(api.pictureImports.apply, { body: { id, mode } });
  await between();
  const claimed = await claimJob(db, randomUUID(), jobKinds(db, files));
  if (claimed?.id !== id) throw new Error('Another job was waiting');
  const scratch = await mkdtemp(join(tmpdir(), 'piezario-job-'));
  await runPictureImport({ db, job: claimed, files, scratch, limits: LIMITS, progress: () => {} });
  await rm(scratch, { recursive: true });
  return client.call(api.pictureImports.show, { params: { pictureImportId: id } });
}
