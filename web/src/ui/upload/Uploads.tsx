import { Button, CloseButton, Paper, Text } from '@mantine/core';
import { type Icon, IconAlertCircle } from '@tabler/icons-react';
import { Bar } from '../Bar.tsx';
import { formatBytes } from '../format.ts';
import classes from './Uploads.module.css';
import type { Upload } from './upload.ts';

type Look = {
  /** Icon of the kind of file. */
  icon: Icon;
  retry: (upload: Upload) => void;
  remove: (upload: Upload) => void;
};

/** The files that the server does not have yet: how much of each was sent, or why it failed. */
export function Uploads({ uploads, ...look }: Look & { uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder component="ul" className="pad-y-4" aria-label="Archivos que se están subiendo">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} {...look} />
      ))}
    </Paper>
  );
}

function UploadRow({ upload, icon, retry, remove }: Look & { upload: Upload }) {
  const { file, status } = upload;
  const isFailed = status.name === 'failed';
  const Icon = isFailed ? IconAlertCircle : icon;
  return (
    <li className={classes.upload} data-failed={isFailed || undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className="stack grow slim gap-2">
        <Text size="sm" fw={550} truncate title={file.name}>
          {file.name}
        </Text>
        <Text size="xs" className="dim" role={isFailed ? 'alert' : undefined}>
          {describe(upload)}
        </Text>
        {status.name === 'sending' && <Bar label={`Subida de ${file.name}`} value={status.sent} />}
      </div>
      {isFailed && status.retriable && (
        <Button variant="default" size="compact-sm" onClick={() => retry(upload)}>
          Reintentar
        </Button>
      )}
      <CloseButton
        aria-label={`${isFailed ? 'Quitar' : 'Cancelar la subida de'} ${file.name}`}
        onClick={() => remove(upload)}
      />
    </li>
  );
}

function describe({ file: { size }, status }: Upload): string {
  switch (status.name) {
    case 'waiting':
      return `${formatBytes(size)} · Espera su turno`;
    case 'sending':
      return status.sent < 1
        ? `Subiendo ${formatBytes(status.sent * size)} de ${formatBytes(size)}`
        : `${formatBytes(size)} · El servidor lo está recibiendo`;
    case 'failed':
      return status.message;
  }
}
