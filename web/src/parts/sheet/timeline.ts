import type { VehicleModel } from '@piezario/contract/applications';
import { yearRange } from '../../ui/words.ts';

type Years = VehicleModel['years'];
type Axis = { readonly from: number; readonly to: number };

/** One scale for all models: from the decade of the first year to the end of this year, or of a later one. */
export function axisOf(models: readonly Pick<VehicleModel, 'years'>[], thisYear: number): Axis {
  const years = models.flatMap((model) => model.years);
  const first = Math.min(thisYear - 10, ...years.map(({ from }) => from));
  const last = Math.max(thisYear, ...years.map(({ from, until }) => until ?? from));
  return { from: first - (first % 10), to: last + 1 };
}

/** The years that are marked on an axis: decades, or every second decade on a long axis. */
export function marksOf({ from, to }: Axis): number[] {
  const step = to - from > 45 ? 20 : 10;
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/** Offset from the left at which a year begins. */
export const leftOf = (year: number, { from, to }: Axis) => percent((year - from) / (to - from));

/** Offset and width of a range. A model that is still sold extends to the end. */
export const spanOf = ({ from, until }: Years[number], axis: Axis) => ({
  left: leftOf(from, axis),
  width: percent(((until === null ? axis.to : until + 1) - from) / (axis.to - axis.from)),
});

/** 1990–2001, desde 2010 */
export const yearsInWords = (years: Years) => years.map(({ from, until }) => yearRange(from, until)).join(', ');
