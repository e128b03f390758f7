import type { Vehicle } from './vehicle-names.ts';

type Sold = Pick<Vehicle, 'sold_from_year' | 'sold_until_year'>;
/** Years of an application; null where they are those of its vehicle. */
type AppliedYears = { readonly fromYear: number | null; readonly untilYear: number | null };

/** First and last year; null for an open end. */
export type Range = { readonly from: number | null; readonly until: number | null };

export const isSoldIn = ({ sold_from_year, sold_until_year }: Sold, { from, until }: Range) =>
  sold_from_year <= (until ?? Infinity) && (sold_until_year ?? Infinity) >= (from ?? -Infinity);

/** The years of an application to a vehicle. Returns null where they are not one range. */
export function yearsFor(vehicle: Sold, years: readonly Range[]): AppliedYears | null {
  const [first, ...others] = years.filter((range) => isSoldIn(vehicle, range));
  if (!first) return { fromYear: null, untilYear: null };
  const joined = others.reduce<Range | null>((range, other) => range && hull(range, other), first);
  return joined && cut(vehicle, joined);
}

/** The ends of a range that are inside the years in which a vehicle was sold. */
export const cut = ({ sold_from_year, sold_until_year }: Sold, { from, until }: Range): AppliedYears => ({
  fromYear: from !== null && from > sold_from_year ? from : null,
  untilYear: until !== null && until < (sold_until_year ?? Infinity) ? until : null,
});

/** Joins ranges that overlap or follow each other. Returns null for others. */
export function hull(a: Range, b: Range): Range | null {
  const isApart = (one: Range, other: Range) => (one.until ?? Infinity) + 1 < (other.from ?? -Infinity);
  if (isApart(a, b) || isApart(b, a)) return null;
  return {
    from: a.from === null || b.from === null ? null : Math.min(a.from, b.from),
    until: a.until === null || b.until === null ? null : Math.max(a.until, b.until),
  };
}
