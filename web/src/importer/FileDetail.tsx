import { Button, Paper, Text, Title } from '@mantine/core';
import { UNDO_DAYS } from '@piezario/contract/history';
import { type ImportFile, importer } from '@piezario/contract/importer';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconChecks,
  IconDownload,
  IconHistory,
  IconHourglass,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pathOf } from '../api/client.ts';
import { useCall } from '../api/hooks.ts';
import { download } from '../downloads/download.tsx';
import { JobFigures } from '../jobs/JobFigures.tsx';
import { JobHead } from '../jobs/JobStatus.tsx';
import { isActive, readAgain } from '../jobs/job.ts';
import { Missing } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { formatBytes, formatMoment, formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { openUndo } from '../undos/UndoQuestion.tsx';
import { ErrorsTable } from './ErrorsTable.tsx';
import classes from './FileDetail.module.css';
import { statusOf } from './noun.ts';
import { useFileActions } from './useFileActions.ts';
import { useCloseFile } from './useOpenFile.ts';

/** One file: its result and every row that was refused. */
export function FileDetail({ udid }: { udid: string }) {
  const close = useCloseFile();
  const read = useCall(
    importer.show,
    { params: { udid } },
    { every: (file) => readAgain(file !== undefined && isActive(file)) },
  );
  // Another tab may remove it while it is open.
  const file = read.isPlaceholderData || read.error?.code === 404 ? undefined : read.data;
  return (
    <FullScreen title={file?.name ?? 'Archivo'} onClose={close}>
      {file ? (
        <div className={classes.detail}>
          <Facts file={file} onRemoved={close} />
          <Warnings warnings={file.warnings} />
          <Errors file={file} />
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

function Facts({ file, onRemoved }: { file: ImportFile; onRemoved: () => void }) {
  const { cancel, remove } = useFileActions(onRemoved);
  const figures = {
    Filas: file.rows_total,
    Nuevas: file.rows_created,
    Modificadas: file.rows_updated,
    'Sin cambios': file.rows_unchanged,
    'Con errores': file.errors_count,
  };
  return (
    <Paper withBorder className={classes.panel}>
      <JobHead status={statusOf(file)} onCancel={() => cancel(file)}>
        {file.operation_id !== null && <Changes file={file} operation={file.operation_id} />}
        <Button variant="default" size="xs" leftSection={<IconTrash size={16} />} onClick={() => remove(file)}>
          Quitar de la lista
        </Button>
      </JobHead>
      <JobFigures figures={figures} alarm="Con errores" />
      <Text size="sm" c="dimmed">
        #{file.id} · {formatBytes(file.bytes)} · Lo subió {file.user} el {formatMoment(file.created_at)}
        {file.finished_at !== null && ` · Terminó el ${formatMoment(file.finished_at)}`}
      </Text>
    </Paper>
  );
}

const canBeUndone = (ended: string) => Date.now() - Date.parse(ended) < UNDO_DAYS * 24 * 60 * 60 * 1000;

/** What it has changed: where that is told, and how to undo it. */
const Changes = ({ file, operation }: { file: ImportFile; operation: number }) => (
  <>
    {file.finished_at !== null && canBeUndone(file.finished_at) && (
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

const Warnings = ({ warnings }: Pick<ImportFile, 'warnings'>) =>
  warnings.length > 0 && (
    <Paper withBorder className={classes.warnings}>
      <IconAlertTriangle size={20} stroke={1.6} aria-hidden />
      <div>
        <Text fw={600}>{warnings.length === 1 ? 'Un aviso' : `${formatNumber(warnings.length)} avisos`}</Text>
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </Paper>
  );

function Errors({ file }: { file: ImportFile }) {
  if (file.errors_count === 0) return <NoErrors file={file} />;
  const path = pathOf(importer.errorsFile, { params: { udid: file.udid } });
  return (
    <section>
      <div className={classes.errorsHead}>
        <Title order={2} size="h4">
          Errores
        </Title>
        <Button
          size="sm"
          leftSection={<IconDownload size={18} />}
          onClick={() => void download({ path, name: 'Filas con errores' })}
        >
          Descargar filas con errores
        </Button>
      </div>
      <ErrorsTable file={file} />
    </section>
  );
}

function NoErrors({ file }: { file: ImportFile }) {
  if (isActive(file)) return <Notice icon={IconHourglass} title="Sin errores hasta ahora" />;
  if (file.state !== 'done') return null;
  return <Notice icon={IconChecks} title="Entraron todas las filas" />;
}
