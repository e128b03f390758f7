import { useWindowEvent } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { notifyInfo } from '../notify.ts';
import { readCells } from '../paste/readTable.ts';
import { type Cells, filledDown, type GridColumn, NUMBERS, placedCells, ROW_HEIGHT, range } from './cells.ts';
import classes from './Grid.module.css';
import { GridRow } from './GridRow.tsx';
import { keyAction, moved } from './gridKeys.ts';
import {
  areaOf,
  isIn,
  type Place,
  pastedInWords,
  readHtml,
  type Selected,
  sizeOf,
  spread,
  toHtml,
  toTsv,
} from './ranges.ts';
import { useInView, useView } from './useView.ts';

export type ColumnSort = { readonly column: string; readonly descending: boolean };

type Props<Row> = Cells<Row> & {
  label: string;
  selected: Selected;
  onUndo: () => void;
  onRedo: () => void;
  sort: ColumnSort | null;
  onSort: (column: string) => void;
  readOnly?: boolean;
};

/** Edited cell by its keys, and the text of its editor. `isTyped` when typing has opened it, so that arrows leave it. */
type Editing = { readonly row: string; readonly column: string; readonly text: string; readonly isTyped: boolean };

/**
 * Cells that are edited as in a spreadsheet, by the grid pattern of WAI-ARIA: one stop of Tab, arrows inside. Only rows
 * in view are in the document.
 */
export function Grid<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, cellOf, selected, onSelect, onChange, readOnly = false } = props;
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const view = useView(viewport, rows.length);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { cellAt, textsOf, write } = placedCells(props);
  const area = areaOf(selected);
  // Rows may have been removed since the cell was selected.
  const active = {
    row: Math.min(selected.to.row, rows.length - 1),
    column: Math.min(selected.to.column, columns.length - 1),
  };
  const first = { row: area.rows.first, column: area.columns.first };
  useInView(viewport, active, columns);

  const go = (to: Place, extend = false) => onSelect({ from: extend ? selected.from : to, to });
  const fillDown = (last: number) => write(filledDown(selected, last, textsOf), first);
  const clear = () =>
    write(
      textsOf(area).map((line) => line.map(() => '')),
      first,
    );
  const edit = (text: string | null) => {
    const cell = cellAt(active);
    if (readOnly || !cell || cell.isFixed) return;
    // At once, so that the pressed key goes to the editor. This also works for dead keys.
    flushSync(() =>
      setEditing({ row: cell.row, column: cell.column, text: text ?? cell.text, isTyped: text !== null }),
    );
  };
  const finish = (text: string | null, to: Place | null) => {
    setEditing(null);
    if (editing && text !== null) onChange([{ row: editing.row, column: editing.column, text }]);
    if (!to) return;
    go({ row: to.row, column: Math.min(to.column, columns.length - 1) });
    viewport.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const action = event.target === viewport.current ? keyAction(event) : null;
    if (!action) return;
    // A letter is text here, and no shortcut of the screen.
    event.stopPropagation();
    if (action.do === 'type') return edit('');
    const to =
      action.do === 'move' && moved(action, active, { rows: rows.length, columns: columns.length, page: view.page });
    // Tab leaves the grid at the ends of a row.
    if (to && action.by === 'tab' && to.column === active.column) return;
    event.preventDefault();
    if (to) return go(to, action.extends);
    switch (action.do) {
      case 'move':
        return;
      case 'sort':
        return props.onSort(columns[active.column]?.key ?? '');
      case 'select_all':
        return onSelect({ from: { row: 0, column: 0 }, to: { row: rows.length - 1, column: columns.length - 1 } });
      case 'edit':
        return edit(null);
      case 'clear':
        return readOnly ? undefined : clear();
      case 'fill_down':
        return readOnly || sizeOf(area.rows) === 1 ? undefined : fillDown(area.rows.last);
      case 'undo':
        return props.onUndo();
      case 'redo':
        return props.onRedo();
    }
  };
  const copy = (event: ClipboardEvent) => {
    if (event.target !== viewport.current) return false;
    event.clipboardData.setData('text/plain', toTsv(textsOf(area)));
    event.clipboardData.setData('text/html', toHtml(textsOf(area)));
    event.preventDefault();
    return true;
  };
  const paste = (event: ClipboardEvent) => {
    if (event.target !== viewport.current || readOnly) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const cells = text === '' ? readHtml(event.clipboardData.getData('text/html')) : readCells(text);
    if (cells.length === 0) return;
    const texts = spread(cells, area);
    const told = pastedInWords(texts, area, { rows: rows.length, columns: columns.length });
    write(texts, first);
    if (told) notifyInfo(told);
  };
  const pointer = usePointer(viewport, area.rows.last, { isEditing: editing !== null, go, fillDown });
  const width = columns.reduce((sum, column) => sum + column.width, NUMBERS);
  const template = [NUMBERS, ...columns.map((column) => column.width)].map((pixels) => `${pixels}px`).join(' ');
  // The active cell is named by its id, and its editor has the typed text.
  const inView = range(view.first, view.last);
  const visible = inView.includes(active.row) || active.row < 0 ? inView : [...inView, active.row];
  const shownRows = { ...area.rows, last: Math.max(area.rows.last, pointer.filled) };
  return (
    <div
      ref={viewport}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={readOnly || undefined}
      aria-activedescendant={rows.length > 0 ? `${id}-${active.row}-${active.column}` : undefined}
      tabIndex={0}
      className={classes.grid}
      onKeyDown={onKeyDown}
      onScroll={view.update}
      onCopy={copy}
      onCut={(event) => copy(event) && !readOnly && clear()}
      onPaste={paste}
      {...pointer.handlers}
      onDoubleClick={(event) => placeOf(event.target) && !isEditor(event.target) && edit(null)}
    >
      <div role="rowgroup" className={classes.head} style={{ width }}>
        <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
          <div role="columnheader" aria-colindex={1} aria-label="Fila" className={classes.number}>
            #
          </div>
          {columns.map((column, index) => (
            <Head key={column.key} column={column} index={index} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ width, height: rows.length * ROW_HEIGHT }}>
        {visible.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          const [isActive, isSelected] = [index === active.row, isIn(shownRows, index)];
          return (
            <GridRow
              key={keyOf(row)}
              {...{ id, index, row, columns, template, cellOf }}
              first={isSelected ? area.columns.first : -1}
              last={isSelected ? area.columns.last : -1}
              active={isActive ? active.column : -1}
              handle={!readOnly && index === area.rows.last ? area.columns.last : -1}
              editing={isActive && editing?.row === keyOf(row) ? editing : null}
              onEdited={isActive ? finish : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

const isEditor = (target: EventTarget) => target instanceof HTMLTextAreaElement;

/** The cell at an element. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null;
}

type Pointing = {
  isEditing: boolean;
  go: (to: Place, extend: boolean) => void;
  fillDown: (last: number) => void;
};

/** Selects the cells over which the mouse is dragged. From the handle of the selection, fills the cells below it. */
function usePointer(viewport: RefObject<HTMLElement | null>, last: number, { isEditing, go, fillDown }: Pointing) {
  /** Row down to which cells will be filled; null while no handle is dragged. */
  const [fill, setFill] = useState<number | null>(null);
  const handlers = {
    onPointerDown: ({ target, button, shiftKey, pointerType }: PointerEvent) => {
      const place = placeOf(target);
      if (!place || button !== 0 || isEditor(target)) return;
      // Ends the editor of another cell or a field beside the grid while it still belongs to that cell.
      viewport.current?.focus({ preventScroll: true });
      // A touch may begin to scroll.
      if (pointerType === 'touch') return;
      const isHandle = target instanceof Element && target.closest('[data-handle]') !== null;
      setFill(isHandle ? last : null);
      if (!isHandle) go(place, shiftKey);
    },
    onPointerOver: ({ target, buttons, pointerType }: PointerEvent) => {
      const place = buttons === 1 && pointerType === 'mouse' && !isEditing ? placeOf(target) : null;
      if (!place) return;
      if (fill === null) go(place, true);
      else setFill(Math.max(place.row, last));
    },
    onClick: ({ target, nativeEvent }: MouseEvent) => {
      const place = placeOf(target);
      if (place && nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch') go(place, false);
    },
  };
  // The button may be released outside of the grid.
  useWindowEvent('pointerup', () => {
    if (fill !== null && fill > last) fillDown(fill);
    setFill(null);
  });
  useWindowEvent('pointercancel', () => setFill(null));
  return { filled: fill ?? -1, handlers };
}

type HeadProps = { column: GridColumn; index: number; sort: ColumnSort | null; onSort: (column: string) => void };

function Head({ column: { key, label }, index, sort, onSort }: HeadProps) {
  const isSorted = sort?.column === key;
  const Icon = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
      className={classes.title}
      data-first={index === 0 || undefined}
    >
      <button type="button" tabIndex={-1} title={label} onClick={() => onSort(key)}>
        <span className="ellipsis">{label}</span>
        {isSorted && <Icon size={14} aria-hidden />}
      </button>
    </div>
  );
}
