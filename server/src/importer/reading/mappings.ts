import { tidy } from '@piezario/contract/fields';
import type { Db } from '../../db/connection/connect.ts';
import type { Column } from './layout.ts';

const keyOf = (column: string, value: string) => `${column}\n${tidy(value).toLowerCase()}`;

/** Replacements for values of a file, which its user has chosen. */
export class Mappings {
  readonly #meanings: ReadonlyMap<string, string>;

  /** Replacements for this file take precedence over those for all files of the person. */
  static async read(db: Db, importId: number, userId: number): Promise<Mappings> {
    const mappings = await db
      .selectFrom('import_mappings')
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('import_id', 'is', null), eb('import_id', '=', importId)]))
      .select(['column', 'value', 'to'])
      .orderBy('import_id', (order) => order.asc().nullsFirst())
      .execute();
    return new Mappings(mappings);
  }

  private constructor(mappings: readonly { readonly column: string; readonly value: string; readonly to: string }[]) {
    this.#meanings = new Map(mappings.map(({ column, value, to }) => [keyOf(column, value), to]));
  }

  get(column: Column, value: string): string | undefined {
    return this.#meanings.size === 0 ? undefined : this.#meanings.get(keyOf(column, value));
  }
}
