import type { Result } from '@piezario/contract/endpoint';
import type { Choice, vehicleCatalog } from '@piezario/contract/vehicle-catalog';

export type StepName = 'brand' | 'model' | 'year' | 'version';
export type Choices = Result<typeof vehicleCatalog.choices>;

/** The step that is offered by itself. The year can be skipped, and the version is asked for by hand. */
export function nextStep({ brand, model, year, words, vehicle_id }: Choice): StepName | null {
  if (vehicle_id !== undefined) return null;
  if (brand === undefined) return 'brand';
  if (model === undefined) return 'model';
  return year === undefined && words === undefined ? 'year' : null;
}

/** The name of the version that is chosen. */
export function versionOf({ vehicle_id }: Choice, choices: Choices | undefined): string | undefined {
  const version = choices?.versions.find(({ id }) => id === vehicle_id);
  return version && `${version.model} ${version.version}`;
}

/** The decades of some years, newest first as they come: 2010 → 2019, 2018… */
export function byDecade(years: readonly number[]): (readonly [decade: number, years: readonly number[]])[] {
  const decades = [...new Set(years.map(decadeOf))];
  return decades.map((decade) => [decade, years.filter((year) => decadeOf(year) === decade)]);
}
const decadeOf = (year: number) => Math.floor(year / 10) * 10;
