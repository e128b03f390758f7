/** A set of small numbers, which is quick to intersect. */
export class Bits {
  readonly #words: Uint32Array;

  constructor(size: number, members: Iterable<number> = []) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
    for (const member of members) this.add(member);
  }

  add(member: number): void {
    this.#words[member >> 5] = (this.#words[member >> 5] ?? 0) | (1 << (member & 31));
  }

  addAll(other: Bits): void {
    for (let index = 0; index < this.#words.length; index++) {
      this.#words[index] = (this.#words[index] ?? 0) | (other.#words[index] ?? 0);
    }
  }

  has(member: number): boolean {
    return (((this.#words[member >> 5] ?? 0) >>> (member & 31)) & 1) === 1;
  }

  and(other: Bits): Bits {
    const both = new Bits(this.#words.length * 32);
    for (let index = 0; index < this.#words.length; index++) {
      both.#words[index] = (this.#words[index] ?? 0) & (other.#words[index] ?? 0);
    }
    return both;
  }

  or(other: Bits): Bits {
    const all = new Bits(this.#words.length * 32);
    all.addAll(this);
    all.addAll(other);
    return all;
  }

  get isEmpty(): boolean {
    for (let index = 0; index < this.#words.length; index++) if (this.#words[index] !== 0) return false;
    return true;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [index, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) yield index * 32 + (31 - Math.clz32(rest & -rest));
    }
  }
}
