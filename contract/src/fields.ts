import { z } from 'zod';

/** Text without NUL or lone surrogates, which PostgreSQL does not store. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
const NOT_STORABLE = 'Tiene caracteres que no se pueden guardar';
/** Text without line breaks. Line and paragraph separators break lines, but are not control characters. */
const ONE_LINE = /^[^\p{Control}\u2028\u2029]*$/u;

/** More combining marks in a run than Unicode's stream-safe text has (UAX #15). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Maximum of typed characters that compose to one stored character. */
const COMPOSED = 4;

/** Spaces of any width, and tabs. */
const SPACES = /[\p{Zs}\t]+/gu;
/** Invisible characters: joiners, direction marks, soft hyphens, byte order marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Invisible characters that no text needs. The others have a meaning in texts of several lines. */
const STRAY = /[\p{Bidi_Control}\u200b\ufeff]+/gu;
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Returns the composed form (NFC). Long runs of combining marks stay as they are: composing takes quadratic time. */
const compose = (text: string) => (TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'));

/** Normalizes one line of any length: two texts that look the same become equal. */
export const tidy = (text: string): string => compose(text.replace(INVISIBLE, '').replace(SPACES, ' ').trim());

/** Normalizes text of several lines, and keeps its spaces. */
export const tidyParagraph = (text: string): string => compose(text.replace(STRAY, '').trim());

/** Returns true for a text without visible characters. */
export const isBlankText = (text: string): boolean => BLANK.test(text);

/** Schema of normalized text of bounded length. Every text of an input uses it. */
export const text = (max: number, inOneForm: (text: string) => string = compose) =>
  z
    .string()
    .check(({ value, issues }) => {
      if (value.length <= COMPOSED * max) return;
      const issue = { code: 'too_big', origin: 'string', maximum: max, inclusive: true } as const;
      issues.push({ ...issue, input: value, continue: false });
    })
    .overwrite(inOneForm)
    .check(({ value, issues }) => {
      if (!TOO_MANY_MARKS.test(value)) return;
      issues.push({ code: 'custom', message: NOT_STORABLE, input: value, continue: false });
    });

/** Schema of one line: names, codes, values. */
export const line = (max: number) =>
  text(max, tidy)
    .max(max)
    .regex(STORABLE, NOT_STORABLE)
    .regex(ONE_LINE, 'No puede tener saltos de línea ni caracteres de control');

export const requiredLine = (max: number) => line(max).min(1);

export const Email = line(200).pipe(z.email());

export const MAX_CODE = 100;
/** Schema of a code, which needs a letter or digit: other characters are ignored when codes are compared. */
export const Code = requiredLine(MAX_CODE).regex(/[\p{L}\p{N}]/u, 'Tiene que tener alguna letra o número');

/** Schema of several lines: descriptions. */
export const paragraph = (max: number) => text(max, tidyParagraph).max(max).regex(STORABLE, NOT_STORABLE);

/** Schema of an object used as a map. Keys are counted before one is read: a large body has room for 90,000 of them. */
export const mapOf = <K extends z.ZodType<string, string>, V extends z.ZodType>(
  key: K,
  value: V,
  { max, message }: { max: number; message: string },
) => {
  const map = z.record(key, value);
  const isSmall = (input: unknown) => typeof input !== 'object' || input === null || Object.keys(input).length <= max;
  return z.custom<z.input<typeof map>>(isSmall, message).pipe(map);
};

const isBlank = (input: unknown) => input === undefined || input === null || input === '';

/** Id in an input: a number, or its digits in a path or a form. Results use plain `z.int()`. */
export const Id = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: ({ input }) => (isBlank(input) ? 'Completá este campo' : 'El identificador no es válido') },
  )
  .pipe(z.int().min(1, 'El identificador no es válido').max(2_147_483_647, 'El identificador no es válido'));

/** Id of a record that may be new: absent, empty or 0 for a new one. */
export const NewOrId = z
  .union([Id, z.literal(['', 0]).transform(() => null)])
  .nullish()
  .transform((id) => id ?? null);

/** Id, or `all` for a level that is left open. */
export const IdOrAll = z.union([Id, z.literal('all')]);

/** Flag: 0 or 1 on the wire (§9). Forms and multipart bodies may send text or a boolean. */
export const Flag = z
  .union(
    [z.literal([0, 1]), z.literal(['0', '1']).transform(Number), z.boolean().transform(Number)],
    'Tiene que ser 0 o 1',
  )
  .pipe(z.literal([0, 1]));

/** Day that PostgreSQL accepts: it has no year 0. */
export const Day = z.iso.date('No es una fecha').refine((day) => day >= '0001', 'No es una fecha');

/** Moment in a result: on the server a Date, or text of PostgreSQL's JSON; on the wire ISO 8601 text in UTC. */
export const Moment = z
  .union([z.date(), z.iso.datetime({ offset: true, local: false })])
  .transform((moment) => new Date(moment).toISOString())
  .pipe(z.iso.datetime());

/** Result of calls without data. */
export const Nothing = z.null();
