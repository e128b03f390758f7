import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { focusFirstRow, isInFront, selectFirstField } from '../ui/focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { useCombobox } from '../ui/useCombobox.ts';
import classes from './SearchBox.module.css';

// Loaded when something is searched for.
const Suggestions = lazy(() => import('../search/Suggestions.tsx'), 'Suggestions', 'part');
const SearchSheet = lazy(() => import('../search/SearchSheet.tsx'), 'SearchSheet', 'part');

const PATH = '/parts/search';

/** Finds parts of all brands by any number or by words: a field, or where it has no room a button that opens a sheet with it. */
export function SearchBox() {
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const inUrl = useLocation({ select: ({ pathname, search }) => (pathname === PATH ? (search.text ?? '') : '') });
  const all = (text: string) => {
    if (text.trim() !== '') void navigate({ to: PATH, search: { text: text.trim() } });
  };
  return narrow ? <SheetButton text={inUrl} onAll={all} /> : <Box inUrl={inUrl} onAll={all} />;
}

type All = (text: string) => void;

function Box({ inUrl, onAll }: { inUrl: string; onAll: All }) {
  const field = useRef<HTMLDivElement>(null);
  const screen = useLocation({ select: ({ pathname }) => `${pathname} ${inUrl}` });
  // What was typed lasts until another screen or another search opens.
  const [draft, setDraft] = useState({ screen, text: inUrl });
  const text = draft.screen === screen ? draft.text : inUrl;
  const [opened, setOpened] = useState(false);
  const shown = opened && text.trim() !== '';
  const combobox = useCombobox();
  const type = (typed: string) => {
    setDraft({ screen, text: typed });
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    combobox.activate(null);
  };
  const all = () => {
    close();
    onAll(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Escape' && text !== '') setDraft({ screen, text: '' });
    else if (event.key === 'ArrowDown' && !shown && focusFirstRow(field.current)) event.stopPropagation();
    else if (event.key === 'ArrowDown' && !shown && text.trim() !== '') setOpened(true);
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
        hint={<kbd className={classes.key}>/</kbd>}
        combobox={combobox}
        text={text}
        onText={type}
        onEnter={all}
        onKeyDown={onKeyDown}
        onFocus={() => void Suggestions.preload?.()}
        onBlur={close}
      />
      {shown && (
        <div className={classes.dropdown}>
          <Suspense>
            <Suggestions text={text} combobox={combobox} onOpened={close} onAll={all} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

function SheetButton({ text, onAll }: { text: string; onAll: All }) {
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
          <SearchSheet text={text} onAll={onAll} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
