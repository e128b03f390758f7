import { type Cell, cellText } from '../../spreadsheet/reading/read.ts';
import type { ConvertedRow } from './convert.ts';
import { plain } from './titles.ts';

type Application = ConvertedRow['applications'][number];
type Years = { readonly from: number; readonly until: number };

/** Limits the memory that a file with very many partial applications takes. Above it, years are not joined. */
const MAX_APPLICATIONS = 300_000;

const KEY = ['Marca', 'Producto', 'Código', 'ID vehículo', 'Posición'] as const;
const keyOf = (application: Application) =>
  KEY.map((column) => plain(cellText(application[column]?.cell ?? null))).join('\n');

const yearOf = (cell: Cell | undefined, open: number) => (typeof cell === 'number' ? cell : open);
const yearsOf = (application: Application): Years => ({
  from: yearOf(application['Aplica desde']?.cell, -Infinity),
  until: yearOf(application['Aplica hasta']?.cell, Infinity),
});

const ALL_YEARS: Years = { from: -Infinity, until: Infinity };
const isPartial = ({ from, until }: Years) => from !== ALL_YEARS.from || until !== ALL_YEARS.until;

/**
 * Joins the years in which a part fits a vehicle. Rows for 2008–2013 and for 2014 on cut the years of a vehicle that was
 * sold from 2012 to 2019, which the import would refuse as a contradiction.
 */
export class YearMerger {
  readonly #years = new Map<string, readonly Years[]>();

  add(application: Application): void {
    if (!application['ID vehículo']) return;
    const years = yearsOf(application);
    if (!isPartial(years) && this.#years.size === 0) return;
    const key = keyOf(application);
    const before = this.#years.get(key);
    if (!before && (!isPartial(years) || this.#years.size >= MAX_APPLICATIONS)) return;
    this.#years.set(key, join([...(before ?? []), years]));
  }

  /** The application with all years of its vehicle. Years with a gap between them stay as they are. */
  merge(application: Application): Application {
    if (this.#years.size === 0 || !application['ID vehículo']) return application;
    const key = keyOf(application);
    const joined = this.#years.get(key);
    if (!joined) return application;
    if (!isPartial(yearsOf(application))) {
      // `add` does not store it when it comes before the partial ones of its vehicle.
      this.#years.set(key, [ALL_YEARS]);
      return application;
    }
    const [years, ...others] = joined;
    if (!years || others.length > 0) return application;
    const { 'Aplica desde': _from, 'Aplica hasta': _until, ...rest } = application;
    const { title } = application['ID vehículo'];
    return {
      ...rest,
      ...(years.from !== -Infinity && { 'Aplica desde': { cell: years.from, title } }),
      ...(years.until !== Infinity && { 'Aplica hasta': { cell: years.until, title } }),
    };
  }
}

function join(all: readonly Years[]): Years[] {
  const joined: Years[] = [];
  for (const years of all.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && years.from <= last.until + 1)
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, years.until) };
    else joined.push(years);
  }
  return joined;
}
