import './messages.ts';
import { z } from 'zod';
import type { Access } from './access.ts';
import type { Columns, Sort } from './list.ts';

/** What calls read and change. A read is stale after a call that changes one of its resources. */
export type Resource =
  | 'brands'
  | 'categories'
  | 'products'
  | 'vehicles'
  | 'vehicleAliases'
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

/** A call, as data. The server implements it, the web calls it, the API documentation describes it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** What the answer of a GET is made of. A read that names nothing never becomes stale by a save. */
  readonly reads?: readonly Resource[];
  /** What a POST changes. */
  readonly changes?: readonly Resource[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  /** What a paged list can be filtered and sorted by; its `query` is made of it. */
  readonly columns?: Columns;
  /** What something other than a list can be filtered by; its `query` is made of it. */
  readonly filters?: Columns;
  /** The order of a paged list when none is asked for. */
  readonly usualOrder?: readonly Sort[];
  readonly body?: z.ZodObject;
  /** The most bytes that a JSON body may have; `DEFAULT_BODY` unless given. */
  readonly bodyLimit?: number;
  /** The body is multipart and its `attachment` may have this many bytes. */
  readonly upload?: number;
  readonly result: z.ZodType;
  /** What the user is told on success: the web shows it as it is. */
  readonly message?: string | ((result: never, body: never) => string);
  /**
   * POST handlers run inside a transaction. The exceptions open their own, because they keep what they wrote when they
   * fail, or because they do slow work first (decode an image, hash a password).
   */
  readonly transaction?: false;
  /** Accepted with `REQUIRE_OWN_PASSWORD=1` before the person has replaced a password that an admin set. */
  readonly beforeNewPassword?: true;
};

/** Bytes of a JSON body. A form fits into the first; lists of rows or ids need the second. */
export const DEFAULT_BODY = 64 * 1024;
export const LARGE_BODY = 1024 * 1024;

/** Endpoints of one noun; the whole API is nouns by name. */
export type Noun = Readonly<Record<string, Endpoint>>;
export type Api = Readonly<Record<string, Noun>>;

export const get = <const E extends Omit<Endpoint, 'method' | 'body' | 'changes'>>(endpoint: E) =>
  ({ method: 'GET', ...endpoint }) as const;
export const post = <const E extends Omit<Endpoint, 'method' | 'reads'>>(endpoint: E) =>
  ({ method: 'POST', ...endpoint }) as const;

/** An uploaded file: something like a Blob in the browser, a file on the server's disk with a storable name. */
export type Sendable = { readonly size: number; readonly type: string };
export type Received = { readonly name: string; readonly type: string; readonly bytes: number; readonly path: string };
export const Attachment: z.ZodType<Received, Sendable> = z.custom<Received & Sendable>(
  (value) => typeof value === 'object' && value !== null,
  'Elegí un archivo',
);

/** The result of a call that answers a file instead of the envelope. */
export type Download = {
  readonly name: string;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** How many parts are written, where that is known. */
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

/** What a caller sends, what a handler receives, what it answers, and what the caller gets. */
export type Sent<E extends Endpoint> = Side<Omit<E, 'query'>, 'input'> & Side<Pick<E, 'query' & keyof E>, 'output'>;
export type Given<E extends Endpoint> = Side<E, 'output'>;
export type Answer<E extends Endpoint> = z.input<E['result']>;
export type Result<E extends Endpoint> = z.output<E['result']>;

/** Every answer of the API, errors too. The HTTP status equals `code`; 200 is success. */
export type Envelope<T = unknown> = { readonly code: number; readonly message: string; readonly result: T };

/** The `result` of a 409 or 422: what is wrong, at which field. */
export type FieldErrors = { readonly errors: Readonly<Record<string, string>> };
