import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { activity } from '@piezario/contract/activity';
import { IconChevronDown, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { pathOf } from '../api/client.ts';
import { useCall, usePrefetch } from '../api/hooks.ts';
import { doneInWords } from '../history/words.ts';
import { useOpenForm } from '../ui/listSearch.ts';
import { RowButton, RowLink } from '../ui/RowIcon.tsx';
import { PagedTable } from '../ui/table/DataTable.tsx';
import { changeView } from '../ui/table/list.ts';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { operationCards, operationColumns } from './columns.tsx';
import { joinOperations, type Line } from './join.ts';

const OPERATION = { one: 'operación', many: 'operaciones', article: 'la' } as const;

/** The operations of the catalog, the latest first. */
export function Activity() {
  const state = useListQuery(activity.list, '/activity');
  const { query } = state;
  const page = useCall(activity.list, { query });
  const read = usePrefetch(activity.list);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const openScreen = useOpenForm();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const toggle = ({ id }: Line) =>
    setExpanded((ids) => (ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])));
  // Joined operations are undone one by one, so their line opens the list of them, not a screen.
  const open = (line: Line) => (line.joined.length > 1 ? toggle(line) : openScreen(`/activity/${line.id}`));
  const actions = (line: Line) => {
    const isOpen = expanded.has(line.id);
    return line.joined.length > 1 ? (
      <RowButton
        icon={isOpen ? IconChevronUp : IconChevronDown}
        title={isOpen ? 'Juntar' : 'Ver por separado'}
        label={`Ver por separado los ${line.joined.length} guardados de ${line.names.join(', ')}`}
        aria-expanded={isOpen}
        onClick={() => toggle(line)}
      />
    ) : (
      <RowLink
        icon={IconChevronRight}
        title="Ver"
        label={`Ver ${doneInWords(line.done)}`}
        href={`/activity/${line.id}`}
        onOpen={() => open(line)}
      />
    );
  };
  return (
    <>
      <Title order={1} size="h3" mb="md">
        Actividad
      </Title>
      <PagedTable<Line>
        list={activity.list}
        page={{ ...page, data: page.data && { ...page.data, data: joinOperations(page.data.data, expanded) } }}
        address={pathOf(activity.list, { query })}
        ahead={(next) => read({ query: changeView(query, () => next) })}
        state={state}
        words={OPERATION}
        columns={phone ? operationCards : operationColumns}
        keyOf={keyOf}
        actions={actions}
        onOpen={open}
      />
    </>
  );
}

const keyOf = ({ id, isInner }: Line) => (isInner ? `inner-${id}` : id);
