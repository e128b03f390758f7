import { seesHistory } from '@piezario/contract/access';
import { attributeKey, type Filter } from '@piezario/contract/list';
import { isPartColumn } from '@piezario/contract/part-columns';
import { parts } from '@piezario/contract/parts';
import { useRole } from '../auth/session.tsx';
import { arrange, usuallyHidden } from '../ui/table/arrange.ts';
import { usePreferences } from '../ui/table/usePreferences.ts';
import { GROUP, useOfferedAttributes } from './attributeColumns.tsx';
import { explains, partColumns } from './PartsTableColumns.tsx';

/** Renderers of columns that only have a place. */
const UNDRAWN = { link: () => ({ href: '', onOpen: () => {} }), view: () => {}, describe: () => {} };

type Place = { brand: number; product: number | null };

/** Keys of the visible columns of the table of parts, in their order. A file has no photos. */
export function useVisibleColumns(place: Place, filters: readonly Filter[]): readonly string[] {
  const attributeColumns = useOfferedAttributes(place).map(({ name }) => ({
    ...{ key: attributeKey(name), label: name, group: GROUP },
    render: () => null,
  }));
  const seesWho = seesHistory(useRole());
  const columns = partColumns({ ...UNDRAWN, attributeColumns, seesWho, explains: explains(filters) });
  const [preferences] = usePreferences(parts.list.path, usuallyHidden(columns));
  return arrange(columns, preferences).flatMap(({ key, group, shown }) =>
    shown && (group === GROUP || isPartColumn(key)) ? key : [],
  );
}
