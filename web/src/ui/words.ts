export { counted, fold, yearRange } from '@piezario/contract/words';

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
  | '/vehicle_aliases'
  | '/vehicles';
/** The screens that are a list. */
export type ListPath =
  | NounPath
  | '/import'
  | '/parts/catalog'
  | '/parts/search'
  | '/parts/vehicles'
  | '/parts/trash'
  | '/vehicles/proposals'
  | '/activity';

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

/** nueva marca */
export const newOne = ({ article, one }: Words) => `${article === 'la' ? 'nueva' : 'nuevo'} ${one}`;

/** la marca “Norvial” */
export const theOne = ({ article, one }: Words, name: string) => `${article} ${one} “${name}”`;

/** Ninguna marca */
export const noneOf = ({ article, one }: Words) => `${article === 'la' ? 'Ninguna' : 'Ningún'} ${one}`;
