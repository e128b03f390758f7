import type { exporter as contract, ExportKind, SpreadsheetKind } from '@piezario/contract/exporter';
import { importer } from '@piezario/contract/importer';
import { attributeOf } from '@piezario/contract/list';
import { readPersonOf, readView } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connection/connect.ts';
import { atOneMoment } from '../db/snapshot.ts';
import { Failure } from '../http/failure.ts';
import { type Caller, type Handlers, refuseUnlessAdmitted } from '../http/implement.ts';
import type { Source } from '../http/reads.ts';
import { createLimiter } from '../limiter.ts';
import { readSelection, type Selection } from '../parts/selection.ts';
import { type Sheet, writeWorkbook, XLSX } from '../spreadsheet/writing/write.ts';
import { fileName } from './file-name.ts';
import { backup, forImporter } from './for-importer.ts';
import { imageCoverage } from './image-coverage.ts';
import { writeJson } from './json.ts';
import { meli } from './meli.ts';
import { parts } from './parts.ts';
import { type ExportContext, expectParts, Progress } from './read-parts.ts';
import { table } from './table.ts';

type Kind = {
  /** Number of times that the file reads all parts. */
  readonly passes: number;
  readonly type: string;
  readonly write: (context: ExportContext) => AsyncIterable<Uint8Array>;
};

const workbook = (passes: number, sheets: (context: ExportContext) => AsyncIterable<Sheet>): Kind => ({
  passes,
  type: XLSX,
  write: (context) => writeWorkbook(counted(context, sheets)),
});

/** Counts the parts after the first bytes were sent. */
async function* counted(context: ExportContext, sheets: (context: ExportContext) => AsyncIterable<Sheet>) {
  await expectParts(context);
  yield* sheets(context);
}

const SPREADSHEETS: Record<SpreadsheetKind, Kind> = {
  for_importer: workbook(4, forImporter),
  backup: workbook(4, backup),
  parts: workbook(1, parts),
  image_coverage: workbook(1, imageCoverage),
  meli: workbook(4, meli),
};
/** Only useful to those who may import. */
const IMPORTABLE: readonly SpreadsheetKind[] = ['for_importer', 'backup'];
const JSON_FILE: Kind = { passes: 1, type: 'application/json; charset=utf-8', write: writeJson };

/** Each export holds a connection, also while its reader pauses, and calls need most of the connections of the pool. */
const SHARE_OF_POOL = 0.4;
const MOST_AT_ONCE = 8;
const PER_PERSON = 2;
/** Share of the slots that only the first file of a person may take, so that a few people cannot occupy all. */
const FOR_FIRST_FILES = 0.5;
/** Shorter than the idle timeout of a connection, so that the refusal still arrives. */
const MAX_WAIT_MS = 9 * 60_000;

type Options = Pick<Config, 'publicUrl' | 'databasePool'> & { readonly source: Source };

export function exporterHandlers({ publicUrl, databasePool, source }: Options): Handlers<typeof contract> {
  const atOnce = Math.min(MOST_AT_ONCE, Math.floor(SHARE_OF_POOL * databasePool));
  const slots = createLimiter<number>({
    atOnce,
    perKey: PER_PERSON,
    reserved: Math.ceil(FOR_FIRST_FILES * atOnce),
    maxWait: {
      ms: MAX_WAIT_MS,
      error: () => new Failure(503, 'Hay muchas descargas en curso. Probá de nuevo en un minuto.'),
    },
  });

  const download = (user: Caller, selection: Selection, name: ExportKind, { passes, type, write }: Kind) => {
    const progress = new Progress(passes);
    async function* writeSnapshot(snapshot: Db) {
      // The session may have ended while the file waited for a slot.
      const owner = await readPersonOf(snapshot, user.session);
      const person = user.viewer ? await readView(snapshot, owner, user.id) : owner;
      yield* write({ db: snapshot, selection: { ...selection, person }, publicUrl, progress });
    }
    // Selects the source only now: a replica may have become stale while the file waited for a slot.
    async function* content() {
      yield* atOneMoment(await source(user), writeSnapshot);
    }
    return {
      name: fileName(name, selection, new Date()),
      type,
      progress: () => progress.read(),
      content: slots.stream(content, (user.viewer ?? user).id),
    };
  };

  return {
    spreadsheet: async ({ db, user, params: { kind, ...ids }, query }) => {
      if (IMPORTABLE.includes(kind)) refuseUnlessAdmitted(importer.store.access, user);
      const selection = await readSelection(db, user, { ...ids, filters: query });
      return download(user, selection, kind, SPREADSHEETS[kind]);
    },

    table: async ({ db, user, params, query }) => {
      const isOfAttributes = query.columns.some((column) => attributeOf(column) !== null);
      if (params.productId === 'all' && isOfAttributes) {
        throw new Failure(422, 'Elegí un producto para ver un atributo');
      }
      const selection = await readSelection(db, user, { ...params, ...query });
      return download(
        user,
        selection,
        'table',
        workbook(1, (context) => table(context, query)),
      );
    },

    json: async ({ db, user, params, query }) => {
      const selection = await readSelection(db, user, { ...params, filters: query });
      return download(user, selection, 'json', JSON_FILE);
    },
  };
}
