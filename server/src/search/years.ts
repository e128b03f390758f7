import { yearRange } from '@piezario/contract/words';

/** Some years of a line, how many of its words they take, and how they are shown. */
type Span = { readonly from: number; readonly until: number; readonly length: number; readonly name: string };

export const yearOf = (word: string) => (/^(19|20)\d\d$/.test(word) ? Number(word) : null);

/** 98 is 1998 and 05 is 2005. 19 and 20 are rather the beginning of a year. */
export const shortYearOf = (word: string) => (word === '19' || word === '20' ? null : inCentury(word));

const inCentury = (word: string) => (/^\d\d$/.test(word) ? (Number(word) > 50 ? 1900 : 2000) + Number(word) : null);
const anyYearOf = (word = '') => yearOf(word) ?? inCentury(word);

const [FIRST, LAST] = [1900, 2100];

/**
 * The years that words begin with: «08/13», «98 al 05», «2008 / 2013», «90 en adelante», «desde 2010», «hasta 05». Two
 * numbers without a sign or a word between them are rather something else: «peugeot 2008 2019».
 */
export function spanOfYears(words: readonly { readonly word: string; readonly chunk: number }[]): Span | null {
  const [first = '', second = '', third = ''] = words.map(({ word }) => word);
  const year = anyYearOf(first);
  if (first === 'desde' || first === 'hasta') {
    const other = anyYearOf(second);
    if (!other) return null;
    if (first === 'hasta') return { from: FIRST, until: other, length: 2, name: yearRange(null, other) };
    const end = ['a', 'al', 'hasta'].includes(third) ? anyYearOf(words[3]?.word) : null;
    if (end && other <= end) return { from: other, until: end, length: 4, name: yearRange(other, end) };
    return { from: other, until: LAST, length: 2, name: yearRange(other, null) };
  }
  if (!year) return null;
  const onwards = second === 'adelante' ? 2 : second === 'en' && third === 'adelante' ? 3 : 0;
  if (onwards > 0) return { from: year, until: LAST, length: onwards, name: yearRange(year, null) };
  const isJoined = ['a', 'al', 'hasta'].includes(second);
  const end = anyYearOf(isJoined ? third : second);
  // Years with a sign between them are in one chunk, or have a chunk of signs between their chunks.
  const isTogether = isJoined || words[1]?.chunk !== (words[0]?.chunk ?? 0) + 1;
  if (!end || end < year || !isTogether) return null;
  return { from: year, until: end, length: isJoined ? 3 : 2, name: yearRange(year, end) };
}
