type Kind = 'group' | 'vehicleBrand';

/**
 * The headings that a row is under. The kind that comes first in a sheet is the outer one. Each outer heading ends the
 * inner one, and an inner heading keeps the outer one.
 */
export class Headings {
  readonly #texts = new Map<Kind, string>();

  add(kind: Kind, text: string): void {
    const kinds = [...this.#texts.keys()];
    const inner = kinds.includes(kind) ? kinds.slice(kinds.indexOf(kind) + 1) : [];
    for (const one of inner) this.#texts.set(one, '');
    this.#texts.set(kind, text);
  }

  get(kind: Kind): string {
    return this.#texts.get(kind) ?? '';
  }
}
