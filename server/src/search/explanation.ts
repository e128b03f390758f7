import { admits, SCREENS } from '@piezario/contract/access';
import { type Explanation, MAX_FOUND } from '@piezario/contract/search';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { findRemovedParts } from '../history/trash.ts';
import { find, type Understood } from './find.ts';
import { piecesOf, restOf } from './pieces.ts';
import { bareOf } from './reading.ts';
import type { Asked } from './within.ts';

/** Shorter lines that are tried when nothing was found. */
const MAX_SHORTER = 4;
const MAX_REMOVED = 3;

type Shown = Omit<Explanation, 'removed'> & { readonly removed: Awaited<ReturnType<typeof findRemovedParts>> };

/** Returns how the line was read and, without results, matches of fewer words and of the trash. */
export async function explain(db: Db, person: Person, asked: Asked, understood: Understood): Promise<Shown> {
  const { chunks, reading, vocabulary, found } = understood;
  if (!reading) return { pieces: [], unknown: [], shorter: [], removed: [] };
  const pieces = piecesOf({ chunks, reading, vocabulary });
  if (found.size > 0) return { pieces, unknown: [], shorter: [], removed: [] };
  const unknown = pieces.filter(({ kind }) => kind === 'text').map(({ typed }) => typed);
  const isKnown = (index: number) =>
    !reading.units.some(({ role, from, to }) => role === 'text' && from <= index && index < to);
  const lines =
    unknown.length > 0
      ? [
          {
            text: restOf({ chunks, reading }, isKnown),
            dropped: unknown.join(' '),
          },
        ]
      : pieces.map(({ without, typed }) => ({ text: without, dropped: typed }));
  const shorter: Explanation['shorter'] = [];
  for (const line of lines.filter(({ text }) => text !== '').slice(0, MAX_SHORTER)) {
    const { found: parts } = await find(db, person, asked, line.text, MAX_FOUND);
    if (parts.size > 0) shorter.push({ ...line, parts: parts.size });
  }
  const numbers = [
    ...new Set([
      chunks.map(({ bare }) => bare).join(''),
      ...chunks.map(({ bare }) => bare),
      ...(reading.number ? [bareOf(chunks, reading.number)] : []),
    ]),
  ];
  const removed = admits(SCREENS.trash, person.role)
    ? await findRemovedParts(db, person, numbers.filter((bare) => bare !== '').map(numberOf), MAX_REMOVED)
    : [];
  return { pieces, unknown, shorter, removed };
}

/** As number_of() of the database has it. */
const numberOf = (bare: string) => bare.replace(/^0+(?=.)/, '');
