import { seesHistory } from '@piezario/contract/access';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { countSelected, type Selection, selectedParts } from '../parts/selection.ts';

/** Context of an export: a selection in a snapshot of the database, and its progress. */
export type ExportContext = {
  readonly db: Db;
  readonly selection: Selection;
  /** Public address of this server, for the addresses of pictures. */
  readonly publicUrl: string;
  readonly progress: Progress;
};

/** Counts parts. A file may read all the parts several times, once for each sheet. */
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

  advance(parts = 1) {
    this.#passed += parts;
  }

  read() {
    return { done: Math.floor(this.#passed / this.#passes), total: this.#total };
  }
}

export async function expectParts({ db, selection, progress }: ExportContext) {
  progress.expect(await countSelected(db, selection));
}

/** Parts fetched at a time. A part with very many applications is large. */
const FETCHED = 100;
const BATCH = 500;

/** The selected parts, in the order of all files. */
export const partsByCode = ({ db, selection }: ExportContext) =>
  selectedParts(db, selection).orderBy('parts.code_bare').orderBy('parts.id');

/** Selects who changed a part last; null for callers who do not see the history. */
export const updatedBy = ({ role }: Person) =>
  seesHistory(role)
    ? sql<string | null>`(select name from users where users.id = part_counts.updated_by)`
    : sql<null>`null::text`;

type Rows<Part> = { readonly stream: (size: number) => AsyncIterable<Part> };

/** The parts of a query, fetched on demand. */
export async function* eachPart<Part>({ progress }: ExportContext, parts: Rows<Part>): AsyncGenerator<Part> {
  for await (const part of parts.stream(FETCHED)) {
    yield part;
    progress.advance();
  }
}

/** The items that each part has in a sheet, in batches. */
export async function* itemsOf<Part, Item>(
  context: ExportContext,
  parts: Rows<Part>,
  expand: (part: Part) => Iterable<Item>,
): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for await (const part of eachPart(context, parts)) {
    for (const item of expand(part)) batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
