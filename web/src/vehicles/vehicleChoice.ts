import type { Choice, FoundVehicle } from '@piezario/contract/vehicle-catalog';

export const choiceOf = ({ brand, model, year, words }: FoundVehicle): Choice => ({
  brand,
  ...(model && { model }),
  ...(year !== null && { year }),
  ...(words && { words }),
});

/** The choice as search parameters of the screen. */
export const writeChoice = (choice: Choice): Record<string, string> =>
  Object.fromEntries(Object.entries(choice).map(([name, value]) => [name, String(value)]));
