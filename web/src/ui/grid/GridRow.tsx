import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { type GridCell, type GridColumn, ROW_HEIGHT } from './cells.ts';
import classes from './Grid.module.css';
import type { Place } from './ranges.ts';

type Props<Row> = {
  id: string;
  index: number;
  row: Row;
  columns: readonly GridColumn[];
  template: string;
  cellOf: (row: Row, column: string) => GridCell;
  /** Selected columns, -1 for none. */
  first: number;
  last: number;
  active: number;
  /** Column with the handle that fills cells below, -1 for none. */
  handle: number;
  editing: { readonly column: string; readonly text: string; readonly isTyped: boolean } | null;
  /** Only for the active row, so that the others are not drawn again. */
  onEdited: OnEdited | undefined;
};
/** `text` is null when the editor is left without a change; `to` is the next cell, null when the focus is elsewhere. */
type OnEdited = (text: string | null, to: Place | null) => void;

function Row<T>({
  id,
  index,
  row,
  columns,
  template,
  cellOf,
  first,
  last,
  active,
  handle,
  editing,
  onEdited,
}: Props<T>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      className={classes.row}
      style={{ gridTemplateColumns: template, top: index * ROW_HEIGHT }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.number}>
        {index + 1}
      </div>
      {columns.map((column, at) => {
        const { text, isChanged, isFixed, problem } = cellOf(row, column.key);
        const isActive = at === active;
        return (
          <div
            key={column.key}
            id={`${id}-${index}-${at}`}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={at >= first && at <= last}
            aria-readonly={isFixed || undefined}
            aria-invalid={problem !== undefined || undefined}
            data-column={at}
            data-first={at === 0 || undefined}
            data-changed={isChanged || undefined}
            data-problem={problem !== undefined || undefined}
            data-active={isActive || undefined}
            className={classes.cell}
            title={problem ?? (text.length > 20 ? text : undefined)}
          >
            {editing?.column === column.key && onEdited ? (
              <Editor
                label={column.label}
                options={column.options}
                text={editing.text}
                isTyped={editing.isTyped}
                place={{ row: index, column: at }}
                onEdited={onEdited}
              />
            ) : (
              <span className={classes.text}>{text}</span>
            )}
            {at === handle && !editing && <span className={classes.handle} data-handle aria-hidden />}
          </div>
        );
      })}
    </div>
  );
}

/** Rows are not drawn again while another one is edited or the list is scrolled. */
export const GridRow = memo(Row) as typeof Row;

type EditorProps = {
  label: string;
  options: readonly string[] | undefined;
  text: string;
  isTyped: boolean;
  place: Place;
  onEdited: OnEdited;
};

/** Enter and Tab store the text and go on, Escape leaves it, Alt+Enter breaks the line. */
function Editor({ label, options, text, isTyped, place: { row, column }, onEdited }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const [value, setValue] = useState(text);
  const list = useId();
  const [chosen, choose] = useState(-1);
  const offered = (options ?? []).filter((one) => one.toLowerCase().includes(value.trim().toLowerCase())).slice(0, 8);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const leave = (changed: string | null, to: { row: number; column: number } | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onEdited(changed, to && { row: Math.max(0, to.row), column: Math.max(0, to.column) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const go = (changed: string | null, rows: number, columns: number) => {
      event.preventDefault();
      event.stopPropagation();
      leave(changed, { row: row + rows, column: column + columns });
    };
    const typed = offered[chosen] ?? value;
    if (key === 'Escape') return go(null, 0, 0);
    if (key === 'Enter' && !altKey) return go(typed, shiftKey ? -1 : 1, 0);
    if (key === 'Enter') {
      event.preventDefault();
      const { selectionStart: from, selectionEnd: to } = event.currentTarget;
      return setValue(`${value.slice(0, from)}\n${value.slice(to)}`);
    }
    if (key === 'Tab') return go(typed, 0, shiftKey ? -1 : 1);
    if (offered.length > 0 && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      return choose((now) => Math.min(Math.max(now + (key === 'ArrowDown' ? 1 : -1), -1), offered.length - 1));
    }
    if (isTyped && !shiftKey && !ctrlKey && !metaKey) {
      if (key === 'ArrowDown') return go(typed, 1, 0);
      if (key === 'ArrowUp') return go(typed, -1, 0);
    }
    return undefined;
  };
  return (
    <>
      <textarea
        ref={field}
        rows={1}
        className={classes.editor}
        aria-label={label}
        {...(options && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': offered.length > 0 })}
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={chosen >= 0 ? `${list}-${chosen}` : undefined}
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          choose(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => leave(value === text ? null : value, null)}
      />
      {offered.length > 0 && (
        <div role="listbox" id={list} aria-label={label} className={classes.options}>
          {offered.map((option, index) => (
            <div
              key={option}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              // Keeps the focus in the field until the click.
              onPointerDown={(event) => {
                event.preventDefault();
                leave(option, { row, column });
              }}
            >
              {option}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
