import { type Endpoint, type Envelope, FieldErrors, type Result, type Sent } from '@piezario/contract/endpoint';
import { readToken } from './token.ts';

/** An answer whose code is not 200, or no answer at all (code 0). */
export class ApiError extends Error {
  readonly code: number;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>>;
  constructor({ code, message, result }: Envelope) {
    super(message);
    this.code = code;
    this.errors = FieldErrors.safeParse(result).data?.errors ?? {};
  }
  /** No answer, or the server's own fault: worth asking again. What was refused stays refused. */
  get isPassing(): boolean {
    return this.code === 0 || this.code >= 500;
  }
}

const NO_ANSWER: Envelope = {
  code: 0,
  message: 'No hay conexión con el servidor. Revisá tu internet y probá de nuevo.',
  result: null,
};

/** Something on the way answered in the server's place. */
const NOT_OURS: Envelope = {
  code: 502,
  message: 'El servidor no pudo responder. Probá de nuevo en un momento.',
  result: null,
};

let whenUnauthorized = (_message: string) => {};
/** Whoever holds the session is told when the server no longer accepts its token. */
export function onUnauthorized(listener: (message: string) => void) {
  whenUnauthorized = listener;
}

/** Calls with nothing to send may be made without a second argument. */
export type Sending<E extends Endpoint> = Record<never, never> extends Sent<E> ? [sent?: Sent<E>] : [sent: Sent<E>];

export async function send<E extends Endpoint>(endpoint: E, ...[sent]: Sending<E>): Promise<Envelope<Result<E>>> {
  const { url, token, ...request } = prepare(endpoint, sent);
  const response = await fetch(url, request).catch(() => null);
  return conclude<E>(token, response && (await response.text().catch(() => '')));
}

type Loose = { params?: Record<string, unknown>; query?: unknown; body?: Record<string, unknown> };

/** A call as it travels, and the token that it was made with. */
export function prepare(endpoint: Endpoint, { params = {}, query, body }: Loose = {}) {
  const token = readToken();
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

/** What came back, null for nothing at all: the envelope of a success, or else it throws. */
export function conclude<E extends Endpoint>(token: string | null, text: string | null): Envelope<Result<E>> {
  const envelope = text === null ? NO_ANSWER : parse(text);
  // An answer to the token of a session that has already ended says nothing about the one that came after.
  if (envelope.code === 401 && token && token === readToken()) whenUnauthorized(envelope.message);
  if (envelope.code !== 200) throw new ApiError(envelope);
  return envelope as Envelope<Result<E>>;
}

function parse(text: string): Envelope {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_OURS;
  }
}

export async function call<E extends Endpoint>(endpoint: E, ...sending: Sending<E>): Promise<Result<E>> {
  return (await send(endpoint, ...sending)).result;
}

/** Where a call goes, with what it asks for: what the browser opens by itself needs no more. */
export function pathOf<E extends Endpoint>(endpoint: E, ...[sent]: Sending<E>): string {
  const { params = {}, query }: Loose = sent ?? {};
  return url(endpoint, params, query);
}

function url(endpoint: Endpoint, params: Record<string, unknown>, query: unknown): string {
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
