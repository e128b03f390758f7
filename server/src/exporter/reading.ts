import type { Db } from '../db/connect.ts';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { type Selection, selectedParts } from './selection.ts';

/** What a file is made of: a selection as it is at one moment, and how far it has been read. */
export type Reading = {
  readonly db: Db;
  readonly selection: Selection;
  /** Where this server is reached, for the addresses of pictures. */
  readonly publicUrl: string;
  readonly progress: Progress;
};

/** A file may go through all the parts several times, once a sheet. */
export class Progress {
  readonly #passes: number;
  #passed = 0;
  #total: number | null = null;
  constructor(passes: number) {
    this.#passes = passes;
  }

  expect(parts: number) {
    this.#total = parts;
  }

  advance() {
    this.#passed++;
  }

  read() {
    return { done: Math.floor(this.#passed / this.#passes), total: this.#total };
  }
}

export async function countParts({ db, selection, progress }: Reading) {
  const { count } = await selectedParts(db, selection)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow();
  progress.expect(count);
}

/** Few enough that those of parts with very many applications fit into memory. */
const FETCHED = 100;
const BATCH = 500;

/** The selected parts in the order of every file. */
export const partsByCode = ({ db, selection }: Reading) =>
  selectedParts(db, selection).orderBy('parts.code_bare').orderBy('parts.id');

type Rows<Part> = { readonly stream: (size: number) => AsyncIterable<Part> };

/** The parts that a query finds, one by one as they are asked for. */
export async function* eachPart<Part>({ progress }: Reading, parts: Rows<Part>): AsyncGenerator<Part> {
  for await (const part of parts.stream(FETCHED)) {
    yield part;
    progress.advance();
  }
}

/** The rows that each part makes, some at a time. */
export async function* rowsOf<Part>(
  reading: Reading,
  parts: Rows<Part>,
  write: (part: Part) => Iterable<Row>,
): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  for await (const part of eachPart(reading, parts)) {
    for (const row of write(part)) batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
