import { Button, Paper, Text } from '@mantine/core';
import { UNDO_DAYS } from '@piezario/contract/history';
import { importReview } from '@piezario/contract/import-review';
import { type ImportFile, importer } from '@piezario/contract/importer';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconHistory,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { OperationLink } from '../history/OperationLink.tsx';
import { JobFigures } from '../jobs/JobFigures.tsx';
import { JobHead } from '../jobs/JobStatus.tsx';
import { waitsForPerson } from '../jobs/job.ts';
import { useJob } from '../jobs/useJob.ts';
import { Missing } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { formatBytes, formatMoment } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { counted } from '../ui/words.ts';
import { openUndo } from '../undos/UndoQuestion.tsx';
import { Corrections } from './errors/Corrections.tsx';
import classes from './FileDetail.module.css';
import { FileNotes } from './FileNotes.tsx';
import { statusOf } from './noun.ts';
import { Outcome } from './Outcome.tsx';
import { useApply } from './review/useApply.ts';
import { acceptedOf, inChanges, waitsUntil } from './review/words.ts';
import { replacedBy } from './uploadChoices.ts';
import { useFileActions } from './useFileActions.ts';
import { useCloseFile } from './useOpenFile.ts';

/** Few files need a mapping. */
const MappingScreen = lazy(() => import('./mapping/MappingScreen.tsx'), 'MappingScreen', 'part');

/** One file: its result and every refused row. */
export function FileDetail({ udid }: { udid: string }) {
  const close = useCloseFile();
  const { read, job } = useJob(importer.show, { params: { udid } }, importer.cancel);
  // Another tab may remove the file while it is open.
  const file = read.error?.code === 404 ? undefined : job;
  const isMapping = file?.state === 'mapping';
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  return (
    <FullScreen title={file?.name ?? 'Archivo'} onClose={close} footer={isMapping && <div ref={setFooter} />}>
      {file ? (
        <div className={classes.detail} data-wide={isMapping || undefined}>
          {isMapping && (
            <Suspense fallback={<Loading />}>
              <MappingScreen file={file} footer={footer} />
            </Suspense>
          )}
          <FileBody file={file} onRemoved={close} />
        </div>
      ) : read.error ? (
        <Missing what="el archivo" read={read}>
          Puede que ya se haya quitado de la lista o que lo haya subido otra persona.
        </Missing>
      ) : (
        <Loading />
      )}
    </FullScreen>
  );
}

type BodyProps = { file: ImportFile; onRemoved: () => void };

/** State, alarms and notices of a file, and its changes or errors. */
export function FileBody({ file, onRemoved }: BodyProps) {
  const isMapping = file.state === 'mapping';
  return (
    <>
      <Facts file={file} onRemoved={onRemoved} />
      {file.state === 'review' && <Alarms alarms={file.alarms} />}
      <Warnings file={file} />
      {!isMapping && <Corrections file={file} />}
      {!isMapping && <Outcome file={file} />}
    </>
  );
}

function Facts({ file, onRemoved }: BodyProps) {
  const { cancel, discard, remove } = useFileActions(onRemoved);
  const isReview = file.state === 'review';
  const figures = {
    Filas: file.rows_total,
    Nuevas: file.rows_created,
    Modificadas: file.rows_updated,
    ...(file.rows_removed > 0 && { [isReview ? 'Se quitan' : 'Quitadas']: file.rows_removed }),
    'Sin cambios': file.rows_unchanged,
    ...(isReview && file.rows_suspicious > 0 && { Sospechosas: file.rows_suspicious }),
    ...(file.rows_left_out > 0 && { 'Quedaron afuera': file.rows_left_out }),
    'Con errores': file.errors_count,
  };
  return (
    <Paper withBorder className={classes.panel}>
      <JobHead status={statusOf(file)} onCancel={() => cancel(file)}>
        {isReview && <ReviewActions file={file} onDiscard={() => discard(file)} />}
        {file.operation_id !== null && <Changes file={file} operation={file.operation_id} />}
        {!isReview && (
          <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={() => remove(file)}>
            Quitar de la lista
          </Button>
        )}
      </JobHead>
      {file.state !== 'mapping' && <JobFigures figures={figures} alarm="Con errores" />}
      {isReview && (
        <Text size="sm">
          {file.operation_id === null && 'Nada cambió todavía. '}
          Espera hasta el {formatMoment(waitsUntil(file))} y después se descarta.
          {file.replaces.length > 0 && ` ${replacedBy(file)}`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        #{file.id} · {formatBytes(file.bytes)} · Lo subió {file.user} el {formatMoment(file.created_at)}
        {file.finished_at !== null && !waitsForPerson(file) && ` · Terminó el ${formatMoment(file.finished_at)}`}
      </Text>
    </Paper>
  );
}

/** Buttons that apply the accepted changes, or discard the review. */
function ReviewActions({ file, onDiscard }: { file: ImportFile; onDiscard: () => void }) {
  const kinds = useCall(importReview.kinds, { params: { udid: file.udid } }).data;
  const { apply, isPending } = useApply(file);
  const accepted = kinds && acceptedOf(kinds);
  return (
    <>
      <Button variant="default" size="sm" onClick={onDiscard}>
        Descartar
      </Button>
      <Button
        size="sm"
        leftSection={<IconCheck size={18} />}
        disabled={!accepted}
        loading={isPending}
        onClick={() => kinds && apply(kinds)}
      >
        {accepted === 0 ? 'Nada para aplicar' : accepted ? `Aplicar ${inChanges(accepted)}` : 'Aplicar'}
      </Button>
    </>
  );
}

const canBeUndone = (ended: string) => Date.now() - Date.parse(ended) < UNDO_DAYS * 24 * 60 * 60 * 1000;

/** Buttons that undo the import and show its changes. */
const Changes = ({ file, operation }: { file: ImportFile; operation: number }) => (
  <>
    {file.undone_by !== null && (
      <OperationLink id={file.undone_by} name={({ at }) => `Deshecha el ${formatMoment(at)}`} />
    )}
    {file.undone_by === null && file.finished_at !== null && canBeUndone(file.finished_at) && (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => openUndo(operation, `¿Deshacer la importación de “${file.name}”?`)}
      >
        Deshacer importación
      </Button>
    )}
    <Button
      variant="default"
      size="xs"
      leftSection={<IconHistory size={16} />}
      renderRoot={(root) => <Link to="/activity/$operationId" params={{ operationId: String(operation) }} {...root} />}
    >
      Ver lo que cambió
    </Button>
  </>
);

/** Alarms about the file as a whole. */
const Alarms = ({ alarms }: Pick<ImportFile, 'alarms'>) =>
  alarms.length > 0 && (
    <Paper withBorder className={classes.alarms} role="alert">
      <IconAlertOctagon className="warning" size={24} stroke={1.6} aria-hidden />
      <div>
        <Text fw={600}>Antes de aplicar, mirá esto</Text>
        <ul className="bullets">
          {alarms.map((alarm) => (
            <li key={alarm}>{alarm}</li>
          ))}
        </ul>
        <Text size="sm" c="dimmed">
          Si no es lo que querías, dejá afuera esos cambios, o descartá el archivo, corregilo y volvé a subirlo.
        </Text>
      </div>
    </Paper>
  );

/** Notices of the file, folded in a review, where the changes matter more. */
const Warnings = ({ file: { warnings, state } }: { file: ImportFile }) =>
  warnings.length > 0 && (
    <FileNotes
      icon={IconAlertTriangle}
      label={counted(warnings.length, 'aviso')}
      open={state !== 'review' && state !== 'mapping'}
    >
      <ul className="bullets">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </FileNotes>
  );
