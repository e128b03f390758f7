import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { type GridColumn, NUMBERS, ROW_HEIGHT } from './cells.ts';
import type { Place } from './ranges.ts';

/** Rows that are drawn above and below the visible ones. */
const AROUND = 8;
/** The titles and a row, which the pages of a grid have in common. */
const HEAD = 2;

/** The rows in view, by index, with some around them, and the number of rows that a page key moves. */
export function useView(viewport: RefObject<HTMLDivElement | null>, count: number) {
  const [{ from, height }, setView] = useState({ from: 0, height: 900 });
  const update = () => {
    const { scrollTop = 0, clientHeight = 0 } = viewport.current ?? {};
    const top = Math.floor(scrollTop / ROW_HEIGHT);
    // A scroll inside of the same row draws nothing new.
    setView((now) => (now.from === top && now.height === clientHeight ? now : { from: top, height: clientHeight }));
  };
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView(({ from }) => ({ from, height: element.clientHeight })));
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);
  const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - HEAD);
  const top = Math.min(from, Math.max(0, count - 1));
  return { first: Math.max(0, top - AROUND), last: Math.min(count - 1, top + page + HEAD + AROUND), page, update };
}

/** Scrolls the active cell into view, beside the fixed titles and the fixed first column. */
export function useInView(
  viewport: RefObject<HTMLDivElement | null>,
  { row, column }: Place,
  columns: readonly GridColumn[],
) {
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
    const top = row * ROW_HEIGHT;
    const room = clientHeight - HEAD * ROW_HEIGHT;
    if (top < scrollTop || top > scrollTop + room) element.scrollTo({ top: top < scrollTop ? top : top - room });
    if (column === 0) return;
    const fixed = NUMBERS + (columns[0]?.width ?? 0);
    const left = columns.slice(0, column).reduce((sum, { width }) => sum + width, NUMBERS);
    const right = left + (columns[column]?.width ?? 0);
    if (left - fixed < scrollLeft) element.scrollTo({ left: left - fixed });
    else if (right > scrollLeft + clientWidth) element.scrollTo({ left: right - clientWidth });
  }, [viewport, row, column, columns]);
}
