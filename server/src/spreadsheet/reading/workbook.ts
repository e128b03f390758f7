import { posix } from 'node:path';
import { builtInFormat, type Format, parseFormat } from './formats.ts';
import type { Limits } from './limits.ts';
import { damaged } from './unreadable.ts';
import { isOn, type Tag, withoutPrefix, XmlParser } from './xml.ts';
import type { Zip } from './zip.ts';

export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly part: string }[];
  /** By style; null for plain numbers. */
  readonly formats: readonly (Format | null)[];
  /** By style: whether its font is struck through. */
  readonly strikes: readonly boolean[];
  readonly hasMacros: boolean;
  /** The entry with the shared strings, if there is one. */
  readonly sharedStrings: string | undefined;
};

/** Relations of a workbook to its macros: modules, and sheets of Excel 4. */
const MACROS = ['vbaProject', 'xlMacrosheet', 'xlIntlMacrosheet'];

type Relation = { readonly id: string; readonly type: string; readonly part: string };
/** Reads a small entry whose root element is `name`. */
type ReadPart = (part: string, name: string, tag: Tag) => Promise<void>;

/** Reads a workbook without its rows and strings. Null when the zip is not a workbook. */
export async function readWorkbook(zip: Zip, limits: Limits): Promise<Workbook | null> {
  const readPart: ReadPart = async (part, name, tag) => {
    const parser = new XmlParser(name, tag);
    for await (const chunk of zip.read(part, limits.smallEntryBytes)) parser.write(chunk);
    parser.end();
  };
  const readRelations = async (part: string) => {
    const relations = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
    return zip.has(relations) ? listRelations(readPart, relations, posix.dirname(part)) : [];
  };

  const book = partOf(await readRelations(''), 'officeDocument') ?? 'xl/workbook.xml';
  if (!zip.has(book) || !book.endsWith('.xml')) return null;
  const relations = await readRelations(book);
  const { sheets, date1904 } = await readSheets(readPart, zip, book, relations);
  const styles = partOf(relations, 'styles');
  return {
    sheets,
    ...(styles && zip.has(styles) ? await readStyles(readPart, styles, date1904) : { formats: [], strikes: [] }),
    hasMacros: relations.some(({ type }) => MACROS.includes(type)),
    sharedStrings: partOf(relations, 'sharedStrings'),
  };
}

const partOf = (relations: readonly Relation[], type: string) => relations.find((each) => each.type === type)?.part;

async function listRelations(readPart: ReadPart, part: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  const Relationship: Tag = {
    open({ Id = '', Type = '', Target = '', TargetMode }) {
      if (TargetMode === 'External') return;
      const target = posix.resolve('/', folder, Target.replaceAll('\\', '/'));
      relations.push({ id: Id, type: posix.basename(Type), part: target.slice(1) });
    },
  };
  await readPart(part, 'Relationships', { children: { Relationship } });
  return relations;
}

async function readSheets(readPart: ReadPart, zip: Zip, part: string, relations: readonly Relation[]) {
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets = new Map<string, Workbook['sheets'][number]>();
  let date1904 = false;
  const sheet: Tag = {
    open(attributes) {
      const { name = '', state } = attributes;
      // r:id with any prefix, but not sheetId
      const id = Object.entries(attributes).find(([key]) => key.includes(':') && withoutPrefix(key) === 'id')?.[1];
      const relation = byId.get(id ?? '');
      if (!relation) throw damaged(`sheet ${name} is nowhere`);
      if (relation.type !== 'worksheet') return; // a chart or a macro
      const { part } = relation;
      if (!zip.has(part) || sheets.has(part)) throw damaged(`sheet ${name} has no part of its own`);
      sheets.set(part, { name, hidden: state === 'hidden' || state === 'veryHidden', part });
    },
  };
  const workbookPr: Tag = {
    open(attributes) {
      date1904 = isOn(attributes.date1904);
    },
  };
  await readPart(part, 'workbook', { children: { workbookPr, sheets: { children: { sheet } } } });
  if (sheets.size === 0) throw damaged('there are no sheets');
  return { sheets: [...sheets.values()], date1904 };
}

async function readStyles(
  readPart: ReadPart,
  part: string,
  date1904: boolean,
): Promise<Pick<Workbook, 'formats' | 'strikes'>> {
  const codes = new Map<string, string>();
  const styles: { readonly numFmtId: string; readonly fontId: number }[] = [];
  const struckFonts: boolean[] = [];
  const numFmt: Tag = {
    open({ numFmtId = '', formatCode = '' }) {
      codes.set(numFmtId, formatCode);
    },
  };
  const strike: Tag = {
    open({ val = '1' }) {
      struckFonts[struckFonts.length - 1] = isOn(val);
    },
  };
  const font: Tag = {
    open() {
      struckFonts.push(false);
    },
    children: { strike },
  };
  const xf: Tag = {
    open({ numFmtId = '0', fontId = '0' }) {
      styles.push({ numFmtId, fontId: Number(fontId) });
    },
  };
  await readPart(part, 'styleSheet', {
    children: {
      numFmts: { children: { numFmt } },
      fonts: { children: { font } },
      cellXfs: { children: { xf } },
    },
  });
  const formats = new Map<string, Format | null>();
  for (const id of new Set(styles.map(({ numFmtId }) => numFmtId))) {
    formats.set(id, parseFormat(codes.get(id) ?? builtInFormat(Number(id)), date1904));
  }
  return {
    formats: styles.map(({ numFmtId }) => formats.get(numFmtId) ?? null),
    strikes: styles.map(({ fontId }) => struckFonts[fontId] === true),
  };
}
