import { type Choice, vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../ui/table/list.ts';
import { writeChoice } from '../vehicles/vehicleChoice.ts';

/** Levels from the widest to the narrowest. Removing one removes those that depend on it. */
const LEVELS = ['brand', 'model', 'year', 'words', 'vehicle_id'] as const;
export type Level = (typeof LEVELS)[number];

const { shape } = vehicleCatalog.choices.query;

/** Reads the choice from the address. Leaves out invalid values. */
export function readChoice(search: Search): Choice {
  const read = LEVELS.flatMap((level) => {
    const value = search[level] ? shape[level].safeParse(search[level]).data : undefined;
    return value === undefined ? [] : [[level, value]];
  });
  return Object.fromEntries(read);
}

/**
 * The choice without a level and what depends on it. A version depends on all other levels. Words do not depend on the
 * year.
 */
export function withoutLevel(choice: Choice, level: Level): Choice {
  const dropped: Record<Level, readonly Level[]> = {
    brand: LEVELS,
    model: ['model', 'year', 'words', 'vehicle_id'],
    year: ['year', 'vehicle_id'],
    words: ['words', 'vehicle_id'],
    vehicle_id: ['vehicle_id'],
  };
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !dropped[level].some((one) => one === name)));
}

/** As people write it: Volkswagen Gol 2012 1.6. */
export const nameOf = ({ brand, model, year, words }: Choice) =>
  [brand, model, year, words].filter((piece) => piece !== undefined).join(' ');

/** Equal for equal choices. */
export const keyOf = (choice: Choice) => JSON.stringify(LEVELS.map((level) => choice[level] ?? null));

const PATH = '/parts/vehicles';

/** State of the screen, in its address. Another vehicle resets the product and the page. */
export function useChoice() {
  const search = useSearch({ from: '/shell/parts/vehicles' });
  const navigate = useNavigate();
  const go = (next: (before: Search) => Search) => void navigate({ to: PATH, search: next, resetScroll: false });
  return {
    choice: readChoice(search),
    /** Null until one is chosen. */
    product: search.product === 'all' ? ('all' as const) : Number(search.product) || null,
    showsHidden: search.hidden === '1',
    choose: (choice: Choice) =>
      go(({ hidden }) => ({
        ...writeChoice(choice),
        ...(hidden && { hidden }),
      })),
    setProduct: (product: number | 'all') => go(changed('product', String(product))),
    setShowsHidden: (shown: boolean) => go(changed('hidden', shown ? '1' : undefined)),
  };
}

/** Sets a parameter of the screen and returns to the first page of the list. */
const changed = (name: 'product' | 'hidden', value: string | undefined) => (before: Search) => ({
  ...before,
  'page[number]': undefined,
  'page[after]': undefined,
  [name]: value,
});
