import { Button, Progress } from '@mantine/core';
import { IconPhotoX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Cards.module.css';
import type { Upload } from './useUploads.ts';

type Props = { upload: Upload; onRetry: (upload: Upload) => void; onRemove: (upload: Upload) => void };

/** A file on its way, or why it did not get there. */
export function UploadCard({ upload, onRetry, onRemove }: Props) {
  const { file, preview, status } = upload;
  const failed = status.name === 'failed';
  // What the server has in its hands by now can no longer be taken back.
  const stoppable = failed || sentOf(status) < 1;
  return (
    <li className={classes.card} data-upload={status.name}>
      <Preview src={preview} />
      <div className={classes.text}>
        <p className={classes.name} title={file.name}>
          {file.name}
        </p>
        {failed ? (
          <p className={classes.error} role="alert">
            {status.message}
          </p>
        ) : (
          <>
            <p className={classes.facts}>{inWords(status)}</p>
            <Progress
              className={classes.progress}
              value={sentOf(status) * 100}
              size={4}
              aria-label={`Carga de ${file.name}`}
            />
          </>
        )}
      </div>
      <div className={classes.tools}>
        {failed && status.retriable && (
          <Button
            variant="light"
            size="compact-sm"
            aria-label={`Reintentar ${file.name}`}
            onClick={() => onRetry(upload)}
          >
            Reintentar
          </Button>
        )}
        <span className={classes.space} />
        {stoppable && (
          <Button
            className={classes.quit}
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Quitar ${file.name}`}
            onClick={() => onRemove(upload)}
          >
            Quitar
          </Button>
        )}
      </div>
    </li>
  );
}

type Going = Exclude<Upload['status'], { name: 'failed' }>;

function sentOf(status: Going): number {
  if (status.name === 'sending') return status.sent;
  return status.name === 'waiting' ? 0 : 1;
}

function inWords(status: Going): string {
  if (status.name === 'waiting') return 'En espera';
  const sent = sentOf(status);
  return sent < 1 ? `Cargando ${Math.floor(sent * 100)} %` : 'Procesando…';
}

/** Not every file is an image, and not every image is one that a browser shows. */
function Preview({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className={classes.frame}>
      {broken ? (
        <IconPhotoX size={32} stroke={1.3} aria-hidden />
      ) : (
        <img src={src} alt="" draggable={false} loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
    </div>
  );
}
