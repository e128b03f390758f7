import type { JobKind } from './db/schema.ts';
import type { Work } from './jobs/kind.ts';

/** Work of each kind of job. Only the code of a kind is loaded: loading takes longer than most jobs. */
export const WORKS: Readonly<Record<JobKind, () => Promise<Work>>> = {
  import: async () => (await import('./importer/run-import.ts')).runImport,
  undo: async () => (await import('./history/undo-work.ts')).runUndo,
  bulk: async () => (await import('./bulk/bulk-work.ts')).runBulk,
  pictures: async () => (await import('./picture-imports/work.ts')).runPictureImport,
  template: async () => (await import('./templates/template-work.ts')).runTemplate,
};
