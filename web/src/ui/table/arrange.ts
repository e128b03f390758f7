import type { Column } from './list.ts';
import type { Preferences } from './usePreferences.ts';

/** Widths of the column of check boxes, which comes first, and of the column of actions. */
const CHECKS = 44;
const ACTIONS = 112;
/** Minimum width of a column without a width, which takes a share of the remaining space. */
const LEAST = 180;
/** Minimum width of a resized column: room for a letter and for the border to drag. */
export const NARROWEST = 48;

/** A column as a person has arranged it. */
export type Arranged<Row> = Column<Row> & {
  /** Names the row: stays visible, and cannot be hidden. */
  readonly pinned: boolean;
  /** The person has set the width. */
  readonly sized: boolean;
  readonly shown: boolean;
};

/**
 * Returns all columns with the order, widths and visibility that the person prefers. Without a pinned column, the first
 * one is pinned.
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
        shown:
          pinned ||
          column.isAsked === true ||
          (column.group ? order.includes(column.key) : !hidden.includes(column.key)),
      };
    })
    .sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key));
}

/** Keys of the columns that are hidden by default. */
export const usuallyHidden = <Row>(columns: readonly Column<Row>[]) =>
  columns.filter(({ hidden }) => hidden).map(({ key }) => key);

/** Returns the order, with each missing column after the one that it follows by default. */
function placed(usual: readonly string[], order: readonly string[]): readonly string[] {
  const keys = order.filter((key) => usual.includes(key));
  for (const [index, key] of usual.entries()) {
    if (!keys.includes(key)) keys.splice(index === 0 ? 0 : keys.indexOf(usual[index - 1] ?? '') + 1, 0, key);
  }
  return keys;
}

/** Keys of the columns that have a place in the order: all but those of groups that are not shown. */
export const keysOf = <Row>(columns: readonly Arranged<Row>[]) =>
  columns.filter(({ group, shown }) => !group || shown).map(({ key }) => key);

/** Returns the order after one of the keys moved to the place of another. Keeps columns that only other lists have. */
export function moved(order: readonly string[], keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter((one) => one !== key);
  return [...placed([...new Set([...order, ...keys])], others.toSpliced(to, 0, key))];
}

type Around = { readonly selects: boolean; readonly acts: boolean };

/** Returns the columns of the grid as CSS (`template`), and the width below which the table scrolls sideways. */
export function gridOf<Row>(columns: readonly Arranged<Row>[], { selects, acts }: Around) {
  const stretches = columns.some(({ width }) => width === undefined);
  const rest = columns.findLastIndex(({ sized }) => !sized);
  const track = ({ width, sized }: Arranged<Row>, index: number) => {
    if (width === undefined) return `minmax(${LEAST}px, 1fr)`;
    // The remaining space goes to columns without a width, or else to those that were not resized, or else to the last.
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
