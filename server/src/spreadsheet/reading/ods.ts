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
const SPANNED = Buffer.from('number-rows-spanned');
const ONE = Buffer.from('="1"');
/** The style of tables that LibreOffice copies from linked files and never shows. */
const LINKED = 'ta_extref';

type OdsSheet = {
  readonly name: string;
  readonly hidden: boolean;
  readRows(): AsyncGenerator<readonly Row[], Remarks>;
  readMerged(): Promise<readonly MergedRows[] | null>;
};

type Table = {
  readonly name: string;
  readonly style: string;
  /** Positions in the entry. An empty table has none. */
  start: number;
  end: number;
  mayHaveMerged: boolean;
};

/**
 * Lists the sheets of an .ods. One entry has all of them, so it is read here to find where each begins and ends. A
 * sheet is parsed from its bytes later, and only then are its rows checked.
 */
export async function readOds(zip: Zip, limits: Limits): Promise<OdsSheet[]> {
  await refuseLocked(zip, limits);
  const styles = new OdsStyles();
  if (zip.has(STYLES)) {
    const children = { styles: styles.tag, 'automatic-styles': styles.tag };
    await parse(zip.read(STYLES, limits.smallEntryBytes), 'document-styles', { children });
  }
  const tables = await findTables(zip, styles);
  return tables
    .filter(({ style }) => style !== LINKED)
    .map((table) => ({
      name: table.name,
      hidden: styles.isHiddenTable(table.style),
      readRows: () => readRows(slice(zip, table), styles, limits),
      readMerged: async () => (table.mayHaveMerged ? readMerged(slice(zip, table), styles, limits) : []),
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

async function findTables(zip: Zip, styles: OdsStyles): Promise<Table[]> {
  const tables: Table[] = [];
  // The parser sees rows only where a table is not found in the bytes.
  const row: Tag = { open: unknownForm };
  const table: Tag = {
    open(attributes) {
      if (tables.length === MAX_SHEETS) throw tooLarge('El archivo tiene demasiadas hojas');
      const { 'table:name': name = '', 'table:style-name': style = '' } = attributes;
      tables.push({ name, style, start: 0, end: 0, mayHaveMerged: false });
    },
    children: { 'table-row': row, 'table-rows': row, 'table-header-rows': row, 'table-row-group': row },
  };
  const spreadsheet: Tag = { children: { table } };
  const parser = new XmlParser('document-content', {
    children: { 'automatic-styles': styles.tag, body: { children: { spreadsheet } } },
  });
  /** The table whose rows are being skipped. */
  let open: Table | undefined;
  let position = 0;
  const read = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) {
      const start = at;
      if (open) {
        const closing = bytes.indexOf(TABLE_END, at);
        const end = closing === -1 ? bytes.length : closing;
        open.mayHaveMerged ||= spansRows(bytes.subarray(at, end));
        if (closing === -1) break;
        at = closing + TABLE_END.length;
        parser.write(bytes.subarray(closing, at));
        open.end = position + at;
        open = undefined;
      } else {
        const opening = bytes.indexOf(TABLE, at);
        at = (opening === -1 ? 0 : bytes.indexOf('>', opening) + 1) || bytes.length;
        parser.write(bytes.subarray(start, at));
        // The tag may be inside a comment.
        if (opening === -1 || !parser.isInside(table)) continue;
        open = tables.at(-1);
        if (open) open.start = position + opening;
      }
    }
    position += bytes.length;
  };
  for await (const tags of wholeTags(zip.read(CONTENT))) read(tags);
  parser.end();
  if (tables.length === 0) throw damaged('there are no sheets');
  if (!parser.isPlainUtf8()) unknownForm();
  return tables;
}

function unknownForm(): never {
  throw new UnreadableWorkbook(
    'unsupported',
    'El archivo .ods está escrito de una forma desconocida: abrilo en LibreOffice y guardalo de nuevo',
  );
}

/** Cuts an entry at the ends of tags, unless a tag is too long for any file. */
async function* wholeTags(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of part) {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    const end = bytes.length > MAX_TAG ? bytes.length : bytes.lastIndexOf('>') + 1;
    yield bytes.subarray(0, end);
    left = bytes.subarray(end);
  }
  yield left;
}

/** Returns true when a cell may span several rows. */
function spansRows(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(SPANNED); at !== -1; at = bytes.indexOf(SPANNED, at + 1)) {
    if (
      !bytes
        .subarray(at + SPANNED.length)
        .subarray(0, ONE.length)
        .equals(ONE)
    )
      return true;
  }
  return false;
}

async function* slice(zip: Zip, { start, end }: Table): AsyncGenerator<Buffer> {
  if (end === 0) return;
  let position = 0;
  for await (const chunk of zip.read(CONTENT)) {
    if (position + chunk.length > start) yield chunk.subarray(Math.max(start - position, 0), end - position);
    position += chunk.length;
    if (position >= end) return;
  }
}

/** Repeated rows are added one batch at a time: a few bytes may stand for a million rows. */
async function* readRows(
  part: AsyncIterable<Buffer>,
  styles: OdsStyles,
  limits: Limits,
): AsyncGenerator<readonly Row[], Remarks> {
  const batches = new RowBatches(limits);
  let runs: RowRun[] = [];
  const row = (run: RowRun) => runs.push(run);
  const parser = new XmlParser('table', tableTag(styles, limits, { row }));
  let isEmpty = true;
  for await (const chunk of part) {
    isEmpty = false;
    parser.write(chunk);
    for (const { first, times, cells, filled, isHidden, isStruck } of runs) {
      for (let index = 0; index < times; index++) {
        batches.add(first + index, cells, filled, isHidden, isStruck);
        yield* batches.take();
      }
    }
    runs = [];
  }
  if (!isEmpty) parser.end();
  yield* batches.takeAll();
  return batches.remarks;
}

async function readMerged(part: AsyncIterable<Buffer>, styles: OdsStyles, limits: Limits) {
  const ranges = new MergedRanges(limits);
  const parser = new XmlParser('table', tableTag(styles, limits, { merged: (range) => ranges.add(range) }));
  for await (const chunk of part) {
    parser.write(chunk);
    if (ranges.areTooMany) return null;
  }
  parser.end();
  return ranges.all;
}
