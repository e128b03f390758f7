import { Button } from '@mantine/core';
import { attributeOf, type Filter, kindOf } from '@piezario/contract/list';
import { IconX } from '@tabler/icons-react';
import { filterWords } from './filterTexts.ts';
import { type Column, type ListEndpoint, optionsOf } from './list.ts';

type Props<Row> = {
  list: ListEndpoint;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  onRemove: (filter: Filter) => void;
};

/** Active filters of columns whose field is not visible. Each is a button that removes it. */
export function AppliedFilters<Row>({ list, columns, filters, onRemove }: Props<Row>) {
  return filters.map((filter) => {
    const { column, mode, value } = filter;
    const found = columns.find(({ key }) => key === column);
    // On a phone, and for an attribute that no part has any more, there is no column.
    const label = found?.label ?? attributeOf(column);
    if (label === null) return null;
    const kind = kindOf(list.columns, column);
    const words = filterWords(mode, value, kind, found && optionsOf(found, kind));
    return (
      <Button
        key={`${mode}-${column}`}
        className="contained"
        variant="light"
        size="compact-sm"
        radius="xl"
        rightSection={<IconX size={14} />}
        aria-label={`Quitar el filtro ${label} ${words}`}
        onClick={() => onRemove(filter)}
      >
        {label} {words}
      </Button>
    );
  });
}
