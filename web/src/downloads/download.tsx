import { downloads } from '@piezario/contract/downloads';
import type { Result } from '@piezario/contract/endpoint';
import { ApiError, call } from '../api/client.ts';
import { notifyError, notifyOngoing, notifySuccess } from '../ui/notify.ts';
import { DownloadProgress } from './DownloadProgress.tsx';

type Progress = Result<typeof downloads.progress>;

const EVERY = 1000;
/** How often in a row the server may leave unanswered how it goes, while it is perhaps still sending. */
const PATIENCE = 10;

type File = { readonly path: string /** As people call it. */; readonly name: string };

/**
 * A file of the API, saved by the browser as it arrives: it may be larger than what a page can hold. The page only
 * asks how it goes, and tells.
 */
export async function download({ path, name }: File) {
  const toast = notifyOngoing('Iniciando descarga de archivo');
  const failed = (reason: string) => notifyError(`${name}: ${reason}`, 'Error al descargar Archivo');
  try {
    const { id, url } = await call(downloads.ticket, { body: { path } });
    save(url);
    const { state, reason } = await watch(id, (progress) => toast.tell(<DownloadProgress name={name} {...progress} />));
    if (state === 'done') notifySuccess(`Se descargó ${name}`);
    else failed(reason ?? 'se cortó antes de terminar. Probá de nuevo.');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Whoever holds the session tells that it is over.
    if (error.code !== 401) failed(error.message);
  } finally {
    toast.end();
  }
}

function save(url: string) {
  const link = document.createElement('a');
  link.href = url;
  // An answer that is not the file is then a download that failed, and never takes the place of the page.
  link.download = '';
  link.click();
}

/** Asks every second until it has ended. */
async function watch(id: string, tell: (progress: Progress) => void): Promise<Progress> {
  let unanswered = 0;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    try {
      const progress = await call(downloads.progress, { params: { id } });
      if (progress.state === 'done' || progress.state === 'failed') return progress;
      unanswered = 0;
      tell(progress);
    } catch (error) {
      unanswered += 1;
      if (!(error instanceof ApiError && error.isPassing) || unanswered > PATIENCE) throw error;
    }
  }
}
