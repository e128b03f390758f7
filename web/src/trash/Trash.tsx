import { Button, CloseButton, Paper, Text, Title } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import { UNDO_DAYS } from '@piezario/contract/history';
import { type RemovedPart, trash } from '@piezario/contract/trash';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../api/hooks.ts';
import { SYSTEM } from '../history/words.ts';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useListQuery } from '../ui/table/useListQuery.ts';
import type { Selected } from '../ui/table/useRowSelection.ts';
import { openUndo } from '../undos/UndoQuestion.tsx';
import classes from './Trash.module.css';
import { TrashedPart } from './TrashedPart.tsx';

type Refused = Result<typeof trash.restore>['refused'];

const REMOVED_PART = { one: 'pieza eliminada', many: 'piezas eliminadas', article: 'la' } as const;

const FACTS: readonly Column<RemovedPart>[] = [
  { key: 'code', label: 'Código', width: 200, render: ({ code }) => <span className="code">{code}</span> },
  { key: 'product', label: 'Producto' },
  { key: 'brand', label: 'Marca' },
  { key: 'removed_at', label: 'Eliminada', width: 170, render: ({ removed_at }) => formatMoment(removed_at) },
  { key: 'removed_by', label: 'Por', render: ({ removed_by }) => removed_by ?? SYSTEM },
];

/** The removed parts that can still be restored. */
export function Trash() {
  const state = useListQuery(trash.list, '/parts/trash');
  const [refused, setRefused] = useState<Refused>([]);
  const restoring = useAction(trash.restore, (result) => setRefused(result.refused));
  const restore = (parts: readonly RemovedPart[]) => {
    setRefused([]);
    restoring.mutate({ body: { ids: parts.map(idOf) } });
  };
  const [opened, setOpened] = useState<RemovedPart | null>(null);
  const columns: readonly Column<RemovedPart>[] = [
    ...FACTS,
    {
      key: 'restore',
      label: 'Acciones',
      width: 260,
      render: (part) => (
        <span className="row gap-6">
          <Button
            variant="light"
            size="compact-sm"
            aria-label={`Recuperar ${part.code}`}
            disabled={restoring.isPending}
            onClick={() => restore([part])}
          >
            Recuperar
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            title="Todas las que se eliminaron en esa operación"
            aria-label={`Recuperar todas las que se eliminaron con ${part.code}`}
            onClick={() => openUndo(part.operation_id, `¿Deshacer la operación que eliminó “${part.code}”?`)}
          >
            Recuperar todas
          </Button>
        </span>
      ),
    },
  ];
  const bar = ({ rows: selected }: Selected<RemovedPart>) => (
    <Button
      size="xs"
      leftSection={<IconArrowBackUp size={16} />}
      disabled={selected.length === 0}
      loading={restoring.isPending}
      onClick={() => restore(selected)}
    >
      {selected.length === 0 ? 'Recuperar' : `Recuperar ${formatNumber(selected.length)}`}
    </Button>
  );
  return (
    <>
      <div className="flex wrap baseline below-16 gap-x-16">
        <Title order={1} size="h3">
          Papelera
        </Title>
        <Text size="sm" c="dimmed">
          Las piezas eliminadas se pueden recuperar durante {UNDO_DAYS} días, con todo lo que tenían.
        </Text>
      </div>
      {refused.length > 0 && <NotRestored refused={refused} onClose={() => setRefused([])} />}
      <DataTable
        list={trash.list}
        state={state}
        words={REMOVED_PART}
        columns={columns}
        keyOf={idOf}
        onOpen={setOpened}
        selection={{ nameOf: codeOf, bar }}
        empty={{ title: 'La papelera está vacía' }}
      />
      {opened && (
        <TrashedPart
          part={opened}
          onClose={() => setOpened(null)}
          onRestore={() => {
            setOpened(null);
            restore([opened]);
          }}
        />
      )}
    </>
  );
}

const idOf = ({ id }: RemovedPart) => id;
const codeOf = ({ code }: RemovedPart) => code;

/** The parts that could not be restored, and why. Stays until the person closes it. */
const NotRestored = ({ refused, onClose }: { refused: Refused; onClose: () => void }) => (
  <Paper withBorder role="alert" className={classes.refused}>
    <IconAlertTriangle className="warning" size={20} stroke={1.6} aria-hidden />
    <div className="grow">
      <Text fw={600}>
        {refused.length === 1 ? 'Una pieza no se pudo recuperar' : 'Estas piezas no se pudieron recuperar'}
      </Text>
      <ul className="bullets above-4">
        {refused.map(({ id, code, reason }) => (
          <li key={id}>
            {code && <span className="code">{code}: </span>}
            {reason}
          </li>
        ))}
      </ul>
    </div>
    <CloseButton onClick={onClose} />
  </Paper>
);
