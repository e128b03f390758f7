import { GAP_NAMES, GAPS, type Gap } from '@piezario/contract/gaps';
import type { Step } from './wizard/usePartDialog.ts';

/** The step of the wizard that adds what a part lacks. The category is its product's. */
export const STEP_OF: Record<Gap, Step | null> = {
  observation: 1,
  vehicles: 2,
  attributes: 3,
  photos: 4,
  crosses: 5,
  barcode: 3,
  category: null,
};

/** Options of the filter by gaps. */
export const GAP_OPTIONS = GAPS.map((gap, index) => ({ value: String(index + 1), label: GAP_NAMES[gap] }));

/** The filter that finds the parts which lack something. */
export const lacking = (gap: Gap) => ({ 'filter[matches-gaps]': String(GAPS.indexOf(gap) + 1) });

/** Filters for parts that should have vehicles and have none, as they are counted on the cards of brands. */
export const WITHOUT_VEHICLES = {
  'filter[matches-vehicles_count]': '0',
  'filter[matches-is_universal]': '0',
  'filter[matches-takes_vehicles]': '1',
};
