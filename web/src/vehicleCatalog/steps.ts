import type { Result } from '@piezario/contract/endpoint';
import type { Choice, vehicleCatalog } from '@piezario/contract/vehicle-catalog';

export type StepName = 'brand' | 'model' | 'year' | 'version';
export type Choices = Result<typeof vehicleCatalog.choices>;

/** Returns the step that opens automatically, or null. The step of the version opens only on request. */
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

/** Groups years by decade and keeps their order: 2010 → 2019, 2018… */
export function byDecade(years: readonly number[]): (readonly [decade: number, years: readonly number[]])[] {
  const decades = [...new Set(years.map(decadeOf))];
  return decades.map((decade) => [decade, years.filter((year) => decadeOf(year) === decade)]);
}
const decadeOf = (year: number) => Math.floor(year / 10) * 10;
