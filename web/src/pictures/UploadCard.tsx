import { Button } from '@mantine/core';
import { IconPhotoX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Bar } from '../ui/Bar.tsx';
import type { Upload } from '../ui/upload/upload.ts';
import classes from './Cards.module.css';
import type { PictureUpload } from './usePictureUploads.ts';

type Props = { upload: PictureUpload; onRetry: (upload: Upload) => void; onRemove: (upload: Upload) => void };

/** A file that is being uploaded, or why its upload failed. */
export function UploadCard({ upload: { id, file, status }, onRetry, onRemove }: Props) {
  const failed = status.name === 'failed';
  return (
    <li className={classes.card} data-upload={status.name}>
      <Preview file={file} />
      <div className={classes.text}>
        <p className="truncate medium" title={file.name}>
          {file.name}
        </p>
        {failed ? (
          <p className="error text-xs breaks tight" role="alert">
            {status.message}
          </p>
        ) : (
          <>
            <p className="dim text-xs digits">{describe(status)}</p>
            <div className={classes.progress}>
              <Bar label={`Carga de ${file.name}`} value={shareOf(status)} />
            </div>
          </>
        )}
      </div>
      <div className={classes.tools}>
        {failed && status.retriable && (
          <Button
            variant="light"
            size="compact-sm"
            aria-label={`Reintentar ${file.name}`}
            onClick={() => onRetry({ id, file, status })}
          >
            Reintentar
          </Button>
        )}
        <span className="grow" />
        {/* A file that the server has in full can no longer be cancelled. */}
        {status.name !== 'stored' && (failed || shareOf(status) < 1) && (
          <Button
            className="dim medium"
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`Quitar ${file.name}`}
            onClick={() => onRemove({ id, file, status })}
          >
            Quitar
          </Button>
        )}
      </div>
    </li>
  );
}

type UnfailedStatus = Exclude<PictureUpload['status'], { name: 'failed' }>;

/** How much of the file was sent, from 0 to 1. */
function shareOf(status: UnfailedStatus): number {
  if (status.name === 'sending') return status.sent;
  return status.name === 'waiting' ? 0 : 1;
}

function describe(status: UnfailedStatus): string {
  if (status.name === 'waiting') return 'En espera';
  const share = shareOf(status);
  return share < 1 ? `Cargando ${Math.floor(share * 100)} %` : 'Procesando…';
}

/** The file as a picture, or an icon where the browser cannot show it. */
function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  return (
    <div className={classes.frame}>
      {broken ? (
        <IconPhotoX size={32} stroke={1.3} aria-hidden />
      ) : (
        <img
          className="fit"
          src={url}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}

function useObjectUrl(file: File) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
