import { cellText } from '../../spreadsheet/reading/read.ts';
import { type ConvertedRow, codeKey } from './convert.ts';
import { MAX_CODE } from './cross-codes.ts';
import { plain } from './titles.ts';

type PartCode = { readonly brand: string; readonly code: string };

/** Returns the products that the catalog has for parts, by `codeKey`. The parts have different keys. */
export type FindProducts = (parts: readonly PartCode[]) => Promise<ReadonlyMap<string, string>>;

/** Codes of sheets without products. Above it, the rest is refused as parts without a product. */
const MAX_BY_CODE = 200_000;
/** Codes of one statement. */
const GROUP = 5_000;

/** The products of codes: from the sheets of the file that have products, and from the catalog for the others. */
export class ProductsByCode {
  readonly #wanted = new Map<string, PartCode>();
  readonly #found = new Map<string, string>();

  /** Adds the codes of a sheet without products. A text that is too long is no code of the catalog. */
  want(rows: readonly ConvertedRow[]): void {
    for (const { part } of rows) {
      const { brand, code, product } = read(part);
      if (product !== '' || code === '' || Math.max(brand.length, code.length) > MAX_CODE) continue;
      if (this.#wanted.size < MAX_BY_CODE) this.#wanted.set(codeKey(brand, code), { brand, code });
    }
  }

  /** Adds the products of a sheet that has them. Called after every `want`. A code of several products gets none. */
  add(rows: readonly ConvertedRow[]): void {
    for (const { part } of rows) {
      const { brand, code, product } = read(part);
      const key = codeKey(brand, code);
      if (product === '' || !this.#wanted.has(key)) continue;
      const before = this.#found.get(key) ?? product;
      this.#found.set(key, plain(before) === plain(product) ? before : '');
    }
  }

  /** Adds the products of the catalog, and returns all by `codeKey`. */
  async complete(find: FindProducts, progress: () => void): Promise<ReadonlyMap<string, string>> {
    const left = [...this.#wanted].flatMap(([key, part]) => (this.#found.has(key) ? [] : [part]));
    for (let start = 0; start < left.length; start += GROUP) {
      for (const [key, product] of await find(left.slice(start, start + GROUP))) this.#found.set(key, product);
      progress();
    }
    return this.#found;
  }
}

function read({ Marca, Producto, Código }: ConvertedRow['part']) {
  const text = (value: typeof Marca) => cellText(value?.cell ?? null);
  return { brand: text(Marca), product: text(Producto), code: text(Código) };
}
