import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { activity, type Operation } from '@piezario/contract/activity';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { OperationLink } from '../history/OperationLink.tsx';
import { doneInWords, SYSTEM, whence } from '../history/words.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Missing } from '../ui/Failed.tsx';
import { formatMoment } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { openUndo } from '../undos/UndoQuestion.tsx';
import { Changes } from './Changes.tsx';

/** One operation: who did it, how it can be undone, and each row that it changed. */
export function OperationScreen() {
  const { operationId } = useParams({ from: '/shell/activity/$operationId' });
  const read = useCall(activity.show, { params: { operationId } });
  const operation = read.isPlaceholderData ? undefined : read.data;
  return (
    <Stack gap="md">
      <BackLink path="/activity" />
      {operation ? (
        <>
          <Head operation={operation} />
          <Changes key={operation.id} operation={operation.id} />
        </>
      ) : read.error ? (
        <>
          <Title order={1} size="h3">
            Operación
          </Title>
          <Paper withBorder>
            <Missing what="la operación" read={read}>
              Puede que ya no esté en la actividad o que no sea de tus marcas.
            </Missing>
          </Paper>
        </>
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

function Head({ operation }: { operation: Operation }) {
  const { id, at, user, brands, undoes, undone_by, undo_id, can_undo } = operation;
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} flex={1} miw={240}>
        <Title order={1} size="h3">
          {doneInWords(operation.done)}
        </Title>
        <Text size="sm" c="dimmed">
          {[whence(operation), user ?? SYSTEM, formatMoment(at), brands].filter(Boolean).join(' · ')}
        </Text>
        {undoes !== null && (
          <Text size="sm">
            Deshace: <OperationLink id={undoes} />
          </Text>
        )}
        {undone_by !== null && (
          <Text size="sm">
            <OperationLink id={undone_by} name={({ at }) => `Deshecha el ${formatMoment(at)}`} />
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        {undo_id !== null && (
          <Button
            variant="default"
            renderRoot={(root) => <Link to="/activity/undos/$undoId" params={{ undoId: String(undo_id) }} {...root} />}
          >
            Pieza por pieza
          </Button>
        )}
        {can_undo === 1 && (
          <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={() => openUndo(id)}>
            Deshacer
          </Button>
        )}
      </Group>
    </Group>
  );
}
