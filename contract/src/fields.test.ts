import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { Password } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { Email, isBlankText, line, paragraph, text, tidy } from './fields.ts';

/** Alternating classes of combining marks: the text that costs most to normalize. */
const worst = (length: number) => `a${'\u0316\u0301'.repeat(length / 2)}`;
const plain = (length: number) => 'a'.repeat(length);

type TextField = { readonly name: string; readonly schema: z.ZodType };

/** Returns every text field of a schema. */
function textFields(schema: unknown, name: string): TextField[] {
  if (!(schema instanceof z.ZodType)) return [];
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  switch (def.type) {
    case 'string':
      return [{ name, schema }];
    case 'object':
      return Object.entries(def.shape as Record<string, unknown>).flatMap(([key, field]) =>
        textFields(field, `${name}.${key}`),
      );
    case 'array':
      return textFields(def.element, `${name}[]`);
    case 'union':
      return (def.options as unknown[]).flatMap((option) => textFields(option, name));
    case 'pipe':
      return textFields(def.in, name);
    default:
      return textFields(def.innerType, name);
  }
}

const fields = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries<Endpoint>(calls).flatMap(([name, { body, params }]) => [
    ...textFields(body, `${noun}.${name}.body`),
    ...textFields(params, `${noun}.${name}.params`),
  ]),
);

const LENGTH = 200_000;
/** CPU time, which does not grow on a busy machine. */
const seconds = (schema: z.ZodType, input: string) => {
  const start = process.cpuUsage();
  schema.safeParse(input);
  return process.cpuUsage(start).user / 1e6;
};

test('the contract has text fields, and the walk finds them', () => {
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['auth.login.body.email', 'auth.login.body.password', 'parts.store.body.observation']),
  );
});

// Normalized before its length is checked, the worst text takes more than ten seconds.
test.each(fields)('$name parses the worst text in about the time of a plain one', ({ schema }) => {
  const ofPlain = seconds(schema, plain(LENGTH));
  expect(seconds(schema, worst(LENGTH))).toBeLessThan(20 * ofPlain + 1);
});

test('a text that is too long is refused by its own limit', () => {
  expect(line(10).safeParse(plain(11)).error?.issues[0]?.message).toBe('Se permiten hasta 10 caracteres');
  expect(line(10).safeParse(plain(1_000)).error?.issues[0]?.message).toBe('Se permiten hasta 10 caracteres');
});

test('letters that are typed as several characters are counted in their stored form', () => {
  expect(line(3).parse('n\u0303n\u0303n\u0303')).toBe('ñññ');
});

test('a run of more than 30 combining marks is refused', () => {
  expect(text(200).safeParse(`a${'\u0301'.repeat(30)}`).success).toBe(true);
  expect(text(200).safeParse(`a${'\u0301'.repeat(31)}`).success).toBe(false);
});

test('invisible characters do not split a run of combining marks', () => {
  const marks = `${'\u0301'.repeat(30)}\u200b`;
  expect(line(200).safeParse(`a${marks}${marks}`).success).toBe(false);
  expect(paragraph(200).safeParse(`a${marks}${marks}`).success).toBe(false);
});

test.each([
  ['spaces of any width', 'a\u00a0\u2003\u202f\u3000\t b', 'a b'],
  ['spaces at the ends', ' \u00a0a\u2003 ', 'a'],
  ['invisible characters', '\ufeffa\u200b\u200d\u00ad\u2060b\ufe0f', 'ab'],
  ['invisible characters between spaces', 'a \u200b b', 'a b'],
  ['direction marks', '\u202ea\u2066b\u200f', 'ab'],
  ['decomposed letters', 'n\u0303', 'ñ'],
  ['other letters and signs', 'Ñandú Ø½″ 🚗', 'Ñandú Ø½″ 🚗'],
])('one line with %s is normalized', (_, typed, stored) => {
  expect(line(50).parse(typed)).toBe(stored);
  expect(tidy(typed)).toBe(stored);
});

test.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\u0007b', 'a\vb'])(
  'one line refuses line breaks and control characters: %j',
  (typed) => {
    expect(line(50).safeParse(typed).success).toBe(false);
  },
);

test('several lines keep their spaces, breaks and joiners, and lose direction marks', () => {
  const family = '👩\u200d👧';
  expect(paragraph(50).parse(` a\u00a0 b\n\tc\u202e\u200b\ufeff ${family} `)).toBe(`a\u00a0 b\n\tc ${family}`);
});

test('a password is kept as typed, with its spaces, and an e-mail loses invisible characters', () => {
  const typed = ' a\u00a0 \u200bñ\t';
  expect(Password.parse(typed)).toBe(typed);
  expect(Email.parse('\u200bana@example.com\u00a0')).toBe('ana@example.com');
});

test('a text without visible characters is blank', () => {
  expect(['', ' ', '\u200b', '\u00a0\u2003\n', '\ufeff'].map(isBlankText)).toEqual(Array(5).fill(true));
  expect(['0', '\u200ba', '-'].map(isBlankText)).toEqual(Array(3).fill(false));
});
