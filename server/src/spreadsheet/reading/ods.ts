import type { Limits } from './limits.ts';
import { MergedRanges, type MergedRows } from './merged.ts';
import { OdsStyles } from './ods-styles.ts';
import { type RowRun, tableTag } from './ods-table.ts';
import { type Remarks, type Row, RowBatches } from './row-batches.ts';
import { damaged, locked, tooLarge, UnreadableWorkbook } from './unreadable.ts';
import { type Tag, XmlParser } from './xml.ts';
import type { Zip } from './zip.ts';

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const MANIFEST = 'META-INF/manifest.xml';
const MAX_TAG = 1024 * 1024;
const MAX_SHEETS = 1_000;
const TABLE = Buffer.from('<table:table ');
const TABLE_END = Buffer.from('</table:table>');
/** The style of tables that LibreOffice copies from linked files and never shows. */
const LINKED = 'ta_extref';

type OdsSheet = {
  readonly name: string;
  readonly hidden: boolean;
  readonly remarks: Remarks;
  readonly merged: readonly MergedRows[] | null;
  rows(): AsyncGenerator<readonly Row[]>;
};

type Table = {
  readonly name: string;
  readonly style: string;
  readonly merged: MergedRanges;
  readonly remarks: { hiddenRows: number; struckRows: number };
  hasRows: boolean;
  isClosed: boolean;
  /** Positions of the table in the entry. */
  start: number | null;
  end: number | null;
};

/**
 * Reads the sheets of an .ods. One entry has all of them, so that it is parsed once here, for everything but the rows.
 * The rows of a sheet are then parsed from the bytes of its table.
 */
export async function readOds(zip: Zip, limits: Limits): Promise<OdsSheet[]> {
  await refuseLocked(zip, limits);
  const styles = new OdsStyles();
  if (zip.has(STYLES)) {
    const children = { styles: styles.tag, 'automatic-styles': styles.tag };
    await parse(zip.read(STYLES, limits.smallEntryBytes), 'document-styles', { children });
  }
  const tables = await readTables(zip, styles, limits);
  return tables
    .filter(({ style }) => style !== LINKED)
    .map(({ name, style, remarks, merged, start, end }) => ({
      name,
      hidden: styles.isHiddenTable(style),
      remarks,
      merged: merged.all,
      async *rows() {
        if (start !== null && end !== null) yield* readRows(slice(zip.read(CONTENT), start, end), styles, limits);
      },
    }));
}

async function parse(part: AsyncIterable<Buffer>, root: string, tag: Tag) {
  const parser = new XmlParser(root, tag);
  for await (const chunk of part) parser.write(chunk);
  parser.end();
}

/** LibreOffice encrypts each entry, or since 24.2 the whole package. */
async function refuseLocked(zip: Zip, limits: Limits) {
  if (zip.has('encrypted-package')) throw locked();
  if (!zip.has(MANIFEST)) return;
  const encryption: Tag = {
    open() {
      throw locked();
    },
  };
  const children = { 'file-entry': { children: { 'encryption-data': encryption } } };
  await parse(zip.read(MANIFEST, limits.smallEntryBytes), 'manifest', { children });
}

async function readTables(zip: Zip, styles: OdsStyles, limits: Limits): Promise<Table[]> {
  const tables: Table[] = [];
  const current = () => tables.at(-1) ?? unknownForm();
  const table = tableTag(styles, limits, {
    open(attributes) {
      if (tables.length === MAX_SHEETS) throw tooLarge('El archivo tiene demasiadas hojas');
      tables.push({
        name: attributes['table:name'] ?? '',
        style: attributes['table:style-name'] ?? '',
        merged: new MergedRanges(limits),
        remarks: { hiddenRows: 0, struckRows: 0 },
        hasRows: false,
        isClosed: false,
        start: null,
        end: null,
      });
    },
    row({ times, isHidden, isStruck }) {
      const { remarks } = current();
      current().hasRows = true;
      if (isHidden) remarks.hiddenRows += times;
      if (isStruck) remarks.struckRows += times;
    },
    merged(range) {
      current().merged.add(range);
    },
    close() {
      current().isClosed = true;
    },
  });
  const parser = new XmlParser('document-content', {
    children: { 'automatic-styles': styles.tag, body: { children: { spreadsheet: { children: { table } } } } },
  });
  await writeByTables(zip.read(CONTENT), parser, (isOpening, at) => {
    const last = tables.at(-1);
    if (!last) return;
    if (isOpening && parser.isInside(table) && !last.hasRows) last.start ??= at;
    if (!isOpening && last.isClosed) last.end ??= at;
  });
  parser.end();
  if (tables.length === 0) throw damaged('there are no sheets');
  if (!parser.isPlainUtf8() || tables.some(({ hasRows, start, end }) => hasRows && (start === null || end === null)))
    throw unknownForm();
  return tables;
}

function unknownForm(): never {
  throw new UnreadableWorkbook(
    'unsupported',
    'El archivo .ods está escrito de una forma desconocida: abrilo en LibreOffice y guardalo de nuevo',
  );
}

/**
 * Writes an entry to the parser. Calls `found` after each tag that may open or close a table, with the position of its
 * start or its end: only the parser can tell whether it is inside a comment.
 */
async function writeByTables(
  part: AsyncIterable<Buffer>,
  parser: XmlParser,
  found: (isOpening: boolean, at: number) => void,
) {
  let left: Buffer = Buffer.alloc(0);
  let position = 0;
  for await (const chunk of part) {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    // A tag is never cut, unless it is too long for any file.
    const end = bytes.length > MAX_TAG ? bytes.length : bytes.lastIndexOf('>') + 1;
    const whole = bytes.subarray(0, end);
    let written = 0;
    for (;;) {
      const opening = whole.indexOf(TABLE, written);
      const closing = whole.indexOf(TABLE_END, written);
      if (opening === -1 && closing === -1) break;
      const isOpening = closing === -1 || (opening !== -1 && opening < closing);
      const tagEnd = isOpening ? whole.indexOf('>', opening) + 1 : closing + TABLE_END.length;
      if (tagEnd === 0) break;
      parser.write(whole.subarray(written, tagEnd));
      written = tagEnd;
      found(isOpening, position + (isOpening ? opening : tagEnd));
    }
    parser.write(whole.subarray(written));
    position += end;
    left = bytes.subarray(end);
  }
  parser.write(left);
}

async function* slice(part: AsyncIterable<Buffer>, start: number, end: number) {
  let position = 0;
  for await (const chunk of part) {
    if (position + chunk.length > start) yield chunk.subarray(Math.max(start - position, 0), end - position);
    position += chunk.length;
    if (position >= end) return;
  }
}

/** Repeated rows are added one batch at a time: a few bytes may stand for a million rows. */
async function* readRows(part: AsyncIterable<Buffer>, styles: OdsStyles, limits: Limits) {
  const batches = new RowBatches(limits);
  let runs: RowRun[] = [];
  const row = (run: RowRun) => runs.push(run);
  const parser = new XmlParser('table', tableTag(styles, limits, { row }));
  for await (const chunk of part) {
    parser.write(chunk);
    for (const { first, times, cells, filled } of runs) {
      for (let index = 0; index < times; index++) {
        batches.add(first + index, cells, filled);
        yield* batches.take();
      }
    }
    runs = [];
  }
  parser.end();
  yield* batches.takeAll();
}
