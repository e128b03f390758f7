import type { Endpoint, Envelope, FieldErrors, Result, Sent } from '@piezario/contract/endpoint';
import { answered } from './connection.ts';
import { readOwnToken } from './token.ts';

/** Answer whose code is not 200, or no answer at all (code 0). */
export class ApiError extends Error {
  readonly code: number;
  /** Messages of refused fields. */
  readonly errors: FieldErrors['errors'];
  constructor({ code, message, result }: Envelope) {
    super(message);
    this.code = code;
    this.errors = (result as Partial<FieldErrors> | null)?.errors ?? {};
  }

  /** Returns an ApiError, the only error of a call. Any other error is a defect and is thrown again. */
  static of(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    throw error;
  }

  /** True without an answer or for a server error, which are worth a retry. A refusal is not. */
  get isPassing(): boolean {
    return this.code === 0 || this.code >= 500;
  }
}

const NO_ANSWER: Envelope = {
  code: 0,
  message: 'No hay conexión con el servidor. Revisá tu internet y probá de nuevo.',
  result: null,
};

/** Answer of a proxy instead of the server. */
const NOT_JSON: Envelope = {
  code: 502,
  message: 'El servidor no pudo responder. Probá de nuevo en un momento.',
  result: null,
};

let recover = async (_token: string | null) => false;
/**
 * Sets what happens when the server does not accept the token of a call. The listener resolves with true to retry it.
 */
export function onUnauthorized(listener: typeof recover) {
  recover = listener;
}

/** Fields of an endpoint that a call needs. Without schemas, so that the first page makes its calls without zod. */
export type Address = Pick<Endpoint, 'method' | 'path' | 'access' | 'reads' | 'upload' | 'query'>;

/** Makes a call and resolves with the whole envelope. */
export async function send<E extends Endpoint>(
  endpoint: E | Address,
  sent: Sent<E>,
  signal: AbortSignal | null = null,
): Promise<Envelope<Result<E>>> {
  return conclude<E>(endpoint, async () => {
    const { url, token, ...request } = prepare(endpoint, sent);
    const response = await fetch(url, { ...request, signal }).catch(() => null);
    if (!signal?.aborted) answered(response !== null);
    return { token, text: response && (await response.text().catch(() => '')) };
  });
}

/** Makes a call and resolves with its result. */
export async function call<E extends Endpoint>(
  endpoint: E | Address,
  sent: Sent<E>,
  signal: AbortSignal | null = null,
): Promise<Result<E>> {
  return (await send<E>(endpoint, sent, signal)).result;
}

type Loose = { params?: Record<string, unknown>; query?: unknown; body?: Record<string, unknown> };

/** Returns the request of a call, and its token. */
export function prepare(endpoint: Address, { params = {}, query, body }: Loose) {
  const token = readOwnToken();
  const headers: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && !endpoint.upload && { 'content-type': 'application/json; charset=iso-8859-1' }),
  };
  return {
    url: url(endpoint, params, query),
    method: endpoint.method,
    headers,
    body: body ? (endpoint.upload ? form(body) : JSON.stringify(body)) : null,
    token,
  };
}

/** Text of the answer, null without one, and the token of the request. */
type Answer = { readonly token: string | null; readonly text: string | null };

/**
 * Makes a request, and retries it if its session had ended and the person has entered the password since. Resolves
 * with the envelope of a successful answer and throws an ApiError for any other.
 */
export async function conclude<E extends Endpoint>(
  { access }: Address,
  request: () => Promise<Answer>,
): Promise<Envelope<Result<E>>> {
  for (;;) {
    const { token, text } = await request();
    const envelope = text === null ? NO_ANSWER : parse(text);
    if (envelope.code === 200) return envelope as Envelope<Result<E>>;
    const isOver = envelope.code === 401 && access !== 'public' && access !== 'onlyGuest';
    if (!isOver || !(await recover(token))) throw new ApiError(envelope);
  }
}

function parse(text: string): Envelope {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Returns path and query of a call, for addresses that the browser opens by itself. */
export function pathOf<E extends Endpoint>(endpoint: E, sent: Sent<E>): string {
  const { params = {}, query }: Loose = sent;
  return url(endpoint, params, query);
}

function url(endpoint: Address, params: Record<string, unknown>, query: unknown): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  if (!endpoint.query || query === undefined) return path;
  const search = new URLSearchParams(endpoint.query.encode(query) as Record<string, string>).toString();
  return search ? `${path}?${search}` : path;
}

function form(body: Record<string, unknown>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(body)) data.append(name, value instanceof Blob ? value : String(value));
  return data;
}
