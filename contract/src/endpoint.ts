import './messages.ts';
import { z } from 'zod';
import type { Access } from './access.ts';
import type { Columns, Sort } from './list.ts';

/** Resources that calls read and change. A read is stale after a call that changes one of its resources. */
export type Resource =
  | 'brands'
  | 'categories'
  | 'products'
  | 'vehicles'
  | 'vehicleAliases'
  | 'vehicleProposals'
  | 'parts'
  | 'attributes'
  | 'crosses'
  | 'pictures'
  | 'applications'
  | 'suggestions'
  | 'alternatives'
  | 'people'
  | 'sessions'
  | 'grants'
  | 'imports'
  | 'undos'
  | 'bulk'
  | 'pictureImports'
  | 'templates'
  | 'views';

/** Call, declared as data. The server implements it, the web calls it, the API documentation describes it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** Resources that a GET reads. Without any, no save makes it stale. */
  readonly reads?: readonly Resource[];
  /** Resources that a POST changes. */
  readonly changes?: readonly Resource[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  /** Columns that a paged list filters and sorts by. Its `query` is built from them. */
  readonly columns?: Columns;
  /** Columns that a call without pages filters by. Its `query` is built from them. */
  readonly filters?: Columns;
  /** Columns that a file of a table may have, beside those of attributes. Its `query` takes them and an order. */
  readonly offered?: readonly string[];
  /** Default order of a paged list. */
  readonly usualOrder?: readonly Sort[];
  readonly body?: z.ZodObject;
  /** Limit of a JSON body in bytes; `DEFAULT_BODY` by default. */
  readonly bodyLimit?: number;
  /** Limit of the `attachment` in bytes. The body is multipart. */
  readonly upload?: number;
  readonly result: z.ZodType;
  /** Message of a success, which the web shows unchanged. */
  readonly message?: string | ((result: never, body: never) => string);
  /**
   * POST handlers run inside a transaction. Exceptions open their own, because they keep rows when they fail, or do
   * slow work first (decode an image, hash a password).
   */
  readonly transaction?: false;
  /** Allowed with `REQUIRE_OWN_PASSWORD=1` before the person has replaced a password that an admin set. */
  readonly beforeNewPassword?: true;
  /** Returns personal data, which is refused to a person who views the catalog as another one. */
  readonly isPersonal?: true;
};

/** Limits of a JSON body in bytes. A form fits into the first; lists of rows or ids need the second. */
export const DEFAULT_BODY = 64 * 1024;
export const LARGE_BODY = 1024 * 1024;

/** Endpoints of one noun; the whole API is nouns by name. */
export type Noun = Readonly<Record<string, Endpoint>>;
export type Api = Readonly<Record<string, Noun>>;

export const get = <const E extends Omit<Endpoint, 'method' | 'body' | 'changes'>>(endpoint: E) =>
  ({ method: 'GET', ...endpoint }) as const;
export const post = <const E extends Omit<Endpoint, 'method' | 'reads'>>(endpoint: E) =>
  ({ method: 'POST', ...endpoint }) as const;

/** Uploaded file: a Blob in the browser, a file on disk with a storable name on the server. */
export type Sendable = { readonly size: number; readonly type: string };
export type Received = { readonly name: string; readonly type: string; readonly bytes: number; readonly path: string };
export const Attachment: z.ZodType<Received, Sendable> = z.custom<Received & Sendable>(
  (value) => typeof value === 'object' && value !== null,
  'Elegí un archivo',
);

/** Result of a call that answers a file instead of the envelope. */
export type Download = {
  readonly name: string;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Number of written parts and total, where it is known. */
  readonly progress?: () => { readonly done: number; readonly total: number | null };
};
export const Download = z.custom<Download>();

type Parts = 'params' | 'query' | 'body';
type Side<E, Direction extends 'input' | 'output'> = {
  [K in Parts as K extends keyof E ? K : never]: E extends Record<K, infer S extends z.ZodType>
    ? Direction extends 'input'
      ? z.input<S>
      : z.output<S>
    : never;
};

/** What the caller sends, the handler is given, the handler answers, and the caller gets. */
export type Sent<E extends Endpoint> = Side<Omit<E, 'query'>, 'input'> & Side<Pick<E, 'query' & keyof E>, 'output'>;
export type Given<E extends Endpoint> = Side<E, 'output'>;
export type Answer<E extends Endpoint> = z.input<E['result']>;
export type Result<E extends Endpoint> = z.output<E['result']>;

/** Envelope of every answer, errors too. The HTTP status equals `code`; 200 is success. */
export type Envelope<T = unknown> = { readonly code: number; readonly message: string; readonly result: T };

/** `result` of a 409 or 422: messages by field. */
export type FieldErrors = { readonly errors: Readonly<Record<string, string>> };
