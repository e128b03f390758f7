import type { Endpoint, Envelope, Result, Sent } from '@piezario/contract/endpoint';
import { ApiError, conclude, prepare } from './client.ts';

type Watch = {
  /** How much of the file has left, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Gives it up. */
  signal: AbortSignal;
};

type Request = Omit<ReturnType<typeof prepare>, 'token'>;

/** As `send`, for a file that takes a while. XMLHttpRequest, because fetch does not tell how much has been sent. */
export function upload<E extends Endpoint>(endpoint: E, sent: Sent<E>, watch: Watch): Promise<Envelope<Result<E>>> {
  const { signal } = watch;
  return conclude<E>(endpoint, async () => {
    const { token, ...request } = prepare(endpoint, sent);
    if (request.body instanceof FormData) await readable(request.body.get('attachment'));
    signal.throwIfAborted();
    return { token, text: await transmit(request, watch) };
  });
}

const transmit = ({ url, method, headers, body }: Request, { onProgress, signal }: Watch) =>
  new Promise<string | null>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => resolve(request.responseText);
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(null);
    signal.addEventListener('abort', () => request.abort());
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });

/** A folder, or a file that is gone by now, would look as if there were no connection. */
async function readable(attachment: FormDataEntryValue | null) {
  try {
    if (attachment instanceof File) await attachment.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiError({ code: 400, message: 'No se pudo leer el archivo', result: null });
  }
}
