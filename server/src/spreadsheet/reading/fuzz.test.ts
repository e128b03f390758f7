import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireBuilt } from '../../testing/jobs.ts';
import { soak } from '../../testing/soak.ts';
import { odsParts, type Parts, workbookParts, zip } from '../../testing/workbook.ts';

/*
 * Workbooks with bytes changed at random. Each is read in another process, so that a hang or a crash is found.
 * SOAK=1 runs 2,000 seeds a test; FUZZ_SEED is the first one.
 */

const RUNS = soak(40, 2_000);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);
const TIMEOUT_MS = 30_000;

// A refusal is expected; any other error is a bug.
const READER = `
  import { openWorkbook, UnreadableWorkbook } from '${new URL('../../../dist/spreadsheet/reading/read.js', import.meta.url)}';
  process.on('disconnect', () => process.exit());
  process.on('message', async (path) => {
    const sheets = [];
    try {
      const workbook = await openWorkbook(path);
      try {
        for (const { name, hidden, rows, merged, remarks } of workbook.sheets) {
          sheets.push([name, hidden, await merged(), await remarks()]);
          for await (const batch of rows()) sheets.push(batch);
        }
      } finally {
        await workbook.close();
      }
      process.send({ read: JSON.stringify(sheets) });
    } catch (error) {
      process.send(error instanceof UnreadableWorkbook ? { refused: error.reason } : { fault: error.stack ?? String(error) });
    }
  });`;

type Outcome = { read?: string; refused?: string; fault?: string };

let folder: string;
let child: ChildProcess;
const died = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  requireBuilt();
  await writeFile(join(folder, 'reader.mjs'), READER);
  child = fork(join(folder, 'reader.mjs'), { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.once('exit', () => died.abort());
});

afterAll(async () => {
  child.kill();
  await rm(folder, { recursive: true, force: true });
});

async function read(bytes: Buffer): Promise<Outcome> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  child.send(path);
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const [outcome] = await once(child, 'message', { signal: AbortSignal.any([late, died.signal]) }).catch(() => {
    throw new Error(late.aborted ? 'the reader hangs' : 'the reader died');
  });
  return outcome;
}

type Random = (below: number) => number;

/** mulberry32 */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

/** Pieces that a parser may handle wrongly. */
const TOKENS = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '=',
    '/',
    ' ',
    '\n',
    '\r',
    '\t',
    '\0',
    '\x01',
    ']]>',
    '<!--',
    '-->',
    '<?x',
    '?>',
    '\ufeff',
    '\uffff',
    '🚗',
    'ñ',
  ],
  ...[
    '<row>',
    '<row r="2">',
    '</row>',
    '<row/>',
    '<c>',
    '<c r="A1">',
    '<c r="XFD9" t="s">',
    '</c>',
    '<c/>',
    '<v>',
    '</v>',
    '<f>',
    '</f>',
    '<is>',
    '</is>',
  ],
  ...[
    '<t>',
    '</t>',
    '<t xml:space="preserve">',
    '<si>',
    '</si>',
    '<r>',
    '</r>',
    '<rPh>',
    '<![CDATA[',
    '<!DOCTYPE a>',
    '<sheetData>',
    '</sheetData>',
    '</worksheet>',
  ],
  ...[
    '&amp;',
    '&#10;',
    '&#x0;',
    '&nope;',
    '_x0041_',
    '_x005F_',
    ' t="s"',
    ' t="inlineStr"',
    ' r="B2"',
    ' s="1"',
    ' s="99"',
    'x:',
    '-',
    '.',
    'e9',
    '1e999',
    '0',
    '9999999999',
  ],
].map((token) => Buffer.from(token));

function mutate(bytes: Buffer, random: Random): Buffer {
  let result = Buffer.from(bytes);
  for (let times = random(4); times >= 0; times--) {
    const at = random(result.length + 1);
    const length = random(pick(random, [2, 8, 64, 1024]));
    const before = result.subarray(0, at);
    const other = random(result.length + 1);
    const replacement = pick(random, [
      () => [result.subarray(at + length)], // cut out
      () => [result.subarray(other, other + length), result.subarray(at)], // copied in
      () => [result.subarray(other, other + length), result.subarray(at + length)], // copied over
      () => [pick(random, TOKENS), result.subarray(at)],
      () => [pick(random, TOKENS), result.subarray(at + length)],
      () => [Buffer.from([random(256)]), result.subarray(at + 1)],
      () => [Buffer.from([(result[at] ?? 0) ^ (1 << random(8))]), result.subarray(at + 1)],
      () => [Buffer.alloc(Math.min(4, result.length - at), pick(random, [0, 0xff])), result.subarray(at + 4)],
      () => (random(8) === 0 ? [] : [result.subarray(at)]), // cut off
    ])();
    result = Buffer.concat([before, ...replacement]);
  }
  return result;
}

/** Runs all seeds, and names the one that fails. */
async function fuzz(run: (random: Random) => Promise<unknown>) {
  const outcomes = { read: 0, refused: 0 };
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    try {
      const { read } = (await run(randomFrom(seed))) as Outcome;
      outcomes[read === undefined ? 'refused' : 'read']++;
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  // Otherwise the changes were too small or too large to test anything.
  expect(outcomes.read).toBeGreaterThan(0);
  expect(outcomes.refused).toBeGreaterThan(0);
}

async function readOrRefuse(bytes: Buffer): Promise<Outcome> {
  const outcome = await read(bytes);
  if (outcome.fault !== undefined) throw new Error(outcome.fault);
  return outcome;
}

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';

function richWorkbook(): Parts {
  const strings = ['ñandú', 'W 712', '_x0041_', 'a &amp; b', ' con  espacios ', '🚗', ''].map(
    (text, index) => `<si><t${index % 2 ? ' xml:space="preserve"' : ''}>${text}</t></si>`,
  );
  const rows = Array.from({ length: 12 }, (_, index) => {
    const number = index + 1;
    const cells = [
      `<c r="A${number}" t="s"><v>${index % 8}</v></c>`,
      `<c r="B${number}" s="${index % 3}"><v>${index * 1000.25}</v></c>`,
      `<c r="C${number}" t="inlineStr"><is><t>línea ${index} &lt;á&gt;\r\n</t></is></c>`,
      index % 2 ? `<c r="D${number}" s="1"/>` : `<c r="D${number}" t="str"><f>A1&amp;"x"</f><v>ñ${index}</v></c>`,
      index % 3 ? `<c r="E${number}" t="b"><v>1</v></c>` : `<c r="E${number}" t="e"><v>#N/A</v></c>`,
      index % 4
        ? `<c r="F${number}" s="2"><v>45413</v></c>`
        : `<c t="inlineStr"><is><r><t>en</t></r><r><t>trozos</t></r></is></c>`,
    ];
    return `<row r="${number}" spans="1:6"${index % 5 ? '' : ' ht="15"'}>${cells.join('')}</row>`;
  });
  const rich = '<si><r><rPr><b/></rPr><t>rico</t></r><r><t> texto</t></r><phoneticPr fontId="1"/></si>';
  return workbookParts(rows.join(''), { strings: strings.join('') + rich, formats: ['00000', 14] });
}

/** Adds a comment at which the scanner gives up, so that the XML parser reads the whole document. */
function withoutScanner(parts: Parts): Parts {
  const hide = (part: string, container: string, root: string) => {
    const bytes = Buffer.from(parts[part] ?? '');
    const at = bytes.indexOf(`<${root}`);
    const comment = Buffer.from(at === -1 ? '' : `<!--<${container}>-->`);
    return Buffer.concat([bytes.subarray(0, Math.max(at, 0)), comment, bytes.subarray(Math.max(at, 0))]);
  };
  return { ...parts, [SHEET]: hide(SHEET, 'sheetData', 'worksheet'), [STRINGS]: hide(STRINGS, 'sst', 'sst') };
}

const sample = (name: string) => readFile(join(import.meta.dirname, 'samples', name));
const LONG = Math.max(60_000, RUNS * 2_000);

it('a changed .xlsx is read or refused', { timeout: LONG }, async () => {
  const files = [await sample('libreoffice.xlsx'), await zip(richWorkbook())];
  await fuzz((random) => readOrRefuse(mutate(pick(random, files), random)));
});

it('a changed entry is read the same by the scanner and by the parser, or refused by both', {
  timeout: LONG,
}, async () => {
  const parts = richWorkbook();
  expect(await read(await zip(parts))).toEqual(await read(await zip(withoutScanner(parts))));
  await fuzz(async (random) => {
    const part = pick(random, [
      SHEET,
      SHEET,
      SHEET,
      STRINGS,
      STRINGS,
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
    ]);
    const changed = { ...parts, [part]: mutate(Buffer.from(parts[part] ?? ''), random) };
    const [scanned, parsed] = [
      await readOrRefuse(await zip(changed)),
      await readOrRefuse(await zip(withoutScanner(changed))),
    ];
    expect(scanned.read).toBe(parsed.read);
    return scanned;
  });
});

it('a changed .xls is read or refused', { timeout: LONG }, async () => {
  const old = utils.book_new(
    utils.aoa_to_sheet([
      ['Marca', 'Código'],
      ['Pehuén', 7],
    ]),
    'Piezas',
  );
  const files = [await sample('libreoffice.xls'), write(old, { type: 'buffer', bookType: 'biff5' })];
  await fuzz((random) => readOrRefuse(mutate(pick(random, files), random)));
});

it('an .ods whose contents are changed is read or refused', { timeout: LONG }, async () => {
  const book = utils.book_new(
    utils.aoa_to_sheet([['Marca', 'a  b\nc', 7.5, true], [], ['Pehuén', '', '00123']]),
    'Uno',
  );
  utils.book_append_sheet(book, utils.aoa_to_sheet([['x', new Date(0)]]), 'Dos');
  const written: Buffer = write(book, { type: 'buffer', bookType: 'ods' });
  const row = '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-rows-spanned="2" ';
  const cells = `${row}office:value-type="float" office:value="1" table:number-columns-repeated="2"/></table:table-row>`;
  const parts = odsParts(`<table:table table:name="Uno">${cells}</table:table><table:table table:name="Dos"/>`);
  await fuzz(async (random) => {
    if (random(3) === 0) return readOrRefuse(mutate(written, random));
    const content = mutate(Buffer.from(parts['content.xml'] ?? ''), random);
    return readOrRefuse(await zip({ ...parts, 'content.xml': content }));
  });
});

it('a changed .csv is read or refused', { timeout: LONG }, async () => {
  const text = 'Marca;Código;Precio\r\nÑandú;"W ""712""\n75";12,50\r\n;;\r\nPehuén;00123;"1;2"\r\n'.repeat(3);
  const files = [Buffer.from(text), Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')];
  await fuzz((random) => readOrRefuse(mutate(pick(random, files), random)));
});
