import type { Offer } from '@piezario/contract/importer';
import type { Column } from '../reading/layout.ts';
import type { RowReader, TextSchema } from '../reading/row-reader.ts';

/** What a person writes between codes in one cell. */
const BETWEEN = /\s*[;|,\n]\s*/;
/** How a mapping separates them. */
const MAPPED = '\n';

/** Decimals and sizes also have commas: a code has some letters or digits, and a digit among them. */
const isLikeCode = (text: string) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 4 && /\p{N}/u.test(text);

function several(text: string): readonly string[] {
  const codes = text.split(BETWEEN).filter((code) => code !== '');
  return codes.length > 1 && codes.every(isLikeCode) ? codes : [];
}

/** The offer to read a cell as several codes; null when it does not look like that. */
function offer(column: Column, text: string): Offer | null {
  const codes = several(text);
  if (codes.length === 0) return null;
  return { column, value: text, to: codes.join(MAPPED), label: `Separar en ${codes.length} códigos` };
}

/** The codes of a cell: one, unless the user has said that it has several. Empty only after an error. */
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
  const offered = text.includes('\n') ? offer(column, text) : null;
  if (offered) {
    reader.refuse(column, 'Parecen varios códigos en una celda: va uno por fila', [offered]);
    return [];
  }
  const code = reader.code(column, schema);
  return code ? [code] : [];
}

export const splitCodes = { offer, read };
