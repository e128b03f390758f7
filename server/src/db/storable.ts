/** The text with a sign for what PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
