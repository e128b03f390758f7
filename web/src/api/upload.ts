import type { Endpoint, Envelope, Result, Sent } from '@piezario/contract/endpoint';
import { ApiError, conclude, prepare } from './client.ts';

type Watch = {
  /** Sent share of the file, from 0 to 1. */
  onProgress: (sent: number) => void;
  /** Cancels the upload. */
  signal: AbortSignal;
};

type Request = Omit<ReturnType<typeof prepare>, 'token'>;

/** Sends like `send`, with progress. Uses XMLHttpRequest, because fetch reports no progress of a body. */
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

/** Throws when the file cannot be read. A folder or deleted file would otherwise fail like a missing connection. */
async function readable(attachment: FormDataEntryValue | null) {
  try {
    if (attachment instanceof File) await attachment.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiError({ code: 400, message: 'No se pudo leer el archivo', result: null });
  }
}
