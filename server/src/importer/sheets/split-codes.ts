import type { Offer } from '@piezario/contract/importer';
import type { Column } from '../reading/layout.ts';
import type { RowReader, TextSchema } from '../reading/row-reader.ts';

/** Separators between codes in one cell. Decimals and sizes also have commas. */
const BETWEEN = /\s*[;|\n]\s*/;
const BETWEEN_OR_COMMA = /\s*[;|,\n]\s*/;
/** Separator of the codes in a mapping. */
const MAPPED = '\n';

/** Texts between commas are only codes if each has at least four letters or digits, and a digit among them. */
const isLikeCode = (text: string) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4 && /\p{N}/u.test(text);
const isSomething = (text: string) => /[\p{L}\p{N}]/u.test(text);

function several(text: string): readonly string[] {
  const byComma = text.split(BETWEEN_OR_COMMA).filter(isSomething);
  if (byComma.length > 1 && byComma.every(isLikeCode)) return [...new Set(byComma)];
  return [...new Set(text.split(BETWEEN).filter(isSomething))];
}

const REASON = 'Parecen varios códigos en una celda: va uno por fila';

/** Returns why a cell that looks like several codes is refused, and likely corrections. Null for any other cell. */
function refusal(column: Column, text: string): readonly [Column, string, readonly Offer[]] | null {
  const codes = several(text);
  if (codes.length < 2) return null;
  const split = { column, value: text, to: codes.join(MAPPED), label: `Separar en ${codes.length} códigos` };
  return [column, REASON, [split, { column, value: text, to: text, label: 'Es un solo código' }]];
}

/** Returns the codes of a cell: one, unless the user has split it. Empty only after an error. */
function read(reader: RowReader, column: Column, schema: TextSchema): readonly string[] {
  const text = reader.textOf(column).trim();
  const codes = reader.meaning(column, text)?.split(MAPPED) ?? [];
  if (codes.length > 1) {
    const checked = codes.map((code) => schema.safeParse(code));
    const wrong = checked.find(({ success }) => !success);
    if (!wrong) return checked.flatMap(({ data }) => data ?? []);
    reader.refuse(column, wrong.error?.issues[0]?.message ?? 'No es un código');
    return [];
  }
  // Otherwise the schema would refuse them as one code, with a less helpful reason.
  const refused = schema.safeParse(text).success ? null : refusal(column, text);
  if (refused) {
    reader.refuse(...refused);
    return [];
  }
  const code = reader.code(column, schema);
  return code ? [code] : [];
}

export const splitCodes = { refusal, read };
