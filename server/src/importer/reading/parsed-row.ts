import type { DestinationNames } from '../saving/destinations.ts';
import type { RowReader } from './row-reader.ts';

/** A row of any sheet after everything was checked that needs no catalogue data. */
export type ParsedRow = {
  readonly reader: RowReader;
  /** Among all rows of the file, from 0 on. */
  readonly position: number;
  readonly destination: DestinationNames;
  /** Identifies the part in the file. */
  readonly partKey: string;
  readonly code: string;
  readonly bare: string;
  /** Whether what it names is to be removed. */
  readonly removes: boolean;
  /** What it names, for the rules of its sheet. */
  readonly items: readonly unknown[];
};
