import { isNo, isYes } from '../reading/row-reader.ts';
import { readPositions } from '../vehicles/positions.ts';

/** What a cell below a vehicle says. `quantity` and `positions` are blank when the cell has none. */
export type Fit = { readonly fits: boolean; readonly quantity: string; readonly positions: string };

const MARK = /^[•●■◆*√✅☑✔xX×]+$/u;
/** «2», «x2», «2 u. Del.», «Tras. izq.» */
const QUANTITY_AND_PLACE = /^(?:x\s*)?(\d{0,3})\s*(?:x|u|un)?\.?(?:\s+|$|(?<=\d)(?=\p{L}))(.*)$/iu;
/** Characters. */
const MAX_FIT = 60;

/** Reads whether a part fits the vehicle of the column, how many of it, and where. Null for any other text. */
export function readFit(text: string): Fit | null {
  if (text.length > MAX_FIT) return null;
  if (isNo(text)) return { fits: false, quantity: '', positions: '' };
  if (isYes(text) || MARK.test(text)) return { fits: true, quantity: '', positions: '' };
  const [, quantity = '', place = text] = /^\D{3}/.test(text) ? [] : (QUANTITY_AND_PLACE.exec(text) ?? []);
  const positions = readPositions(place);
  if ('unknown' in positions || (positions.length === 0 && quantity === '')) return null;
  return { fits: true, quantity, positions: place };
}
