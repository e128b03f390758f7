/** Chosen files that the screen of their import has not taken over yet, by the id of the import. */
const waiting = new Map<number, readonly File[]>();

export const handOver = (id: number, files: readonly File[]) => void waiting.set(id, files);

/** Returns the files of an import, once. */
export function takeOver(id: number): readonly File[] {
  const files = waiting.get(id) ?? [];
  waiting.delete(id);
  return files;
}
