import { downloads } from '@piezario/contract/downloads';
import type { Result } from '@piezario/contract/endpoint';
import { ApiError, call } from '../api/client.ts';
import { notifyFailure } from '../api/failure.ts';
import { notifyError, notifyInfo, notifyOngoing, notifySuccess } from '../ui/notify.ts';
import { DownloadProgress } from './DownloadProgress.tsx';

type Progress = Result<typeof downloads.progress>;

const FAILED = 'Error al descargar Archivo';
const ASK_EVERY = 1000;
/** Limit of consecutive progress requests that fail. The file may still be arriving. */
const MAX_UNANSWERED = 10;

type File = { readonly path: string /** Shown to the person. */; readonly name: string };

/**
 * Downloads a file of the API. The browser saves it as it arrives, because it may not fit in the page's memory. The
 * page asks the server for the progress and shows it.
 */
export async function download({ path, name }: File) {
  notifyInfo('Iniciando descarga de archivo');
  // Shown once the notice of the start has passed.
  const progress = notifyOngoing(<DownloadProgress name={name} done={0} total={null} />, 'info');
  const because = (reason: string) => `${name}: ${reason}`;
  try {
    const { id, url } = await call(downloads.ticket, { body: { path } });
    save(url);
    const { state, reason } = await watch(id, (now) => progress.tell(<DownloadProgress name={name} {...now} />));
    if (state === 'done') notifySuccess(`Se descargó ${name}`);
    else notifyError(because(reason ?? 'se cortó antes de terminar. Probá de nuevo.'), FAILED);
  } catch (caught) {
    const error = ApiError.of(caught);
    notifyFailure(error, because(error.message), FAILED);
  } finally {
    progress.end();
  }
}

function save(url: string) {
  const link = document.createElement('a');
  link.href = url;
  // With this attribute an error answer fails the download instead of replacing the page.
  link.download = '';
  link.click();
}

/** Asks every second until the download has ended. */
async function watch(id: string, tell: (progress: Progress) => void): Promise<Progress> {
  let unanswered = 0;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    try {
      const progress = await call(downloads.progress, { params: { id } });
      if (progress.state === 'done' || progress.state === 'failed') return progress;
      unanswered = 0;
      tell(progress);
    } catch (error) {
      unanswered += 1;
      if (!(error instanceof ApiError && error.isPassing) || unanswered > MAX_UNANSWERED) throw error;
    }
  }
}
