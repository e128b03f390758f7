import { Paper, Stack, Text } from '@mantine/core';
import { type PictureImport, pictureImports } from '@piezario/contract/picture-imports';
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
import { FilesTable } from './FilesTable.tsx';
import { Review } from './Review.tsx';
import { statusOf, wrongIn } from './words.ts';

/** Screen of a picture import: its review or its progress, and its files. */
export function PictureImportScreen() {
  const { pictureImportId } = useParams({ from: '/shell/parts/pictures/$pictureImportId' });
  const { read, job } = useJob(pictureImports.show, { params: { pictureImportId } }, pictureImports.cancel);
  return (
    <JobScreen
      path="/parts/catalog"
      title="Fotos por nombre de archivo"
      subtitle={job && [job.brand, job.product || 'Todos los productos'].join(' · ')}
      what="la tanda de fotos"
      read={read}
      reason="Puede que la haya subido otra persona."
    >
      {job && (
        <>
          {job.state === 'review' ? <Review key={job.id} job={job} /> : <Facts job={job} />}
          {job.files > 0 && <FilesTable key={`${job.id} ${job.state === 'review'}`} job={job} />}
        </>
      )}
    </JobScreen>
  );
}

function Facts({ job }: { job: PictureImport }) {
  const cancelling = useAction(pictureImports.cancel);
  const cancel = () =>
    confirmAction({
      title: '¿Dejar de guardar fotos?',
      consequence: 'Las que ya se guardaron quedan, y se pueden deshacer. Las demás no se guardan.',
      action: 'Dejar de guardar',
      dismiss: 'Seguir',
      onConfirm: () => cancelling.mutate({ body: { id: job.id } }),
    });
  const figures = { Guardadas: job.stored, 'Ya estaban': job.repeated, 'Sin guardar': wrongIn(job) };
  return (
    <Paper withBorder p="md" component={Stack} gap="sm">
      <JobHead status={statusOf(job)} onCancel={cancel}>
        {!isActive(job) && job.operation_id !== null && <UndoButton operation={job.operation_id} />}
      </JobHead>
      {job.files > 0 && <JobFigures figures={figures} alarm="Sin guardar" />}
      <Text size="sm" c="dimmed">
        {job.mode === 'replace'
          ? 'En lugar de las fotos que tenían las piezas'
          : 'Después de las fotos que tenían las piezas'}
        {` · Las subió ${job.user} el ${formatMoment(job.created_at)}`}
      </Text>
      {job.operation_id !== null && (
        <Text size="sm">
          <OperationLink id={job.operation_id} name={() => 'Ver lo que cambió'} />
        </Text>
      )}
    </Paper>
  );
}
