import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type UndoPreview, undos } from '@piezario/contract/undos';
import { useNavigate } from '@tanstack/react-router';
import { useAction, useCall } from '../api/hooks.ts';
import { Missing } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { describePreview } from './words.ts';

/** Asks for confirmation before an operation is undone, with a preview. */
export const openUndo = (operation: number, title = '¿Deshacer esta operación?') =>
  modals.open({ title, children: <UndoQuestion operation={operation} />, withCloseButton: false });

function UndoQuestion({ operation }: { operation: number }) {
  const navigate = useNavigate();
  const preview = useCall(undos.preview, { params: { operationId: operation } }, { gcTime: 0 });
  const start = useAction(undos.store, ({ id }) => {
    modals.closeAll();
    void navigate({ to: '/activity/undos/$undoId', params: { undoId: String(id) } });
  });
  const hasNothingToUndo = preview.data?.is_complete === true && preview.data.undone === 0;
  return (
    <Stack gap="md">
      {preview.data ? (
        <Preview preview={preview.data} />
      ) : preview.error ? (
        <Missing what="la operación" read={preview}>
          Puede que ya no esté en la actividad.
        </Missing>
      ) : (
        <Loading />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={() => modals.closeAll()}>
          Cancelar
        </Button>
        <Button
          disabled={preview.isError || hasNothingToUndo}
          loading={start.isPending}
          onClick={() => start.mutate({ body: { operation_id: operation } })}
        >
          Deshacer
        </Button>
      </Group>
    </Stack>
  );
}

const Preview = ({ preview }: { preview: UndoPreview }) => (
  <div>
    <Text size="sm" role="status">
      {describePreview(preview)}
    </Text>
    {(preview.undone > 0 || !preview.is_complete) && (
      <Text size="sm" c="dimmed" mt={4}>
        Vuelven a como estaban antes. Esto también se puede deshacer.
      </Text>
    )}
  </div>
);
