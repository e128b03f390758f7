/** Replaces what PostgreSQL cannot store, NUL and lone surrogates, by U+FFFD. */
export const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

/** JSON whose texts PostgreSQL can store. The escapes of JSON hide what `storable` replaces, so it is applied before. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? storable(one) : one));
