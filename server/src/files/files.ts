import type { Readable } from 'node:stream';

/**
 * Where files are kept. A key is a path of our own making (`media/…`, `imports/…`) and never changes its contents, so
 * nothing is ever written over.
 */
export type Files = {
  /** Keeps a copy of the file at `path`. When this resolves, it survives a crash of everything. */
  put(key: string, path: string, type: string): Promise<void>;
  /** Null when there is no such file. `range` is in bytes, both ends included. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredFile | null>;
  /** No error when it is gone already. */
  remove(key: string): Promise<void>;
  /** What is kept under a prefix, in no order. */
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly modified: Date }>;
};

export type StoredFile = {
  /** Of the whole file, whatever the range. */
  readonly bytes: number;
  readonly modified: Date;
  readonly type: string;
  readonly content: Readable;
};
