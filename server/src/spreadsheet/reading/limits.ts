const MiB = 1024 * 1024;

/** Limits for a workbook, counted on the actual bytes and cells while they are read. */
export const LIMITS = {
  fileBytes: 64 * MiB,
  /** An .xls is read into memory at once, so the limit is lower. */
  xlsFileBytes: 32 * MiB,
  entries: 1_000,
  /** Bytes of the list of entries, which stays in memory. */
  directoryBytes: 4 * MiB,
  entryBytes: 1_024 * MiB,
  /** Workbook, relations and styles are read by the slow parser. Real files are far smaller. */
  smallEntryBytes: 32 * MiB,
  totalBytes: 1_536 * MiB,
  /** Maximum ratio between the size of an entry and its compressed size, for entries larger than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 10 * MiB,
  rows: 1_048_576,
  columns: 256,
  cells: 20_000_000,
  textLength: 32_767,
  /** Merged ranges of several rows per sheet. With more, none is reported. */
  mergedRanges: 10_000,
  /** Shared strings stay in memory. */
  sharedStrings: 4_000_000,
  sharedBytes: 100 * MiB,
};

export type Limits = typeof LIMITS;

/** Limits of any zip, not only of a workbook. */
export type ZipLimits = Pick<
  Limits,
  'entries' | 'directoryBytes' | 'entryBytes' | 'totalBytes' | 'ratio' | 'ratioFromBytes'
>;
