import { tidyParagraph } from '@piezario/contract/fields';
import { PART_FIELDS } from '@piezario/contract/part-fields';
import { MAX_PATTERN } from '@piezario/contract/products';
import type { Importance } from '@piezario/contract/templates';
import { cutAtWord, fold } from '@piezario/contract/words';

/** Placeholders that every product has, folded. The others are names of attributes. */
export const FIXED = { product: 'producto', brand: 'marca', code: 'codigo', vehicles: 'vehiculos' } as const;
const FIXED_KEYS: readonly string[] = Object.values(FIXED);
/** Placeholders that have a value in every part. */
const ALWAYS: readonly string[] = [FIXED.product, FIXED.brand, FIXED.code];

/** Attributes in the suggested pattern of a product whose template requires none. */
const MAX_SUGGESTED = 4;

type Piece = { readonly literal: string } | { readonly name: string; readonly key: string };
/** A part of a pattern. An optional one is left out when one of its placeholders has no value. */
type Segment = { readonly isOptional: boolean; readonly pieces: readonly Piece[] };
export type Pattern = readonly Segment[];

/** Values by folded name. A missing or empty one is no value. */
export type PatternValues = ReadonlyMap<string, string>;

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Reads a pattern, or returns why it cannot be read. */
export function readPattern(text: string): Pattern | string {
  const segments: Segment[] = [];
  let pieces: Piece[] = [];
  let optional: string | null = null;
  const close = () => {
    if (pieces.length > 0) segments.push({ isOptional: optional !== null, pieces });
    pieces = [];
  };
  for (const [token] of text.matchAll(/\{[^{}]*\}|[{}[\]]|[^{}[\]]+/g)) {
    if (optional !== null) optional += token;
    if (token === '{') return `Después de «{» tiene que ir un nombre y «}», como en {Producto}`;
    if (token === '}') return 'Hay una llave «}» sin la que abre';
    if (token === '[') {
      if (optional !== null) return 'No puede haber corchetes dentro de otros corchetes';
      close();
      optional = token;
    } else if (token === ']') {
      if (optional === null) return 'Hay un corchete «]» sin el que abre';
      if (!pieces.some((piece) => 'key' in piece))
        return `Entre los corchetes «${optional}» falta un dato entre llaves`;
      close();
      optional = null;
    } else if (token.startsWith('{')) {
      const name = token.slice(1, -1).trim();
      if (name === '') return 'Entre las llaves «{}» falta el nombre de un dato';
      pieces.push({ name, key: fold(name) });
    } else pieces.push({ literal: token });
  }
  if (optional !== null) return 'Falta cerrar un corchete con «]»';
  close();
  // A part never gets an empty text.
  const isSure = (piece: Piece) => ('key' in piece ? ALWAYS.includes(piece.key) : HAS_WORD.test(piece.literal));
  if (!segments.some(({ isOptional, pieces }) => !isOptional && pieces.some(isSure)))
    return 'Fuera de los corchetes tiene que haber palabras, {Producto}, {Marca} o {Código}';
  return segments;
}

/** Returns the names of the placeholders that are neither fixed nor attributes of `known`, in order. */
export function unknownNames(pattern: Pattern, known: readonly string[]): string[] {
  const keys = new Set([...FIXED_KEYS, ...known.map(fold)]);
  const unknown = pattern.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => ('key' in piece && !keys.has(piece.key) ? piece.name : [])),
  );
  return [...new Set(unknown)];
}

/** Stands for a value while the text around it is tidied. A pattern cannot have it. */
const VALUE = '\0';

/** Returns the description that a pattern makes of the values of a part, cut to the limit of the field. */
export function writeText(pattern: Pattern, values: PatternValues): string {
  const used: string[] = [];
  const skeleton = pattern
    .map(({ isOptional, pieces }) => {
      if (isOptional && pieces.some((piece) => 'key' in piece && !values.get(piece.key))) return '';
      return pieces
        .map((piece) => {
          if ('literal' in piece) return piece.literal;
          const value = values.get(piece.key);
          if (!value) return '';
          used.push(value);
          return VALUE;
        })
        .join('');
    })
    .join('');
  const { max } = PART_FIELDS.observation;
  let next = 0;
  let room: number = max;
  const text = tidySkeleton(skeleton).replaceAll(VALUE, () => {
    // Values beyond the limit are cut anyway. A group of parts would need much memory for them.
    const value = room > 0 ? (used[next++] ?? '') : '';
    room -= value.length;
    return value;
  });
  return cutAtWord(tidyParagraph(text), max);
}

/** Removes the spaces and punctuation that missing values leave. */
const tidySkeleton = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/\( ?\)/g, '')
        .replace(/(?: [-–·/])+(?= [-–·/])/g, '')
        .replace(/ +(?=[,;:.)])/g, '')
        .replace(/\( /g, '(')
        .replace(/[,;:](?: ?[,;:])+/g, ([sign = '']) => sign)
        .replace(/[,;:] ?(?=\.)/g, '')
        .replace(/ +/g, ' ')
        .replace(/^[ ,;:.\-–·/]+/, '')
        .replace(/[ ,;:\-–·/]+$/, ''),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');

/** Unit of numbers of things, which a text leaves out. */
export const PIECES = 'u';

export type TemplateRow = { readonly name: string; readonly unit: string; readonly importance: Importance };

/** Returns the pattern of a product that has none: its required attributes, or else the first of its template. */
export function suggestPattern(template: readonly TemplateRow[]): string {
  const usable = template.filter(({ name }) => !/[{}]/.test(name) && !FIXED_KEYS.includes(fold(name)));
  const required = usable.filter(({ importance }) => importance === 'required');
  const chosen = required.length > 0 ? required : usable.slice(0, MAX_SUGGESTED);
  const [start, end] = ['{Producto} {Marca}', '[. Para {Vehículos}].'];
  let middle = '';
  for (const { name, unit } of chosen) {
    const label = name.replace(/[[\]]/g, '').trim();
    const segment = `[, ${lowerFirst(label)}${unit === '' || unit === PIECES ? ':' : ''} {${name}}]`;
    if (start.length + middle.length + segment.length + end.length <= MAX_PATTERN) middle += segment;
  }
  return `${start}${middle}${end}`;
}

/** Diámetro exterior → diámetro exterior, but ABS stays. */
const lowerFirst = (text: string) => text.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
