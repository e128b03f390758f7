import type { FoundVehicle } from '@piezario/contract/vehicle-catalog';
import { levelOf } from '../search/pieces.ts';
import { type Reading, wordsOf } from '../search/reading.ts';
import type { VehicleLine } from '../search/vehicle-lines.ts';
import type { Vehicle } from '../search/vocabulary.ts';

type Candidate = {
  readonly found: Omit<FoundVehicle, 'versions'>;
  readonly ids: Set<number>;
  /** Number of typed words in its name, and of words of its model that were not typed. */
  readonly named: number;
  readonly unsaid: number;
  readonly level: number;
};

const MAX_FOUND = 8;

/**
 * Returns the brands, families and generations that a line can mean, of the vehicles that have parts. Names with most
 * typed words and fewest other words come first, and a family before its generations. Of choices with the same
 * vehicles, only the first is kept.
 */
export function rankChoices(line: VehicleLine, withParts: ReadonlySet<number>): FoundVehicle[] {
  const candidates = new Map<string, Candidate>();
  for (const reading of line.readings) {
    for (const index of reading.vehicles ?? []) {
      const vehicle = line.vocabulary.vehicles[index];
      if (!vehicle || !withParts.has(vehicle.id)) continue;
      for (const choice of choicesOf(line, reading, vehicle)) {
        const key = JSON.stringify(choice.found);
        const candidate = candidates.get(key) ?? { ...choice, ids: new Set() };
        candidates.set(key, candidate);
        candidate.ids.add(vehicle.id);
      }
    }
  }
  const best = [...candidates.values()].sort(
    (a, b) =>
      b.named - a.named ||
      a.unsaid - b.unsaid ||
      a.level - b.level ||
      b.ids.size - a.ids.size ||
      (a.found.name < b.found.name ? -1 : 1),
  );
  const distinct = new Map<string, Candidate>();
  for (const candidate of best) {
    const same = [...candidate.ids].sort((a, b) => a - b).join();
    if (!distinct.has(same)) distinct.set(same, candidate);
  }
  return [...distinct.values()].slice(0, MAX_FOUND).map(({ found, ids }) => ({ ...found, versions: ids.size }));
}

/** Returns a vehicle as choices of its brand, family and generation. Typed words outside the name are year or words. */
function choicesOf({ chunks }: VehicleLine, reading: Reading, vehicle: Vehicle): Omit<Candidate, 'ids'>[] {
  const words = wordsOf(chunks).map(({ word }) => word);
  const { brand, family, model, familyWords, modelWords, familyName, modelName } = vehicle;
  const units = reading.units
    .filter(({ role }) => role !== 'filler')
    .map((unit) => ({ ...unit, level: unit.role === 'year' ? null : levelOf(vehicle, unit.words) }));
  const meant = new Set(units.flatMap((unit) => unit.words));
  const year = Number(units.find(({ role }) => role === 'year')?.words[0]) || null;
  const levels = [
    { name: '', names: [], whole: '' },
    { name: family, names: familyWords, whole: familyName },
    { name: model, names: [...new Set([...familyWords, ...modelWords])], whole: modelName },
  ];
  return levels.flatMap(({ name, names, whole }, level) => {
    const isNamed = (unit: (typeof units)[number]) =>
      unit.level === 'brand' || (unit.level === 'family' && level > 0) || (unit.level === 'model' && level > 1);
    const named = units.filter(isNamed);
    const rest = units.flatMap((unit) =>
      isNamed(unit) || unit.role === 'year' ? [] : words.slice(unit.from, unit.to),
    );
    // A brand is a choice only when nothing else was typed.
    if (level === 0 && (year !== null || rest.length > 0)) return [];
    const typed = [brand, name, year, ...rest].filter((piece) => piece !== null && piece !== '').join(' ');
    const unsaid = meant.has(whole) ? 0 : names.filter((word) => !meant.has(word)).length;
    const count = named.reduce((sum, { from, to }) => sum + to - from, 0);
    return [{ found: { name: typed, brand, model: name, year, words: rest.join(' ') }, named: count, unsaid, level }];
  });
}
