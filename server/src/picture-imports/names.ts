import { MAX_PICTURES } from '@piezario/contract/pictures';

/** A reading of a file name: the code of a part, the place among its pictures, and whether it is a blueprint. */
export type Reading = { readonly code: string; readonly rank: number; readonly is_blueprint: boolean };

const NUMBER = /(?:[ _-](\d{1,2})|\((\d{1,2})\))$/;
const BLUEPRINT = /(?:[ _.-]plano|\(plano\))(?:[ _-]*\(?(\d{1,2})\)?)?$/i;

/** Removes the signs at the end of a text. A regular expression would take quadratic time. */
function withoutSigns(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Larger numbers are no place among pictures. */
const isRank = (rank: number) => rank <= MAX_PICTURES;

function withoutNumber(text: string): { rest: string; rank: number } | null {
  const found = NUMBER.exec(text);
  const rest = withoutSigns(text.slice(0, found?.index ?? 0), ' _-');
  const rank = Number(found?.[1] ?? found?.[2]);
  return rest && isRank(rank) ? { rest, rank } : null;
}

/** The readings of a name without its extension. The first takes all of it as a code, and is preferred. */
export function readName(name: string): readonly [Reading, ...Reading[]] {
  const numbered = withoutNumber(name);
  const found = BLUEPRINT.exec(name);
  const drawn = withoutSigns(name.slice(0, found?.index ?? 0), ' _.-');
  const rank = Number(found?.[1] ?? 1);
  // ABC_2_plano
  const numberedBefore = drawn ? withoutNumber(drawn) : null;
  return [
    { code: name, rank: 1, is_blueprint: false },
    ...(numbered ? [{ code: numbered.rest, rank: numbered.rank, is_blueprint: false }] : []),
    ...(drawn && isRank(rank) ? [{ code: drawn, rank, is_blueprint: true }] : []),
    ...(numberedBefore ? [{ code: numberedBefore.rest, rank: numberedBefore.rank, is_blueprint: true }] : []),
  ];
}
