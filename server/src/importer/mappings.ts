import type { Column } from './layout.ts';

const keyOf = (column: string, value: string) => `${column}\n${value.trim().toLowerCase()}`;

/** What the user has said that values of a file mean. */
export class Mappings {
  readonly #meanings: ReadonlyMap<string, string>;

  constructor(said: readonly { readonly column: string; readonly value: string; readonly to: string }[]) {
    this.#meanings = new Map(said.map(({ column, value, to }) => [keyOf(column, value), to]));
  }

  get(column: Column, value: string): string | undefined {
    return this.#meanings.size === 0 ? undefined : this.#meanings.get(keyOf(column, value));
  }
}
