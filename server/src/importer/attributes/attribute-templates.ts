import type { AttributeType } from '@piezario/contract/attributes';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';
import type { TextFolding } from '../reading/text-folding.ts';
import { type AttributeTexts, type Correction, correct, type TemplateAttribute } from './correct.ts';

type Row = Pick<TemplateAttribute, 'name' | 'folded' | 'unit' | 'unitFolded'> & {
  readonly product: string;
  readonly type: AttributeType;
  readonly aliases: readonly string[];
  readonly values: readonly [folded: string, value: string][];
  readonly units: readonly [folded: string, factor: number][];
};

/** The templates of all products, by folded names. They are small enough to keep in memory. */
export class AttributeTemplates {
  readonly #attributes = new Map<string, Map<string, TemplateAttribute>>();
  /** Notices by kind of correction. Rows with equal notices are counted together, so they share one example. */
  readonly #notices = new Map<string, string>();

  private constructor(rows: readonly Row[]) {
    for (const { product, aliases, values, units, ...attribute } of rows) {
      const names = [attribute.folded, ...aliases];
      const known: TemplateAttribute = { ...attribute, names, values: new Map(values), factors: new Map(units) };
      const byName = this.#attributes.get(product) ?? new Map<string, TemplateAttribute>();
      for (const name of names) byName.set(name, known);
      this.#attributes.set(product, byName);
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

  /** Returns what a row means by the template of its product, all names of the attribute, and notices for the user. */
  read(product: string, texts: AttributeTexts, folding: TextFolding) {
    const folded = folding.fold(texts.name);
    const attribute = this.#attributes.get(product)?.get(folded);
    if (!attribute) return { corrected: texts, folded, names: [folded], notices: [] };
    const { corrected, corrections } = correct(attribute, texts, (text) => folding.fold(text));
    const notices = corrections.map((correction) => this.#noticeOf(correction));
    return { corrected, folded: attribute.folded, names: attribute.names, notices };
  }

  #noticeOf({ kind, example }: Correction): string {
    const notice = this.#notices.get(kind) ?? (example === '' ? kind : `${kind}, por ejemplo ${example}`);
    this.#notices.set(kind, notice);
    return notice;
  }
}
