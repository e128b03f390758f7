import type { Readable } from 'node:stream';
import { Failure } from '../http/failure.ts';

/**
 * A store of files. Its keys are paths that the server makes (`media/…`, `imports/…`). The content of a key never
 * changes, so no file is ever overwritten. A malformed key is treated as a missing file.
 */
export type Files = {
  /** Stores bytes, or a copy of the file at a path. Once it resolves, the file survives a power failure. */
  put(key: string, source: string | Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  stat(key: string): Promise<Stat | null>;
  /** Like `stat`, with a stream of the content, which must be read or destroyed. */
  get(key: string, range?: Range): Promise<StoredFile | null>;
  /** No error when the file does not exist. */
  remove(key: string): Promise<void>;
  /** Lists the files under a prefix, in no order. */
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly modified: Date }>;
};

/** Failure of the store of files, which may be temporary. */
export const unavailable = (cause: Error) =>
  new Failure(503, 'Los archivos no están disponibles. Probá de nuevo en unos segundos.', undefined, cause);

/** In bytes, both ends included. */
export type Range = { readonly start: number; readonly end: number };
export type Stat = { readonly bytes: number; readonly modified: Date };
/** `bytes` is the size of the whole file, also when a range was asked for. */
type StoredFile = Stat & { readonly content: Readable };

/** The limit of names in a tar archive, the format of backups, and in some file systems. */
const MAX_KEY_LENGTH = 100;

/** Folders and a name, without characters that are special in file systems or addresses. */
export const isKey = (key: string) => key.length <= MAX_KEY_LENGTH && /^([a-z]+\/)([\w-]+\/)*[\w-]+\.[a-z]+$/.test(key);

export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`${key} is no key for a file`);
}

const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', webp: 'image/webp' };

export const typeOf = (key: string) => TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
