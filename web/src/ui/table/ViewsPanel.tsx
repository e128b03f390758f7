import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { views as contract, MAX_VIEWS, type SavedView } from '@piezario/contract/views';
import {
  IconCheck,
  IconCopy,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconTrash,
  IconUsersMinus,
  IconUsersPlus,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useAction, useCall, useUndoable } from '../../api/hooks.ts';
import { copyLink } from '../copyLink.ts';
import { Failed } from '../Failed.tsx';
import { RowButton } from '../RowIcon.tsx';
import { fold } from '../words.ts';
import type { ListEndpoint } from './list.ts';
import { readView } from './list.ts';
import classes from './Panel.module.css';
import type { ListState } from './useListQuery.ts';
import type { Prefer, Preferences } from './usePreferences.ts';

/** Predefined view of a list, with its query as in an address. */
export type OfferedView = { readonly name: string; readonly query: Readonly<Record<string, string>> };

export type ViewsProps = {
  list: ListEndpoint;
  state: ListState;
  preferences: Preferences;
  prefer: Prefer;
  /** Keys of the columns of this list. The preferences may have those of other products. */
  keys: readonly string[];
  offered: readonly OfferedView[];
};

/** Views of a list: predefined ones, those that the person has saved, and those that the team shares. */
export function ViewsPanel({
  list,
  state,
  preferences,
  prefer,
  keys,
  offered,
  close,
}: ViewsProps & { close: () => void }) {
  const read = useCall(contract.list, { query: { list: list.path } });
  const saved = (read.data ?? []).filter(({ author }) => author === null);
  const shared = (read.data ?? []).filter(({ author }) => author !== null);
  // Undefined until a view is stored or renamed. The name takes the focus from then on.
  const [renamed, rename] = useState<SavedView | null>();
  const store = useAction(
    contract.store,
    () => rename(null),
    ({ errors }) => errors.name !== undefined,
  );
  const write = useUndoable(contract.store, contract.store);
  const remove = useUndoable(contract.remove, contract.store);
  const { hidden, order, widths } = preferences;
  const seen = {
    list: list.path,
    query: ofAView(list.query.encode(state.query)),
    columns: {
      hidden,
      order: order.filter((key) => keys.includes(key)),
      widths: Object.fromEntries(Object.entries(widths).filter(([key]) => keys.includes(key))),
    },
  };
  const isSeen = ({ query }: OfferedView) => sameQuery(ofAView(query), seen.query);
  const show = ({ query }: OfferedView, columns?: SavedView['columns']) => {
    const { filters, sort } = readView(list, ofAView(query));
    state.setQuery((now) => ({ filters: [...filters, ...now.filters.filter(isOfVehicles)], sort }));
    if (columns) {
      const isOther = (key: string) => !keys.includes(key) && !columns.order.includes(key);
      prefer((now) => ({ ...columns, order: [...columns.order, ...now.order.filter(isOther)] }));
    }
    close();
  };
  const replace = (view: SavedView, name: string, onReplaced?: () => void) =>
    void write({ body: { ...bodyOf(list, view), ...seen, name } }, () => ({ body: bodyOf(list, view) }), onReplaced);
  const share = (view: SavedView) =>
    void write({ body: { ...bodyOf(list, view), is_shared: view.is_shared ? 0 : 1 } }, () => ({
      body: bodyOf(list, view),
    }));
  const copy = (view: SavedView) => store.mutate({ body: { ...bodyOf(list, view), id: null, is_shared: 0 } });
  const save = (name: string, onSuccess: () => void) => {
    const same = saved.find((view) => fold(view.name) === fold(name));
    if (renamed) store.mutate({ body: { ...bodyOf(list, renamed), name } }, { onSuccess });
    // A name that exists replaces its view.
    else if (same) replace(same, name, onSuccess);
    else store.mutate({ body: { ...seen, name, id: null } }, { onSuccess });
  };
  const startRenaming = (view: SavedView | null) => {
    store.reset();
    rename(view);
  };
  return (
    <Stack gap="sm">
      <ul className={classes.views} aria-label="Vistas">
        {offered.map((view) => (
          <li key={view.name} className="row">
            <ViewButton name={view.name} isSeen={isSeen(view)} onClick={() => show(view)} />
          </li>
        ))}
        {saved.map((view) => (
          <li key={view.id} className="row">
            <ViewButton name={view.name} isSeen={isSeen(view)} onClick={() => show(view, view.columns)} />
            {view.is_shared !== null && (
              <RowButton
                icon={view.is_shared ? IconUsersMinus : IconUsersPlus}
                title={view.is_shared ? 'Dejar de compartir' : 'Compartir con tu equipo'}
                label={view.is_shared ? `Dejar de compartir ${view.name}` : `Compartir ${view.name} con tu equipo`}
                onClick={() => share(view)}
              />
            )}
            <RowButton
              icon={IconPencil}
              title="Renombrar"
              label={`Renombrar ${view.name}`}
              onClick={() => startRenaming(view)}
            />
            <RowButton
              icon={IconDeviceFloppy}
              title="Reemplazar por lo que se ve"
              label={`Reemplazar ${view.name} por lo que se ve`}
              onClick={() => replace(view, view.name)}
            />
            <RowButton
              icon={IconTrash}
              title="Eliminar"
              label={`Eliminar ${view.name}`}
              onClick={() =>
                void remove({ body: { id: view.id } }, () => ({ body: { ...bodyOf(list, view), id: null } }))
              }
            />
          </li>
        ))}
      </ul>
      {shared.length > 0 && (
        <>
          <Text size="xs" c="dimmed">
            De tu equipo
          </Text>
          <ul className={classes.views} aria-label="Vistas de tu equipo">
            {shared.map((view) => (
              <li key={view.id} className="row">
                <ViewButton
                  name={view.name}
                  author={view.author}
                  isSeen={isSeen(view)}
                  onClick={() => show(view, view.columns)}
                />
                <RowButton
                  icon={IconCopy}
                  title="Guardar una copia"
                  label={`Guardar una copia de ${view.name}`}
                  off={store.isPending}
                  onClick={() => copy(view)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {read.error && <Failed title="No se pudieron leer tus vistas" read={read} />}
      {read.data && saved.length === 0 && (
        <Text size="xs" c="dimmed">
          Guardá los filtros, el orden y las columnas que usás seguido.
        </Text>
      )}
      {(saved.length < MAX_VIEWS || renamed) && (
        <NameForm
          key={renamed?.id ?? 'new'}
          label={renamed ? `Nuevo nombre de ${renamed.name}` : 'Guardar lo que se ve como'}
          name={renamed?.name ?? ''}
          isSaving={store.isPending}
          error={store.error?.errors.name}
          focused={renamed !== undefined}
          onSave={save}
          onCancel={renamed ? () => startRenaming(null) : undefined}
        />
      )}
      <Button variant="subtle" size="compact-sm" leftSection={<IconLink size={16} />} onClick={() => void copyView()}>
        Copiar enlace
      </Button>
    </Stack>
  );
}

const bodyOf = (list: ListEndpoint, { id, name, query, columns, is_shared }: SavedView) => ({
  ...{ id, name, query, columns },
  is_shared: is_shared ?? 0,
  list: list.path,
});

/** The vehicles that the catalog was opened for belong to the selection, like the brand. Views do not store them. */
const isOfVehicles = ({ column }: Filter) => column === 'vehicle_id';

/** Filters and order. Views do not store the page and its size either. */
const ofAView = (query: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !/^page\[|-vehicle_id\]$/.test(key)));

const sameQuery = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

type ViewButtonProps = { name: string; author?: string | null; isSeen: boolean; onClick: () => void };

const ViewButton = ({ name, author, isSeen, onClick }: ViewButtonProps) => (
  <button type="button" className={classes.view} aria-current={isSeen || undefined} onClick={onClick}>
    <span>
      {name}
      {author && <span className="dim text-xs"> de {author}</span>}
    </span>
    {isSeen && <IconCheck size={16} aria-hidden />}
  </button>
);

type NameProps = {
  label: string;
  name: string;
  isSaving: boolean;
  error: string | undefined;
  focused: boolean;
  onSave: (name: string, onSuccess: () => void) => void;
  onCancel: (() => void) | undefined;
};

function NameForm({ label, name, isSaving, error, focused, onSave, onCancel }: NameProps) {
  const [typed, type] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onSave(typed.trim(), () => type(''));
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          className={`grow ${classes.name}`}
          size="xs"
          label={label}
          placeholder="Nombre"
          maxLength={60}
          autoFocus={focused}
          value={typed}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={isSaving} disabled={typed.trim() === ''}>
          Guardar
        </Button>
        {onCancel && (
          <Button variant="default" size="xs" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Copies an address with filters and order. It opens at the first page. */
function copyView() {
  const link = new URL(window.location.href);
  for (const key of ['page[number]', 'page[after]']) link.searchParams.delete(key);
  return copyLink(link.href);
}
