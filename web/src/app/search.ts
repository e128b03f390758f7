/** A URL's parameters: plain text by name, as the API takes them, so that a table's state is the same in both. */
export type Search = Readonly<Record<string, string>>;

export const parseSearch = (search: string): Search => Object.fromEntries(new URLSearchParams(search));

/** `?page[number]=2&redirect=/users`: characters that a query may contain are not escaped. */
export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text.replace(/%(5B|5D|2F|2C|3A|40)/g, decodeURIComponent)}`;
}
