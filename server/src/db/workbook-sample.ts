import type { SampleSheet } from '@piezario/contract/workbook-mappings';

/** The beginning of a workbook of another format, with the rows of titles that were found. */
export type WorkbookSample = {
  /** How a text file was read. */
  readonly text: { readonly encoding: string; readonly separator: string } | null;
  readonly sheets: readonly (Omit<SampleSheet, 'first' | 'reason'> & {
    readonly first: (SampleSheet['first'][number] & {
      readonly isHidden?: boolean | undefined;
      readonly isStruck?: boolean | undefined;
    })[];
    readonly header: number[];
    readonly titles: string[];
  })[];
};
