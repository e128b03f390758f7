import { Paper } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import classes from './Entries.module.css';
import { focusEntry, focusNextBlankField } from './focus.ts';
import { RowButton } from './RowIcon.tsx';

type Props = {
  /** Widths of the columns, as CSS. Each field of the form is above its column. */
  fields: string;
  /** Accessible name of the list. */
  label: string;
  form: ReactNode;
  /** Shown while the list is empty. */
  empty: ReactNode;
  /** Shown under the list, instead of `empty`. */
  rest?: ReactNode;
  /** Takes the focus when the entry that had it is gone. */
  ref: RefObject<HTMLDivElement | null>;
  children: readonly ReactNode[];
};

/** A line to type in and, under it, what was entered. */
export const Entries = ({ fields, label, form, empty, rest, ref, children }: Props) => (
  <Paper withBorder className={classes.entries} style={{ '--fields': fields }}>
    {form}
    <div ref={ref} tabIndex={-1}>
      {children.length === 0 ? (
        !rest && empty
      ) : (
        <ul className={classes.list} aria-label={label}>
          {children}
        </ul>
      )}
      {rest}
    </div>
  </Paper>
);

type FormProps = {
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** The one over the list, with labels, as opposed to one inside it. */
  adds?: boolean;
  /** Message that the form has unsaved entries. */
  recovered?: ReactNode;
  buttons: ReactNode;
  children: ReactNode;
};

export const EntryForm = ({ label, onSubmit, onKeyDown, onPaste, adds = false, ...content }: FormProps) => (
  <div>
    {content.recovered && <div className={classes.recovered}>{content.recovered}</div>}
    <form
      className={`${classes.line} ${adds ? classes.add : ''}`}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      onPaste={onPaste}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        goOn(event);
      }}
    >
      {content.children}
      <div className={classes.end}>{content.buttons}</div>
    </form>
  </div>
);

/** Enter moves to the next required field; without one, it saves. */
function goOn(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget } = event;
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  if (target.value.trim() !== '' && focusNextBlankField(currentTarget, target)) event.preventDefault();
}

type EditProps = {
  /** Name of the entry. */
  name: string;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  children: ReactNode;
};

/** Entry that is edited in place. Escape ends the edit without closing the dialog. */
export const EntryEdit = ({ name, onSubmit, onCancel, children }: EditProps) => (
  <EntryForm
    label={`Editar ${name}`}
    onSubmit={onSubmit}
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onCancel();
    }}
    buttons={
      <>
        <button type="submit" hidden />
        <RowButton icon={IconX} title="Cancelar" label="Cancelar" onClick={onCancel} />
        <RowButton icon={IconCheck} title="Guardar" label={`Guardar ${name}`} onClick={() => onSubmit()} />
      </>
    }
  >
    {children}
  </EntryForm>
);

type RowProps = { id: number; cells: readonly ReactNode[]; fresh: boolean; actions: ReactNode };

export const EntryRow = ({ id, cells, fresh, actions }: RowProps) => (
  <li data-entry={id} data-fresh={fresh || undefined}>
    <div className={classes.line}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <div key={index} className={classes.cell}>
          {cell}
        </div>
      ))}
      <div className={classes.end}>{actions}</div>
    </div>
  </li>
);

/** When an entry is no longer being changed, the focus goes back to what it was changed with. */
export function useFocusBack(list: RefObject<HTMLElement | null>, changed: number | null) {
  const last = useRef(changed);
  useEffect(() => {
    if (changed === null && last.current !== null) focusEntry(list.current, last.current);
    last.current = changed;
  }, [list, changed]);
}
