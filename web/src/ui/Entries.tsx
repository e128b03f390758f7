import { Paper } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import classes from './Entries.module.css';
import { focusEntry, focusNextBlankField } from './focus.ts';
import { RowButton } from './RowIcon.tsx';

type Props<Entry> = {
  /** Widths of the columns, as CSS. Each field of the form is above its column. */
  fields: string;
  /** Accessible name of the list. */
  label: string;
  entries: readonly Entry[];
  nameOf: (entry: Entry) => string;
  cells: (entry: Entry) => readonly ReactNode[];
  /** The form above the list. It calls `onAdded` with the id of an entry to highlight. */
  form: (onAdded: (id: number) => void) => ReactNode;
  /** The form that replaces an entry. */
  edit: (entry: Entry, onDone: (isSaved: boolean) => void) => ReactNode;
  remove: (entry: Entry) => void;
  /** Shown while the list is empty. */
  empty: ReactNode;
  /** Shown under the list, instead of `empty`. */
  rest?: ReactNode;
  /** Takes the focus when the entry that had it is removed. */
  ref: RefObject<HTMLDivElement | null>;
};

/** Form for new entries and, under it, the list of entries, which can be edited in place or removed. */
export function Entries<Entry extends { readonly id: number }>(props: Props<Entry>) {
  const { fields, label, entries, nameOf, cells, form, edit, remove, empty, rest, ref } = props;
  const [fresh, setFresh] = useState<number | null>(null);
  const [edited, setEdited] = useState<number | null>(null);
  useFocusBack(ref, edited);
  const rowOf = (entry: Entry) => (
    <EntryRow key={entry.id} id={entry.id} fresh={entry.id === fresh} cells={cells(entry)}>
      <RowButton
        icon={IconPencil}
        title="Editar"
        label={`Editar ${nameOf(entry)}`}
        onClick={() => setEdited(entry.id)}
      />
      <RowButton icon={IconTrash} title="Eliminar" label={`Eliminar ${nameOf(entry)}`} onClick={() => remove(entry)} />
    </EntryRow>
  );
  const formOf = (entry: Entry) => (
    <li key={entry.id}>
      {edit(entry, (isSaved) => {
        setEdited(null);
        if (isSaved) setFresh(entry.id);
      })}
    </li>
  );
  return (
    <Paper withBorder className={classes.entries} style={{ '--fields': fields }}>
      {form(setFresh)}
      <div ref={ref} className="unringed top-line" tabIndex={-1}>
        {entries.length > 0 ? (
          <ul className={`divided ${classes.list}`} aria-label={label}>
            {entries.map((entry) => (entry.id === edited ? formOf(entry) : rowOf(entry)))}
          </ul>
        ) : (
          !rest && empty
        )}
        {rest}
      </div>
    </Paper>
  );
}

type FormProps = {
  label: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** True for the form above the list, false for one that replaces an entry. */
  adds?: boolean;
  /** Message that unsaved input was recovered. */
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

/** Enter in a filled field moves to the next blank required one. Without one, or in a blank field, it saves. */
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

type RowProps = { id: number; cells: readonly ReactNode[]; fresh: boolean; children: ReactNode };

const EntryRow = ({ id, cells, fresh, children }: RowProps) => (
  <li data-entry={id} data-fresh={fresh || undefined}>
    <div className={classes.line}>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position
        <div key={index} className="slim breaks pad-y-4">
          {cell}
        </div>
      ))}
      <div className={classes.end}>{children}</div>
    </div>
  </li>
);

/** Focuses the first button of an entry when its form closes. */
export function useFocusBack(list: RefObject<HTMLElement | null>, changed: number | null) {
  const last = useRef(changed);
  useEffect(() => {
    if (changed === null && last.current !== null) focusEntry(list.current, last.current);
    last.current = changed;
  }, [list, changed]);
}
