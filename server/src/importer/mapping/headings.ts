type Kind = 'group' | 'vehicleBrand';

/**
 * The headings that a row is under. The kind that comes first in a sheet is the outer one: another heading of it ends
 * those inside, while a heading inside leaves the outer one as it is.
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
