export const PAIR = { one: 'par', many: 'pares', article: 'el' } as const;
