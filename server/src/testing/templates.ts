import { randomUUID } from 'node:crypto';
import { api } from '@piezario/contract/api';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { jobKinds } from '../app.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import { runTemplate } from '../templates/template-work.ts';
import type { Client } from './client.ts';
import type { startServer } from './server.ts';

/** An attribute of a template: a recommended text by default. */
export const templated = (name: string, more: Partial<TemplateAttribute> = {}): TemplateAttribute => ({
  ...{ name, aliases: [], type: 'text', unit: '', units: [], importance: 'recommended', values: [] },
  ...{ min: null, max: null, mercadolibre_id: null, is_strict: 0, ...more },
});

/** Saves the template of a product over its current version. */
export async function sendTemplate(admin: Client, product_id: number, attributes: readonly TemplateAttribute[]) {
  const { version } = await admin.call(api.templates.show, { params: { productId: product_id } });
  return admin.send(api.templates.store, { body: { product_id, version, attributes: [...attributes] } });
}

/** Runs the queued recounts of changed templates in this process. */
export async function recompute(
  { db, files }: Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'files'>,
  groupRows = 2,
  progress: () => void = () => {},
): Promise<void> {
  for (;;) {
    const job = await claimJob(db, randomUUID(), jobKinds(db, files));
    if (!job) return;
    await runTemplate({ db, job, files, scratch: '', limits: { ...LIMITS, groupRows }, progress });
  }
}
