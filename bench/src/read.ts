import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import { openWorkbook } from '../../server/dist/spreadsheet/reading/read.js';
import { median } from './measure.ts';

/*
 * Reading a workbook of 500,000 × 6 cells, with shared and with inline strings: CPU time and peak memory against
 * exceljs's stream reader, alternating in the same run, each in its own process. The same cells are then read from an .ods
 * and a .csv, by our reader alone. Outside of the measured rounds each reader compares every cell with what was written. exceljs is not a dependency: EXCELJS is a folder where it is
 * installed (npm i exceljs@4.4.0); without it only our reader is measured. BENCH_ROWS and BENCH_ROUNDS set the size.
 */

const ROWS = Number(process.env.BENCH_ROWS ?? 500_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const EXCELJS = process.env.EXCELJS;
const GOAL = { ratio: 4.5, megabytes: 160, odsMegabytes: 200 };

const say = (line: string) => process.stdout.write(`${line}\n`);

type Value = string | number;
type Take = (row: number, cells: readonly unknown[]) => void;
type Measured = {
  readonly seconds: number;
  readonly megabytes: number;
  readonly cells: number;
  readonly wrong: number;
};

const MAKERS = ['Ñandú Repuestos', 'Zonda', 'Güemes & Cía', 'Talampaya', 'Pehuén'];
const PRODUCTS = [
  'Filtro de aceite',
  'Bujía de encendido',
  'Correa de distribución',
  'Juego de pastillas (eje trasero)',
];

/** Six columns like those of a manufacturer: few brands and products, many codes and descriptions, and two numbers. */
function valuesOf(row: number): Value[] {
  const product = PRODUCTS[row % PRODUCTS.length] ?? '';
  return [
    MAKERS[row % MAKERS.length] ?? '',
    product,
    `W-${String(row * 7919).padStart(10, '0')}`,
    `${product} n.º ${row % 50_000}, línea ${row % 97} — año ${1990 + (row % 35)}`,
    row,
    (row % 1000) / 8,
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Piezas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
};

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const FORMS = ['shared', 'inline', 'ods', 'csv'] as const;
type Form = (typeof FORMS)[number];

async function writeForm(path: string, form: Form) {
  if (form === 'csv') return pipeline(Readable.from(csvLines()), createWriteStream(path));
  return form === 'ods' ? writeOds(path) : writeWorkbook(path, form);
}

function* csvLines(): Generator<string> {
  for (let row = 1; row <= ROWS; row++) yield `${valuesOf(row).join(';')}\r\n`;
}

async function writeOds(path: string) {
  const zip = new ZipFile();
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  zip.addBuffer(Buffer.from(type), 'mimetype', { compress: false });
  zip.addReadStream(Readable.from(odsXml(), { objectMode: false }), 'content.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Cells with the attributes that LibreOffice writes. */
function* odsXml(): Generator<string> {
  yield `${XML}<office:document-content><office:body><office:spreadsheet><table:table table:name="Piezas">`;
  for (let row = 1; row <= ROWS; row++) {
    const cells = valuesOf(row).map((value) => {
      const type = typeof value === 'number' ? 'float' : 'string';
      const number = typeof value === 'number' ? ` office:value="${value}"` : '';
      const attributes = `office:value-type="${type}"${number} calcext:value-type="${type}"`;
      return `<table:table-cell ${attributes}><text:p>${inXml(String(value))}</text:p></table:table-cell>`;
    });
    yield `<table:table-row table:style-name="ro1">${cells.join('')}</table:table-row>`;
  }
  yield '</table:table></office:spreadsheet></office:body></office:document-content>';
}

async function writeWorkbook(path: string, strings: 'shared' | 'inline') {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(xml), name);
  const shared = new Map<string, number>();
  if (strings === 'shared') {
    for (let row = 1; row <= ROWS; row++) {
      for (const value of valuesOf(row)) {
        if (typeof value === 'string' && !shared.has(value)) shared.set(value, shared.size);
      }
    }
  }
  // Before the sheet, because exceljs needs them first.
  zip.addReadStream(Readable.from(stringsXml(shared.keys()), { objectMode: false }), 'xl/sharedStrings.xml');
  const sheet = sheetXml(shared);
  zip.addReadStream(Readable.from(sheet, { objectMode: false }), 'xl/worksheets/sheet1.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function* stringsXml(strings: Iterable<string>): Generator<string> {
  yield `${XML}<sst xmlns="${MAIN}">`;
  for (const text of strings) yield `<si><t>${inXml(text)}</t></si>`;
  yield '</sst>';
}

function* sheetXml(shared: ReadonlyMap<string, number>): Generator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  for (let row = 1; row <= ROWS; row++) {
    const cells = valuesOf(row).map((value, column) => cellXml(`${'ABCDEF'[column]}${row}`, value, shared));
    yield `<row r="${row}" spans="1:6">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(reference: string, value: Value, shared: ReadonlyMap<string, number>): string {
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  const index = shared.get(value);
  return index === undefined
    ? `<c r="${reference}" t="inlineStr"><is><t>${inXml(value)}</t></is></c>`
    : `<c r="${reference}" t="s"><v>${index}</v></c>`;
}

const READERS: Readonly<Record<string, (path: string, take: Take) => Promise<void>>> = {
  async piezario(path, take) {
    const workbook = await openWorkbook(path);
    for (const sheet of workbook.sheets) {
      for await (const batch of sheet.rows()) for (const { number, cells } of batch) take(number, cells);
    }
    await workbook.close();
  },

  async exceljs(path, take) {
    const { stream } = createRequire(join(EXCELJS ?? '', 'package.json'))('exceljs');
    const options = { worksheets: 'emit', sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore' };
    for await (const sheet of new stream.xlsx.WorkbookReader(path, options)) {
      for await (const row of sheet) take(row.number, row.values.slice(1));
    }
  },
};

/** Measures in a new process. */
async function measure(reader: string, path: string, isChecking: boolean) {
  const written = (value: Value) => (path.endsWith('.csv') ? String(value) : value);
  let cells = 0;
  let wrong = 0;
  await READERS[reader]?.(path, (row, values) => {
    cells += values.length;
    if (isChecking) wrong += valuesOf(row).filter((value, column) => values[column] !== written(value)).length;
  });
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const measured: Measured = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, cells, wrong };
  say(JSON.stringify(measured));
}

async function inProcess(reader: string, path: string, mode: 'measure' | 'check'): Promise<Measured> {
  const child = [fileURLToPath(import.meta.url), mode, reader, path];
  const { stdout } = await promisify(execFile)(process.execPath, child);
  return JSON.parse(stdout);
}

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-bench-'));
  try {
    if (!EXCELJS) say('exceljs is not measured: EXCELJS names no folder where it is installed');
    say(`${ROWS} × 6 cells. Load before: ${(await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim()}\n`);
    say('| form | reader | CPU s | rows a second | peak MB | wrong cells | CPU against exceljs | aim |');
    say('|---|---|---|---|---|---|---|---|');
    for (const form of FORMS) {
      const path = join(folder, form === 'ods' || form === 'csv' ? `piezas.${form}` : `${form}.xlsx`);
      await writeForm(path, form);
      await report(form, path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function report(form: Form, path: string) {
  const hasOther = EXCELJS && path.endsWith('.xlsx');
  const readers = (hasOther ? ['piezario', 'exceljs'] : ['piezario']).map((name) => ({
    name,
    rounds: [] as Measured[],
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, rounds } of round % 2 ? readers.toReversed() : readers) {
      rounds.push(await inProcess(name, path, 'measure'));
    }
  }
  const seconds = new Map(readers.map(({ name, rounds }) => [name, median(rounds.map((each) => each.seconds))]));
  for (const { name, rounds } of readers) {
    const { cells, wrong } = await inProcess(name, path, 'check');
    if (cells !== ROWS * 6) say(`${name} read ${cells} cells instead of ${ROWS * 6}`);
    const isOurs = name === 'piezario';
    const ratio = (seconds.get('exceljs') ?? Number.NaN) / (seconds.get(name) ?? Number.NaN);
    const figures = [
      seconds.get(name)?.toFixed(2),
      Math.round(ROWS / (seconds.get(name) ?? Number.NaN)),
      Math.max(...rounds.map((each) => each.megabytes)).toFixed(0),
      wrong,
      isOurs && hasOther ? `${ratio.toFixed(1)}× less` : '',
      isOurs
        ? `${path.endsWith('.xlsx') ? `≥ ${GOAL.ratio}×, ` : ''}≤ ${form === 'ods' ? GOAL.odsMegabytes : GOAL.megabytes} MB, 0 wrong`
        : '',
    ];
    say(`| ${[form, name, ...figures].join(' | ')} |`);
  }
}

const [mode = 'run', reader = '', path = ''] = process.argv.slice(2);
await (mode === 'run' ? run() : measure(reader, path, mode === 'check'));
