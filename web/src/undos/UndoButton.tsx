import { Button, Text } from '@mantine/core';
import { activity } from '@piezario/contract/activity';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useCall } from '../api/hooks.ts';
import { OperationLink } from '../history/OperationLink.tsx';
import { formatMoment } from '../ui/format.ts';
import { openUndo } from './UndoQuestion.tsx';

/** Button that undoes an operation, or a link to the operation that has undone it. Nothing if it cannot be undone. */
export function UndoButton({ operation }: { operation: number }) {
  const { data } = useCall(activity.show, { params: { operationId: operation } });
  if (data?.id !== operation) return null;
  if (data.undone_by !== null) {
    return (
      <Text size="sm">
        <OperationLink id={data.undone_by} name={({ at }) => `Deshecha el ${formatMoment(at)}`} />
      </Text>
    );
  }
  return (
    data.can_undo === 1 && (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => openUndo(operation)}
      >
        Deshacer
      </Button>
    )
  );
}
