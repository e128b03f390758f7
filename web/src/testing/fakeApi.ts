import { admits, type Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import type { Answer, Endpoint, Envelope, FieldErrors, Given, Noun } from '@piezario/contract/endpoint';
import type { z } from 'zod';

type Contract = typeof api;
export type Handler<E extends Endpoint> = (given: Given<E>) => Answer<E> | Promise<Answer<E>>;

/** Handlers by noun and call, as the contract names them. */
export type Fakes = {
  readonly [N in keyof Contract]?: {
    readonly [C in keyof Contract[N]]?: Contract[N][C] extends Endpoint ? Handler<Contract[N][C]> : never;
  };
};

/** An answer other than 200. Handlers throw it. */
export class Refusal extends Error {
  readonly code: number;
  readonly errors: FieldErrors['errors'] | undefined;
  constructor(code: number, message: string, errors?: FieldErrors['errors']) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** Thrown by a handler to simulate that the server cannot be reached. */
export const NO_CONNECTION = new Error('No connection');

type Route = { readonly name: string; readonly endpoint: Endpoint; readonly pattern: RegExp; readonly names: string[] };
type Request = { readonly method: string; readonly url: URL; readonly body: unknown };
type Call = { readonly endpoint: Endpoint; readonly given: unknown };

const ROUTES: readonly Route[] = Object.entries(api as Readonly<Record<string, Noun>>)
  .flatMap(([noun, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({
      name: `${noun}.${call}`,
      endpoint,
      pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}$`),
      names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    })),
  )
  // A fixed path goes before one with parameters.
  .sort((a, b) => a.names.length - b.names.length);

/**
 * The API that the page under test calls. Checks input and results with the schemas of the contract, so that a fake
 * accepts and answers only what the server could.
 */
export class FakeApi {
  readonly #fakes: readonly Fakes[];
  readonly #role: Role | null;
  readonly #calls: Call[] = [];
  /** Problems that fail the test even if its assertions pass, such as calls without a handler and wrong answers. */
  readonly problems: string[] = [];

  /** The first fakes with a handler for a call answer it. */
  constructor(fakes: readonly Fakes[], role: Role | null) {
    this.#fakes = fakes;
    this.#role = role;
  }

  /** Inputs of all calls of an endpoint, in their order. */
  calls<E extends Endpoint>(endpoint: E): Given<E>[] {
    return this.#calls.filter((call) => call.endpoint === endpoint).map(({ given }) => given as Given<E>);
  }

  /** Answers a request, or throws NO_CONNECTION. */
  async answer(request: Request): Promise<Envelope> {
    const { method, url } = request;
    const route = ROUTES.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname));
    if (!route) return this.#fail(`${method} ${url.pathname} is not in the contract`);
    const { name, endpoint } = route;
    const handler = this.#handlerOf(name);
    if (!handler) return this.#fail(`${name} (${method} ${url.pathname}) has no handler in this test`);
    if (!admits(endpoint.access, this.#role)) return this.#fail(`${name} does not admit the role ${this.#role}`);
    try {
      const given = readInput(route, request);
      this.#calls.push({ endpoint, given });
      const result = endpoint.result.safeParse(await handler(given as Given<Endpoint>));
      if (!result.success)
        return this.#fail(`${name} answers what the contract does not allow: ${result.error.message}`);
      const { message = 'OK' } = endpoint;
      return {
        code: 200,
        message: typeof message === 'string' ? message : message(result.data as never, given.body as never),
        result: result.data,
      };
    } catch (error) {
      if (error instanceof Refusal) return refusalOf(error);
      if (error !== NO_CONNECTION) this.problems.push(`${name} threw ${error}`);
      throw error;
    }
  }

  #handlerOf(name: string): Handler<Endpoint> | undefined {
    const [noun = '', call = ''] = name.split('.');
    const all = this.#fakes as readonly Readonly<Record<string, Record<string, Handler<Endpoint>>>>[];
    return all.map((fakes) => fakes[noun]?.[call]).find((handler) => handler !== undefined);
  }

  #fail(problem: string): Envelope {
    this.problems.push(problem);
    return { code: 400, message: problem, result: null };
  }
}

const refusalOf = ({ code, message, errors }: Refusal): Envelope => ({
  code,
  message,
  result: errors ? { errors } : null,
});

function readInput({ endpoint, pattern, names }: Route, { url, body }: Request) {
  const [, ...values] = pattern.exec(url.pathname) ?? [];
  const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  return {
    ...(endpoint.params && { params: parse(endpoint.params, params) }),
    ...(endpoint.query && { query: parse(endpoint.query, Object.fromEntries(url.searchParams)) }),
    ...(endpoint.body && { body: parse(endpoint.body, body ?? {}) }),
  };
}

/** Throws a 422, like the server, when the schema does not accept the value. */
function parse(schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of read.error.issues) errors[path.join('.')] ??= message;
  throw new Refusal(422, 'Revisá los datos marcados', errors);
}
