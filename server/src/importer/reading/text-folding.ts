import { sql } from 'kysely';
import type { Db } from '../../db/connection/connect.ts';

/** Cached texts. Texts with accents repeat; a full cache is cleared. */
const MAX_KEPT = 50_000;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const bareAscii = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/**
 * Folds texts and codes for comparison with fold() and bare() of the database, so that there is one definition. ASCII
 * texts are folded here.
 */
export class TextFolding {
  readonly #known = new Map<string, { readonly folded: string; readonly bare: string }>();
  readonly #db: Db;
  readonly #isPlain: (text: string) => boolean;

  private constructor(db: Db, isPlain: (text: string) => boolean) {
    this.#db = db;
    this.#isPlain = isPlain;
  }

  /** Checks that the locale of the database folds ASCII in the same way; otherwise the database folds every text. */
  static async open(db: Db): Promise<TextFolding> {
    const plain = Array.from({ length: 127 }, (_, index) => String.fromCharCode(index + 1)).join('');
    const { rows } = await sql<{ folded: string; bare: string }>`
      select fold(${plain}::text) as folded, bare(${plain}::text) as bare`.execute(db);
    const agreed = rows[0]?.folded === plain.toLowerCase() && rows[0]?.bare === bareAscii(plain);
    return new TextFolding(db, agreed ? isAscii : () => false);
  }

  /** Loads texts into the cache before `fold` and `bare`. May clear texts loaded earlier. */
  async learn(texts: Iterable<string>): Promise<void> {
    if (this.#known.size > MAX_KEPT) this.#known.clear();
    const unknown = new Set<string>();
    for (const text of texts) if (!this.#isPlain(text) && !this.#known.has(text)) unknown.add(text);
    if (unknown.size === 0) return;
    const { rows } = await sql<{ text: string; folded: string; bare: string }>`
      select text, fold(text) as folded, bare(text) as bare from unnest(${[...unknown]}::text[]) as text`.execute(
      this.#db,
    );
    for (const { text, folded, bare } of rows) this.#known.set(text, { folded, bare });
  }

  fold(text: string): string {
    return this.#isPlain(text) ? text.toLowerCase() : this.#get(text).folded;
  }

  bare(text: string): string {
    return this.#isPlain(text) ? bareAscii(text) : this.#get(text).bare;
  }

  #get(text: string) {
    const known = this.#known.get(text);
    if (!known) throw new Error('A text was compared before it was learnt');
    return known;
  }
}
