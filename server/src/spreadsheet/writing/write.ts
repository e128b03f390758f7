import { COLUMN_NAMES, dataRow, escapeText, headerRow, MAX_ROWS, type Row, STYLE_SHEET } from './write-cells.ts';
import { type Entry, zip } from './write-zip.ts';

/** `width` is in characters. */
type Column = { readonly header: string; readonly width: number };

export type Sheet = {
  /** Up to 27 characters, so that «(2)» can be appended. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Batches of rows. */
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
};

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CHUNK = 64 * 1024;

/**
 * Writes an .xlsx workbook as a stream: sheets and rows are requested on demand, and none is kept. A full sheet
 * continues in another one, «Piezas (2)», with the same header. The same rows give the same bytes. When the reader
 * stops, the generators of rows are closed too.
 */
export function writeWorkbook(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  { maxRows = MAX_ROWS } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  return zip(writeParts(sheets, maxRows));
}

/** The entries that list the sheets come last, when their number is known. */
async function* writeParts(sheets: AsyncIterable<Sheet> | Iterable<Sheet>, maxRows: number): AsyncGenerator<Entry> {
  yield part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  yield part('xl/styles.xml', STYLE_SHEET);
  const names: string[] = [];
  for await (const { name, columns, rows } of sheets) {
    const rest = new RemainingRows(rows);
    try {
      for (let number = 1; number === 1 || (await rest.hasMore()); number++) {
        names.push(number === 1 ? name : `${name} (${number})`);
        yield {
          name: `xl/worksheets/sheet${names.length}.xml`,
          content: writeSheet(columns, rest.take(maxRows - 1), names.length === 1),
        };
      }
    } finally {
      await rest.end();
    }
  }
  yield part('xl/workbook.xml', workbook(names));
  const worksheets = names.map((_, index): Relationship => ['worksheet', `worksheets/sheet${index + 1}.xml`]);
  yield part('xl/_rels/workbook.xml.rels', relationships([...worksheets, ['styles', 'styles.xml']]));
  yield part('[Content_Types].xml', contentTypes(names.length));
}

/** Rows that are split over several sheets. */
class RemainingRows {
  readonly #batches: AsyncIterator<readonly Row[]> | Iterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  constructor(rows: Sheet['rows']) {
    this.#batches = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#batch.length === 0) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#batch = value;
    }
    return true;
  }

  async *take(max: number): AsyncGenerator<readonly Row[]> {
    for (let left = max; left > 0 && (await this.hasMore()); ) {
      const taken = this.#batch.slice(0, left);
      this.#batch = this.#batch.slice(left);
      left -= taken.length;
      yield taken;
    }
  }

  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

async function* writeSheet(
  columns: readonly Column[],
  rows: AsyncIterable<readonly Row[]>,
  selected: boolean,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  let xml =
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${headerRow(columns.map(({ header }) => header))}`;
  let last = 1;
  for await (const batch of rows) {
    for (const row of batch) {
      xml += dataRow(++last, row);
      if (xml.length >= CHUNK) {
        yield xml;
        xml = '';
      }
    }
  }
  yield `${xml}</sheetData><autoFilter ref="A1:${COLUMN_NAMES[columns.length - 1]}${last}"/></worksheet>`;
}

const part = (name: string, text: string): Entry => ({
  name,
  content: (async function* () {
    yield text;
  })(),
});

const workbook = (names: readonly string[]) =>
  `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${names
    .map((name, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`;

type Relationship = readonly [type: string, target: string];
const relationships = (all: readonly Relationship[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

function contentTypes(sheets: number): string {
  const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;
  const overrides = [
    ['workbook', type('sheet.main')],
    ['styles', type('styles')],
    ...Array.from({ length: sheets }, (_, index) => [`worksheets/sheet${index + 1}`, type('worksheet')]),
  ].map(([name, contentType]) => `<Override PartName="/xl/${name}.xml" ContentType="${contentType}"/>`);
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
  );
}
