import type { DestinationNames } from '../saving/destinations.ts';
import type { RowReader } from './row-reader.ts';

/** A row of any sheet, after the checks that need no catalog data. */
export type ParsedRow = {
  readonly reader: RowReader;
  /** Among all rows of the file, from 0 on. */
  readonly position: number;
  readonly destination: DestinationNames;
  /** Identifies the part in the file. */
  readonly partKey: string;
  readonly code: string;
  readonly bare: string;
  /** Whether the row removes what it names. */
  readonly removes: boolean;
  /** What the row names, in the form of the rules of its sheet. */
  readonly items: readonly unknown[];
};
