import { Box, Button, Group, Title } from '@mantine/core';
import type { Paged } from '@piezario/contract/list';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { confirmRemoval } from './confirm.tsx';
import { useOpenForm } from './listSearch.ts';
import { RowButton, RowLink } from './RowIcon.tsx';
import { DataTable } from './table/DataTable.tsx';
import type { Column, PagedEndpoint, ParamsOf, RowOf } from './table/list.ts';
import { useListQuery } from './table/useListQuery.ts';
import { capital, type Noun, newOne, theOne } from './words.ts';

type Named = { readonly id: number; readonly name: string };
type NamedList = PagedEndpoint & { readonly result: z.ZodType<Paged<Named>> };

type Props<E extends NamedList> = ParamsOf<E> & {
  noun: Noun;
  list: E;
  columns: readonly Column<RowOf<E>>[];
  creates?: boolean;
  /** Called once the removal has been confirmed. */
  onRemove?: (row: RowOf<E>) => void;
  /** Other actions of a row. */
  actions?: (row: RowOf<E>) => ReactNode;
  toolbar?: ReactNode;
  /** Narrows a list with few columns, because long rows are hard to follow. */
  narrow?: boolean;
  emptyTitle?: string;
};

/** The list of a noun: create, find, edit, remove. */
export function ListScreen<E extends NamedList>(props: Props<E>) {
  const {
    noun,
    list,
    columns,
    creates = true,
    onRemove,
    actions: others,
    toolbar,
    narrow,
    emptyTitle,
    ...params
  } = props;
  const state = useListQuery(list, noun.path);
  const open = useOpenForm();
  const edit = (row: Named) => open(`${noun.path}/${row.id}`);
  const remove = (row: RowOf<E>) => confirmRemoval(theOne(noun, row.name), () => onRemove?.(row));
  const removes = onRemove !== undefined;
  const actions = (row: RowOf<E>) => (
    <>
      <RowLink
        icon={IconPencil}
        title="Editar"
        label={`Editar ${row.name}`}
        href={`${noun.path}/${row.id}`}
        onOpen={() => edit(row)}
      />
      {removes && (
        <RowButton icon={IconTrash} title="Eliminar" label={`Eliminar ${row.name}`} onClick={() => remove(row)} />
      )}
      {others?.(row)}
    </>
  );
  const listSearch = useSearch({ from: `/shell${noun.path}` });
  const create = creates && (
    <Button
      leftSection={<IconPlus size={18} />}
      renderRoot={(root) => <Link to={`${noun.path}/new`} state={{ listSearch }} {...root} />}
    >
      Crear {newOne(noun)}
    </Button>
  );
  return (
    <Box maw={narrow ? 960 : undefined}>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h3">
          {capital(noun.many)}
        </Title>
        {create}
      </Group>
      <DataTable
        {...(params as unknown as ParamsOf<E>)}
        list={list}
        state={state}
        words={noun}
        columns={columns}
        keyOf={idOf}
        actions={actions}
        onOpen={edit}
        toolbar={toolbar}
        empty={{ title: emptyTitle, action: create }}
      />
    </Box>
  );
}

const idOf = (row: Named) => row.id;
