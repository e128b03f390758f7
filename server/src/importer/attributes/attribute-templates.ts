import type { AttributeType } from '@piezario/contract/templates';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { TextFolding } from '../reading/text-folding.ts';
import { type Asked, type Correction, correct, type Said } from './correct.ts';

type Row = Pick<Asked, 'name' | 'folded' | 'unit' | 'unitFolded'> & {
  readonly product: string;
  readonly type: AttributeType;
  readonly aliases: readonly string[];
  readonly values: readonly [folded: string, value: string][];
  readonly units: readonly [folded: string, factor: number][];
};

/** The templates of all products, by folded names. They are small enough to keep in memory. */
export class AttributeTemplates {
  readonly #asked = new Map<string, Map<string, Asked>>();
  /** Corrections of a kind are told with the example of the first one, so that all rows are told together. */
  readonly #told = new Map<string, string>();

  private constructor(rows: readonly Row[]) {
    for (const { product, aliases, values, units, ...attribute } of rows) {
      const names = [attribute.folded, ...aliases];
      const asked: Asked = { ...attribute, names, values: new Map(values), factors: new Map(units) };
      const byName = this.#asked.get(product) ?? new Map<string, Asked>();
      for (const name of names) byName.set(name, asked);
      this.#asked.set(product, byName);
    }
  }

  static async open(db: Db): Promise<AttributeTemplates> {
    const { rows } = await sql<Row>`
      select p.name_folded as product, t.name, fold(t.name) as folded, t.type, t.unit, fold(t.unit) as "unitFolded",
        array(select fold(alias) from unnest(t.aliases) alias) as aliases,
        coalesce((select json_agg(json_build_array(fold(value), value)) from unnest(t.values) value), '[]') as values,
        coalesce((select json_agg(json_build_array(fold(u.unit), u.factor))
          from jsonb_to_recordset(t.units) as u (unit text, factor numeric)), '[]') as units
      from part_product_attributes t join part_products p on p.id = t.part_product_id`.execute(db);
    return new AttributeTemplates(rows);
  }

  /** What a row means by the template of its product, its names as names are compared, and what the user is told of it. */
  read(product: string, said: Said, folding: TextFolding) {
    const folded = folding.fold(said.name);
    const asked = this.#asked.get(product)?.get(folded);
    if (!asked) return { meant: said, folded, names: [folded], notices: [] };
    const { meant, corrections } = correct(asked, said, (text) => folding.fold(text));
    const notices = corrections.map((correction) => this.#tell(correction));
    return { meant, folded: asked.folded, names: asked.names, notices };
  }

  #tell({ kind, example }: Correction): string {
    const told = this.#told.get(kind) ?? (example === '' ? kind : `${kind}, por ejemplo ${example}`);
    this.#told.set(kind, told);
    return told;
  }
}
