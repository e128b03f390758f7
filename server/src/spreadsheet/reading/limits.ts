const MiB = 1024 * 1024;

/** What a workbook may cost. Everything is counted on real bytes and real cells, while they are read. */
export const LIMITS = {
  fileBytes: 64 * MiB,
  /** An .xls is read whole, so it may be half as big. */
  xlsFileBytes: 32 * MiB,
  entries: 1_000,
  entryBytes: 1_024 * MiB,
  /** Workbook, relations and styles go through the slow parser. No honest file comes near. */
  smallEntryBytes: 32 * MiB,
  totalBytes: 1_536 * MiB,
  /** How often larger than packed an entry may be, once it is larger than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 10 * MiB,
  rows: 1_048_576,
  columns: 256,
  cells: 20_000_000,
  textLength: 32_767,
  /** Shared strings stay in memory. */
  sharedStrings: 4_000_000,
  sharedBytes: 100 * MiB,
};

export type Limits = typeof LIMITS;
