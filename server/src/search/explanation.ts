import { admits, SCREENS } from '@piezario/contract/access';
import { type Explanation, MAX_FOUND } from '@piezario/contract/search';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { findRemovedParts } from '../history/trash.ts';
import { find, type Understood } from './find.ts';
import { isIn, pieceOf, restOf, unitsOfPieces } from './pieces.ts';
import { bareOf } from './reading.ts';
import type { Asked } from './within.ts';

/** Shorter lines that are tried when nothing was found. */
const MAX_SHORTER = 5;
const MAX_REMOVED = 3;

type Shown = Omit<Explanation, 'removed'> & { readonly removed: Awaited<ReturnType<typeof findRemovedParts>> };

/** Details of a vehicle are left out first. */
const isDetail = ({ kind }: Explanation['pieces'][number]) =>
  kind === 'text' || kind === 'year' || kind === 'specification';

/** Returns how the line was read and, without results, matches of fewer words and of the trash. */
export async function explain(db: Db, person: Person, asked: Asked, understood: Understood): Promise<Shown> {
  const { chunks, reading, vocabulary, found } = understood;
  if (!reading) return { pieces: [], unknown: [], shorter: [], removed: [] };
  const line = { chunks, reading, vocabulary };
  const read = unitsOfPieces(line).map((units) => ({ units, piece: pieceOf(line, units) }));
  const pieces = read.map(({ piece }) => piece);
  if (found.size > 0) return { pieces, unknown: [], shorter: [], removed: [] };
  const isUnknown = ({ units }: (typeof read)[number]) =>
    units.some(({ role, words }) => role === 'text' && words.some((word) => understood.unknown.has(word)));
  const unknown = read.filter(isUnknown);
  const known = read.filter((one) => !isUnknown(one));
  const one = [...known.filter(({ piece }) => isDetail(piece)), ...known.filter(({ piece }) => !isDetail(piece))];
  const shorter: Explanation['shorter'] = [];
  for (const dropped of [unknown, ...one.map((other) => [...unknown, other])].slice(0, MAX_SHORTER)) {
    const isDropped = isIn(dropped.flatMap(({ units }) => units));
    const text = restOf(line, (index) => !isDropped(index));
    if (dropped.length === 0 || text === '') continue;
    const { found: parts } = await find(db, person, asked, text, MAX_FOUND);
    if (parts.size === 0) continue;
    const typed = read.flatMap((one) => (dropped.includes(one) ? [one.piece.typed] : []));
    shorter.push({ text, dropped: typed.join(' '), parts: parts.size });
    if (dropped === unknown) break;
  }
  const numbers = [
    ...new Set([
      chunks.map(({ bare }) => bare).join(''),
      ...chunks.map(({ bare }) => bare),
      ...reading.numbers.map((run) => bareOf(chunks, run)),
    ]),
  ];
  const removed = admits(SCREENS.trash, person.role)
    ? await findRemovedParts(db, person, numbers.filter((bare) => bare !== '').map(numberOf), MAX_REMOVED)
    : [];
  return { pieces, unknown: unknown.map(({ piece }) => piece.typed), shorter, removed };
}

/** Removes leading zeros, as number_of() of the database does. */
const numberOf = (bare: string) => bare.replace(/^0+(?=.)/, '');
