import { Paper, Stack, Text } from '@mantine/core';
import { type Bulk, bulk } from '@piezario/contract/bulk';
import { useParams } from '@tanstack/react-router';
import { useAction } from '../api/hooks.ts';
import { OperationLink } from '../history/OperationLink.tsx';
import { JobFigures } from '../jobs/JobFigures.tsx';
import { JobScreen } from '../jobs/JobScreen.tsx';
import { JobHead } from '../jobs/JobStatus.tsx';
import { isActive } from '../jobs/job.ts';
import { useJob } from '../jobs/useJob.ts';
import { confirmAction } from '../ui/confirm.tsx';
import { formatMoment } from '../ui/format.ts';
import { UndoButton } from '../undos/UndoButton.tsx';
import { detailInWords, isLimited } from './overwriteWords.ts';
import { Refused } from './Refused.tsx';
import { statusOf, titleOf } from './words.ts';

/** Progress and result of a bulk action, and the parts that it could not change. */
export function BulkScreen() {
  const { bulkId } = useParams({ from: '/shell/parts/bulk/$bulkId' });
  const { read, job } = useJob(bulk.show, { params: { bulkId } }, bulk.cancel);
  return (
    <JobScreen
      path="/parts/catalog"
      title={job ? titleOf(job.action) : 'Acción masiva'}
      subtitle={job && detailInWords(job.action)}
      what="la acción"
      read={read}
      reason="Puede que la haya pedido otra persona."
    >
      {job && (
        <>
          <Facts job={job} />
          {job.impossible > 0 && <Refused job={job} />}
        </>
      )}
    </JobScreen>
  );
}

function Facts({ job }: { job: Bulk }) {
  const cancelling = useAction(bulk.cancel);
  const cancel = () =>
    confirmAction({
      title: '¿Dejar de cambiar piezas?',
      consequence: 'Las que ya cambiaron quedan así, y se pueden deshacer. Las demás siguen como están.',
      action: 'Dejar de cambiar',
      dismiss: 'Seguir',
      onConfirm: () => cancelling.mutate({ body: { id: job.id } }),
    });
  // Parts that the action is not limited to stay as they are too.
  const unchanged = isLimited(job.action) ? 'Sin cambios' : 'Ya estaban así';
  const figures = { Cambiadas: job.changed, [unchanged]: job.unchanged, Imposibles: job.impossible };
  return (
    <Paper withBorder p="md" component={Stack} gap="sm">
      <JobHead status={statusOf(job)} onCancel={cancel}>
        {!isActive(job) && job.operation_id !== null && <UndoButton operation={job.operation_id} />}
      </JobHead>
      <JobFigures figures={figures} alarm="Imposibles" />
      <Text size="sm" c="dimmed">
        Lo pidió {job.user} el {formatMoment(job.created_at)}
        {job.finished_at !== null && ` · Terminó el ${formatMoment(job.finished_at)}`}
      </Text>
      {job.operation_id !== null && (
        <Text size="sm">
          <OperationLink id={job.operation_id} name={() => 'Ver lo que cambió'} />
        </Text>
      )}
    </Paper>
  );
}
