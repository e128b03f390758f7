import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { line, text } from './fields.ts';

/** Alternating classes of combining marks: the text that costs most to normalise. */
const worst = (length: number) => `a${'\u0316\u0301'.repeat(length / 2)}`;
const plain = (length: number) => 'a'.repeat(length);

type TextField = { readonly name: string; readonly schema: z.ZodType };

/** Every place of a schema that takes a text. */
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
/** Of the processor, which a busy machine does not lengthen. */
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

// Normalised before it is bounded, the worst text takes ten seconds and more.
test.each(fields)('$name takes the worst text in about the time of a plain one', ({ schema }) => {
  const ofPlain = seconds(schema, plain(LENGTH));
  expect(seconds(schema, worst(LENGTH))).toBeLessThan(20 * ofPlain + 1);
});

test('a text that is too long is refused by its own limit', () => {
  expect(line(10).safeParse(plain(11)).error?.issues[0]?.message).toBe('Se permiten hasta 10 caracteres');
  expect(line(10).safeParse(plain(1_000)).error?.issues[0]?.message).toBe('Se permiten hasta 10 caracteres');
});

test('letters that were typed as several characters count as they are stored', () => {
  expect(line(3).parse('n\u0303n\u0303n\u0303')).toBe('ñññ');
});

test('a run of more than 30 combining marks is refused', () => {
  expect(text(200).safeParse(`a${'\u0301'.repeat(30)}`).success).toBe(true);
  expect(text(200).safeParse(`a${'\u0301'.repeat(31)}`).success).toBe(false);
});
