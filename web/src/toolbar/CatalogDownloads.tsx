import type { ComponentProps } from 'react';
import { ExportMenu } from '../downloads/ExportMenu.tsx';
import { useVisibleColumns } from '../parts/useVisibleColumns.ts';
import { useFilters } from '../selection/useFilters.ts';

/** The files of the selection, and the table of parts with its visible columns. */
export function CatalogDownloads(props: Omit<ComponentProps<typeof ExportMenu>, 'columns'>) {
  const columns = useVisibleColumns(props.selection, useFilters());
  return <ExportMenu {...props} columns={columns} />;
}
