import { z } from 'zod';

/** NUL and lone surrogates cannot be stored in PostgreSQL. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
const NOT_STORABLE = 'Tiene caracteres que no se pueden guardar';
/** Line and paragraph separators are not control characters, but break lines too. */
const ONE_LINE = /^[^\p{Control}\u2028\u2029]*$/u;

/** Unicode's stream-safe text has no longer run of combining marks (UAX #15). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Up to four characters as they are typed compose to one that is stored. */
const COMPOSED = 4;

/** Spaces of any width, and tabs. */
const SPACES = /[\p{Zs}\t]+/gu;
/** Signs that are never seen: joiners, marks of direction, soft hyphens, byte order marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Those that no text needs. The others have a meaning in texts of several lines. */
const STRAY = /[\p{Bidi_Control}\u200b\ufeff]+/gu;
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** In Unicode's composed form, unless that would take the square of the length of a run of combining marks. */
const compose = (text: string) => (TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'));

/** Text of one line as it is seen, of any length: two texts that look the same are the same. */
export const tidy = (text: string): string => compose(text.replace(INVISIBLE, '').replace(SPACES, ' ').trim());

/** The same for text of several lines, which keeps its spaces. */
export const tidyParagraph = (text: string): string => compose(text.replace(STRAY, '').trim());

/** Whether nothing of the text is seen. */
export const isBlankText = (text: string): boolean => BLANK.test(text);

/** Text in one form, of bounded length. Every text that comes in goes through here. */
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

/** One line of text: names, codes, values. */
export const line = (max: number) =>
  text(max, tidy)
    .max(max)
    .regex(STORABLE, NOT_STORABLE)
    .regex(ONE_LINE, 'No puede tener saltos de línea ni caracteres de control');

export const requiredLine = (max: number) => line(max).min(1);

export const Email = line(200).pipe(z.email());

export const MAX_CODE = 100;
/** A code has a letter or a digit: others are ignored when codes are compared. */
export const Code = requiredLine(MAX_CODE).regex(/[\p{L}\p{N}]/u, 'Tiene que tener alguna letra o número');

/** Several lines of text: descriptions. */
export const paragraph = (max: number) => text(max, tidyParagraph).max(max).regex(STORABLE, NOT_STORABLE);

/** An object used as a map. Its keys are counted before one is read: a large body has room for 90,000 of them. */
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

/** An id as it comes in: a number, or its digits in a path or a form. Rows that go out use plain `z.int()`. */
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

/** The id of a record that may be new: absent, empty or 0 while it is. */
export const NewOrId = z
  .union([Id, z.literal(['', 0]).transform(() => null)])
  .nullish()
  .transform((id) => id ?? null);

/** An id, or `all` where a level is left open. */
export const IdOrAll = z.union([Id, z.literal('all')]);

/** 0 or 1 on the wire (§9); forms and multipart bodies may send it as text or as a boolean. */
export const Flag = z
  .union(
    [z.literal([0, 1]), z.literal(['0', '1']).transform(Number), z.boolean().transform(Number)],
    'Tiene que ser 0 o 1',
  )
  .pipe(z.literal([0, 1]));

/** A day that PostgreSQL takes: it has no year 0. */
export const Day = z.iso.date('No es una fecha').refine((day) => day >= '0001', 'No es una fecha');

/** A moment in a result: on the server a Date, or text of PostgreSQL's JSON; on the wire ISO 8601 text in UTC. */
export const Moment = z
  .union([z.date(), z.iso.datetime({ offset: true, local: false })])
  .transform((moment) => new Date(moment).toISOString())
  .pipe(z.iso.datetime());

/** The result of calls that only say that it was done. */
export const Nothing = z.null();
