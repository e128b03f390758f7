import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { activity, type Operation } from '@piezario/contract/activity';
import { IconChevronRight } from '@tabler/icons-react';
import { doneInWords } from '../history/words.ts';
import { useOpenForm } from '../ui/listSearch.ts';
import { RowLink } from '../ui/RowIcon.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { operationCards, operationColumns } from './columns.tsx';

const OPERATION = { one: 'operación', many: 'operaciones', article: 'la' } as const;

/** What was done in the catalogue, the last first. */
export function Activity() {
  const state = useListQuery(activity.list, '/activity');
  const openScreen = useOpenForm();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const open = ({ id }: Operation) => openScreen(`/activity/${id}`);
  const actions = (operation: Operation) => (
    <RowLink
      icon={IconChevronRight}
      title="Ver"
      label={`Ver ${doneInWords(operation.done)}`}
      href={`/activity/${operation.id}`}
      onOpen={() => open(operation)}
    />
  );
  return (
    <>
      <Title order={1} size="h3" mb="md">
        Actividad
      </Title>
      <DataTable
        list={activity.list}
        state={state}
        words={OPERATION}
        columns={phone ? operationCards : operationColumns}
        keyOf={idOf}
        actions={actions}
        onOpen={open}
      />
    </>
  );
}

const idOf = ({ id }: Operation) => id;
