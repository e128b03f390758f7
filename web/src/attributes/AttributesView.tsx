import { attributes } from '@piezario/contract/attributes';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, RowOf } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';

type Attribute = RowOf<typeof attributes.list>;

const WORDS = { one: 'atributo', many: 'atributos', article: 'el' } as const;
const COLUMNS: readonly Column<Attribute>[] = [
  { key: 'name', label: 'Nombre' },
  { key: 'value', label: 'Valor' },
  { key: 'unit', label: 'Unidad', width: 220 },
];

/** The attributes of a part, read-only. */
export function AttributesView({ partId }: { partId: number }) {
  const state = useLocalQuery(attributes.list, { keepsSort: true });
  return (
    <DataTable
      list={attributes.list}
      params={{ partId }}
      state={state}
      words={WORDS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      plainWhenFew
      empty={{ title: 'Esta pieza todavía no tiene atributos' }}
    />
  );
}
