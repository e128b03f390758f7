import { api } from '@piezario/contract/api';
import type { Endpoint, Envelope, Result, Sent } from '@piezario/contract/endpoint';

type Loose = { params?: Record<string, unknown>; query?: unknown; body?: Record<string, unknown> };

/** The body in the form that the call takes: a form for uploads, JSON otherwise. */
export function encodeBody({ upload }: Endpoint, body: Record<string, unknown> | undefined): RequestInit {
  if (!body) return {};
  if (!upload) return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof Blob ? value : String(value));
  return { body: form };
}

/** Calls the server over HTTP, as an external program does. */
export class Client {
  readonly url: string;
  readonly token: string | null;
  constructor(url: string, token: string | null = null) {
    this.url = url;
    this.token = token;
  }

  async signIn(email: string, password: string): Promise<Client> {
    const { access_token } = await this.call(api.auth.login, { body: { email, password } });
    return new Client(this.url, access_token);
  }

  /** The first sign-in with a password that another person set. Replaces it by `own`. */
  async signInFirst(email: string, given: string, own: string): Promise<Client> {
    const client = await this.signIn(email, given);
    const { access_token } = await client.call(api.account.password, { body: { current: given, password: own } });
    return new Client(this.url, access_token);
  }

  /** The answer, also an error, as the status and the envelope. */
  async request(method: string, path: string, init: RequestInit = {}): Promise<Envelope<unknown> & { status: number }> {
    const response = await this.fetch(method, path, init);
    return { status: response.status, ...((await response.json()) as Envelope) };
  }

  fetch(method: string, path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const authorization = this.token ? { authorization: `Bearer ${this.token}` } : {};
    return fetch(this.url + path, { method, ...init, headers: { ...authorization, ...headers } });
  }

  /** A call of the contract that may be refused. */
  async send<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Envelope<Result<E>>> {
    const { params = {}, query, body }: Loose = sent;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
    const search =
      endpoint.query && query ? `?${new URLSearchParams(endpoint.query.encode(query) as Record<string, string>)}` : '';
    return (await this.request(endpoint.method, path + search, encodeBody(endpoint, body))) as Envelope<Result<E>>;
  }

  /** A call of the contract that is expected to succeed. */
  async call<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Result<E>> {
    const { code, message, result } = await this.send(endpoint, sent);
    if (code !== 200) throw new Error(`${endpoint.path} answered ${code}: ${message} ${JSON.stringify(result)}`);
    return result;
  }
}
