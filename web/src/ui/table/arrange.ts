import type { Column } from './list.ts';
import type { Preferences } from './usePreferences.ts';

/** The width of the check boxes of a table with selection, which stand before its first column, and of the actions. */
const CHECKS = 44;
const ACTIONS = 112;
/** A column without a width takes its share of what is left, but never less than this. */
const LEAST = 180;
/** No column is made narrower than this: a letter, and something to take hold of. */
export const NARROWEST = 48;

/** A column as a person has arranged it. */
export type Arranged<Row> = Column<Row> & {
  /** It names the row: it stays in sight, and cannot be hidden. */
  readonly pinned: boolean;
  /** The width is the person's. */
  readonly sized: boolean;
  readonly shown: boolean;
};

/**
 * All columns in the order, with the widths, and shown or not as the person prefers. Without a pinned one, the first
 * is.
 */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  { hidden, order, widths }: Readonly<Pick<Preferences, 'hidden' | 'widths'>> & { readonly order: readonly string[] },
): readonly Arranged<Row>[] {
  const hasPinned = columns.some(({ pinned }) => pinned);
  const keys = placed(
    columns.map(({ key }) => key),
    order,
  );
  return columns
    .map((column, index) => {
      const pinned = hasPinned ? column.pinned === true : index === 0;
      const width = widths[column.key];
      const sized = width !== undefined;
      return {
        ...column,
        ...(sized && { width }),
        pinned,
        sized,
        shown: pinned || column.isAsked === true || !hidden.includes(column.key),
      };
    })
    .sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}

/** The order, with each column that it does not know after the one that it usually follows. */
function placed(usual: readonly string[], order: readonly string[]): readonly string[] {
  const keys = order.filter((key) => usual.includes(key));
  for (const [index, key] of usual.entries()) {
    if (!keys.includes(key)) keys.splice(index === 0 ? 0 : keys.indexOf(usual[index - 1] ?? '') + 1, 0, key);
  }
  return keys;
}

/** The keys in the order that they have after one of them moved to the place of another. */
export function moved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((one) => one !== key);
  return others.toSpliced(to, 0, key);
}

type Around = { readonly selects: boolean; readonly acts: boolean };

/** The columns of the grid: `template` as CSS has it, and the width under which the table scrolls sideways. */
export function gridOf<Row>(columns: readonly Arranged<Row>[], { selects, acts }: Around) {
  const stretches = columns.some(({ width }) => width === undefined);
  const rest = columns.findLastIndex(({ sized }) => !sized);
  const track = ({ width, sized }: Arranged<Row>, index: number) => {
    if (width === undefined) return `minmax(${LEAST}px, 1fr)`;
    // Something takes what is left: the columns that have no width of their own, or all, or the last one.
    if (stretches || (sized && rest >= 0)) return `${width}px`;
    return rest >= 0 || index === columns.length - 1 ? `minmax(${width}px, ${width}fr)` : `${width}px`;
  };
  const tracks = [...(selects ? [`${CHECKS}px`] : []), ...columns.map(track), ...(acts ? [`${ACTIONS}px`] : [])];
  const least = columns.reduce((sum, { width = LEAST }) => sum + width, (selects ? CHECKS : 0) + (acts ? ACTIONS : 0));
  return { template: tracks.join(' '), least };
}

/** Returns the left offset of a pinned column: the sum of the widths of the pinned ones before it. */
export const pinAt = <Row>(columns: readonly Arranged<Row>[], index: number, selects: boolean) =>
  columns[index]?.pinned
    ? {
        left: columns
          .slice(0, index)
          .reduce((sum, { pinned, width = LEAST }) => sum + (pinned ? width : 0), selects ? CHECKS : 0),
      }
    : undefined;
