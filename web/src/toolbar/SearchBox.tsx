import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { type CodeFilter, useCodeFilter } from '../selection/useCodeFilter.ts';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { focusFirstRow, isInFront, selectFirstField } from '../ui/focus.ts';
import { lazy, loadOrTell } from '../ui/lazy.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { useCombobox } from '../ui/useCombobox.ts';
import classes from './SearchBox.module.css';

// Loaded on the first use of the search.
const loadSuggestions = () => import('../search/Suggestions.tsx');
const Suggestions = lazy(loadSuggestions, 'Suggestions', 'part');
const SearchSheet = lazy(() => import('../search/SearchSheet.tsx'), 'SearchSheet', 'part');

const PATH = '/parts/search';

/**
 * Filters the table of parts by code if it is on the screen, and finds parts of all brands by any number or by words. A
 * field, or a button that opens a sheet with the field where the toolbar has no room.
 */
export function SearchBox() {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const router = useRouter();
  const filter = useCodeFilter();
  const searched = useLocation({ select: ({ pathname, search }) => (pathname === PATH ? (search.text ?? '') : '') });
  // Changes when the person types, so that answers to older texts are ignored.
  const turn = useRef(0);
  const onAll = (text: string) => {
    if (tidy(text) !== '') void router.navigate({ to: PATH, search: { text: tidy(text) } });
  };
  const onFilter = (text: string) => {
    if (filter.isOn && tidy(text) !== filter.text) filter.apply(text);
  };
  const onEnter = async (text: string) => {
    turn.current += 1;
    const asked = { turn: turn.current, at: router.latestLocation.href };
    const filters =
      filter.isOn && (tidy(text) === '' || (await (await loadOrTell(loadSuggestions))?.hasCode(filter, text)));
    if (turn.current !== asked.turn || router.latestLocation.href !== asked.at) return;
    if (filters) onFilter(text);
    else onAll(text);
  };
  const props = {
    text: filter.isOn ? filter.text : searched,
    filter,
    onFilter,
    onAll,
    onEnter: (text: string) => void onEnter(text),
  };
  return narrow ? <SheetButton {...props} /> : <Box {...props} onType={() => (turn.current += 1)} />;
}

type Props = {
  text: string;
  filter: CodeFilter;
  onFilter: (text: string) => void;
  onAll: (text: string) => void;
  onEnter: (text: string) => void;
};

function Box({ text: inUrl, filter, onFilter, onAll, onEnter, onType }: Props & { onType: () => void }) {
  const field = useRef<HTMLDivElement>(null);
  const screen = useLocation({ select: ({ pathname }) => `${pathname} ${filter.selected} ${inUrl}` });
  // What was typed lasts until another screen, selection or search opens.
  const [draft, setDraft] = useState({ screen, text: inUrl });
  if (draft.screen !== screen) setDraft({ screen, text: inUrl });
  const { text } = draft;
  const [opened, setOpened] = useState(false);
  const shown = opened && tidy(text) !== '';
  const combobox = useCombobox();
  const type = (typed: string) => {
    onType();
    setDraft({ screen, text: typed });
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    combobox.activate(null);
  };
  const clear = () => {
    setDraft({ screen, text: '' });
    onFilter('');
  };
  const leave = () => {
    close();
    // Over a table the field shows what the table is filtered by. Another window may have taken the focus.
    if (!filter.isOn || !document.hasFocus()) return;
    if (tidy(text) === '') onFilter('');
    else setDraft({ screen, text: inUrl });
  };
  const closing = (run: (text: string) => void) => () => {
    close();
    run(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Escape' && text !== '') clear();
    else if (event.key === 'ArrowDown' && !shown && focusFirstRow(field.current)) event.stopPropagation();
    else if (event.key === 'ArrowDown' && !shown && tidy(text) !== '') setOpened(true);
    else return;
    event.preventDefault();
  };
  useShortcut('search', () => {
    if (!isInFront(field.current)) return false;
    selectFirstField(field.current);
  });
  return (
    <div ref={field} className={classes.box}>
      <ComboboxField
        aria-label="Buscar piezas"
        placeholder="Número o palabras"
        aria-keyshortcuts="/"
        hint={<kbd className="tag">/</kbd>}
        combobox={combobox}
        text={text}
        onText={type}
        onClear={clear}
        onEnter={closing(onEnter)}
        onModEnter={closing(onAll)}
        onKeyDown={onKeyDown}
        onClick={() => setOpened(true)}
        onFocus={() => void Suggestions.preload?.()}
        onBlur={leave}
      />
      {shown && (
        <div className={classes.dropdown}>
          <Suspense>
            <Suggestions
              text={text}
              filter={filter}
              combobox={combobox}
              onOpened={close}
              onFilter={() => onFilter(text)}
              onAll={() => onAll(text)}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function SheetButton(props: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useShortcut('search', () => {
    if (!isInFront(button.current)) return false;
    setOpened(true);
  });
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        className={classes.button}
        aria-label="Buscar piezas"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={20} stroke={1.8} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <SearchSheet {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
