/** Files on their way from where they were chosen to the screen that sends them, by the id of their import. */
const waiting = new Map<number, readonly File[]>();

export const handOver = (id: number, files: readonly File[]) => void waiting.set(id, files);

/** They are taken once. */
export function takeOver(id: number): readonly File[] {
  const files = waiting.get(id) ?? [];
  waiting.delete(id);
  return files;
}
