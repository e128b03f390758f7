import { formatNumber } from './format.ts';

/** Names of the records of a table or a screen. */
export type Words = { readonly one: string; readonly many: string; readonly article: 'el' | 'la' };
/** Names of records that have a list and a form: `path`, `path/new` and `path/{id}`. */
export type Noun = Words & { readonly path: NounPath };
export type NounPath =
  | '/users'
  | '/clients'
  | '/part_products'
  | '/part_brands'
  | '/part_categories'
  | '/vehicle_aliases';
/** The screens that are a list. */
export type ListPath =
  | NounPath
  | '/import'
  | '/parts/catalog'
  | '/parts/search'
  | '/parts/vehicles'
  | '/parts/trash'
  | '/activity';

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

/** nueva marca */
export const newOne = ({ article, one }: Words) => `${article === 'la' ? 'nueva' : 'nuevo'} ${one}`;

/** la marca “Norvial” */
export const theOne = ({ article, one }: Words, name: string) => `${article} ${one} “${name}”`;

/** Ninguna marca */
export const noneOf = ({ article, one }: Words) => `${article === 'la' ? 'Ninguna' : 'Ningún'} ${one}`;

/** 1 pieza, 1.050 piezas */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Without case or accents, so that «bujia» finds «Bujía». */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** 2008–2013, 2014, desde 2018, hasta 2010; empty without years. */
export function yearRange(from: number | null, until: number | null): string {
  if (from === null) return until === null ? '' : `hasta ${until}`;
  if (until === null) return `desde ${from}`;
  return from === until ? `${from}` : `${from}–${until}`;
}
