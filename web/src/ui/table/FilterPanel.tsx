import { Button, Drawer, NativeSelect, Stack, Text } from '@mantine/core';
import { isSortable, kindOf, writeSort } from '@piezario/contract/list';
import { useBottomBar } from '../bottomBar.ts';
import { counted, type Words } from '../words.ts';
import { ColumnFilter } from './ColumnFilter.tsx';
import classes from './Filter.module.css';
import { type Column, type ListEndpoint, optionsOf } from './list.ts';
import type { SetFilter } from './useFilterDraft.ts';
import type { ListState } from './useListQuery.ts';

export type FilterProps<Row> = ListState & {
  list: ListEndpoint;
  columns: readonly Column<Row>[];
  setFilter: SetFilter;
  total: number | undefined;
  words: Words;
};

type PanelProps<Row> = FilterProps<Row> & { opened: boolean; close: () => void };

export const FilterPanel = <Row,>({ opened, ...fields }: PanelProps<Row>) => (
  <Drawer
    opened={opened}
    onClose={fields.close}
    position="bottom"
    classNames={{ content: classes.sheet }}
    title="Filtrar y ordenar"
    closeButtonProps={{ 'aria-label': 'Cerrar' }}
  >
    <Fields {...fields} />
  </Drawer>
);

/** A field for each column, and the order. */
function Fields<Row>(props: Omit<PanelProps<Row>, 'opened'>) {
  const { list, columns, query, setQuery, setFilter, total, words, close } = props;
  const bar = useBottomBar();
  const offered = columns.filter(({ key }) => kindOf(list.columns, key));
  const sorted = writeSort(query.sort);
  const sortable = offered.filter(({ key }) => isSortable(list.columns, key));
  const orders = sortable.flatMap(({ key, label }) => [
    { value: key, label: `${label}, ascendente` },
    { value: `-${key}`, label: `${label}, descendente` },
  ]);
  // The default order of a list may not be one of its columns' orders.
  const usual = orders.some(({ value }) => value === sorted) ? [] : [{ value: sorted, label: 'Orden original' }];
  return (
    <Stack gap="md">
      <NativeSelect
        label="Ordenar por"
        value={sorted}
        onChange={({ target: { value } }) =>
          setQuery(() => ({ sort: [{ column: value.replace(/^-/, ''), descending: value.startsWith('-') }] }))
        }
        data={[...usual, ...orders]}
      />
      {offered.map((column) => {
        const { key, label } = column;
        const kind = kindOf(list.columns, key);
        const filter = query.filters.find((one) => one.column === key);
        return (
          kind && (
            <div key={key} className={classes.sheetField}>
              <Text component="span" size="sm" fw={500} aria-hidden>
                {label}
              </Text>
              <ColumnFilter
                list={list}
                column={key}
                label={label}
                kind={kind}
                options={optionsOf(column, kind)}
                modes={column.modes}
                hint={column.hint}
                mode={filter?.mode}
                value={filter?.value ?? ''}
                setFilter={setFilter}
              />
            </div>
          )
        );
      })}
      <div ref={bar} className={classes.sheetEnd}>
        <Button fullWidth onClick={close}>
          {total === undefined ? 'Listo' : `Ver ${counted(total, words.one, words.many)}`}
        </Button>
      </div>
    </Stack>
  );
}
