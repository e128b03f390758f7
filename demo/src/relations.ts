import type { Listing } from './listings.ts';
import { createRandom } from './random.ts';

/** How a listing is related to others. */
export type Relations = {
  /** Codes of the older part of the brand that the listing replaces, and of the newer part that replaces it. */
  readonly replaces: string | null;
  readonly replacedBy: string | null;
  /** Parts of other demo brands that the listing names. They do not name it back. */
  readonly equivalents: readonly Listing[];
};

/** Listings with the same key are interchangeable. A universal part has a key of its own. */
export const keyOf = ({ brand, code, product, fit, side }: Listing) =>
  fit.vehicles.length > 0 ? `${product.name} para ${fit.name} ${side ?? ''}` : `${brand} ${code}`;

export function relate(listings: readonly Listing[]): (listing: Listing) => Relations {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    const group = groups.get(keyOf(listing));
    if (group) group.push(listing);
    else groups.set(keyOf(listing), [listing]);
  }
  const equivalents = new Map<Listing, Listing[]>();
  for (const [key, group] of groups) {
    const random = createRandom(`Equivalentes de ${key}`);
    // Each listing names only later listings of a random order, so that no two name each other.
    const order = random.shuffle(group);
    for (const [index, listing] of order.entries()) {
      const others = order.slice(index + 1).filter(({ brand }) => brand !== listing.brand);
      equivalents.set(
        listing,
        others.filter(() => random.chance(0.6)),
      );
    }
  }
  return (listing) => {
    const versions = (groups.get(keyOf(listing)) ?? []).filter(({ brand }) => brand === listing.brand);
    const index = versions.indexOf(listing);
    const random = createRandom(`Anterior a ${listing.brand} ${listing.code}`);
    return {
      replaces: versions[index - 1]?.code ?? (random.chance(0.08) ? listing.dropped : null),
      replacedBy: versions[index + 1]?.code ?? null,
      equivalents: equivalents.get(listing) ?? [],
    };
  };
}
