import { Button, Paper, Stack, Text } from '@mantine/core';
import { type Undo, undos } from '@piezario/contract/undos';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { pathOf } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { download } from '../downloads/download.tsx';
import { OperationLink } from '../history/OperationLink.tsx';
import { JobFigures } from '../jobs/JobFigures.tsx';
import { JobScreen } from '../jobs/JobScreen.tsx';
import { JobHead } from '../jobs/JobStatus.tsx';
import { isActive } from '../jobs/job.ts';
import { useJob } from '../jobs/useJob.ts';
import { confirmAction } from '../ui/confirm.tsx';
import { formatMoment } from '../ui/format.ts';
import { Results } from './Results.tsx';
import { OUTCOME_NAMES, statusOf } from './words.ts';

/** Progress of the undo of an operation, and its outcome for each part. */
export function UndoScreen() {
  const { undoId } = useParams({ from: '/shell/activity/undos/$undoId' });
  const { read, job: undo } = useJob(undos.show, { params: { undoId } }, undos.cancel);
  return (
    <JobScreen
      path="/activity"
      title="Deshacer una operación"
      what="lo que se deshizo"
      read={read}
      reason="Puede que ya no esté en la actividad o que lo haya pedido otra persona."
    >
      {undo && (
        <>
          <Facts undo={undo} />
          <Results undo={undo} />
        </>
      )}
    </JobScreen>
  );
}

function Facts({ undo }: { undo: Undo }) {
  const cancelling = useAction(undos.cancel);
  const cancel = () =>
    confirmAction({
      title: '¿Dejar de deshacer?',
      consequence: 'Las piezas que ya volvieron atrás quedan así. Las demás siguen como están.',
      action: 'Dejar de deshacer',
      dismiss: 'Seguir deshaciendo',
      onConfirm: () => cancelling.mutate({ body: { id: undo.id } }),
    });
  const { undone, kept, impossible } = undo;
  const figures = {
    [OUTCOME_NAMES.undone]: undone,
    [OUTCOME_NAMES.kept]: kept,
    [OUTCOME_NAMES.impossible]: impossible,
  };
  const path = pathOf(undos.file, { params: { undoId: undo.id } });
  return (
    <Paper withBorder p="md" component={Stack} gap="sm">
      <JobHead status={statusOf(undo)} onCancel={cancel}>
        {!isActive(undo) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} />}
            onClick={() => void download({ path, name: 'Lo que se deshizo' })}
          >
            Descargar planilla
          </Button>
        )}
      </JobHead>
      <JobFigures figures={figures} alarm={OUTCOME_NAMES.impossible} />
      <Text size="sm" c="dimmed">
        Lo pidió {undo.user} el {formatMoment(undo.created_at)}
        {undo.finished_at !== null && ` · Terminó el ${formatMoment(undo.finished_at)}`}
      </Text>
      <Text size="sm">
        Deshace: <OperationLink id={undo.undoes} />
        {undo.operation_id !== null && (
          <>
            {' · '}
            <OperationLink id={undo.operation_id} name={() => 'Ver lo que cambió'} />
          </>
        )}
      </Text>
    </Paper>
  );
}
