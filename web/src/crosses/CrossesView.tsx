import { Text } from '@mantine/core';
import { crosses } from '@piezario/contract/crosses';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column, RowOf } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import { RelatedParts } from './RelatedParts.tsx';

type Cross = RowOf<typeof crosses.list>;

const WORDS = { one: 'equivalencia', many: 'equivalencias', article: 'la' } as const;
const COLUMNS: readonly Column<Cross>[] = [
  { key: 'brand', label: 'Marca' },
  {
    key: 'code',
    label: 'Código',
    render: ({ code }) => (
      <Text component="span" ff="monospace" size="sm">
        {code}
      </Text>
    ),
  },
];

/** The codes that other brands give to a part, read-only, and the related parts. */
export function CrossesView({ partId }: { partId: number }) {
  const state = useLocalQuery(crosses.list, { keepsSort: true });
  return (
    <>
      <DataTable
        list={crosses.list}
        params={{ partId }}
        state={state}
        words={WORDS}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        plainWhenFew
        empty={{ title: 'Esta pieza todavía no tiene equivalencias' }}
      />
      <RelatedParts partId={partId} />
    </>
  );
}
