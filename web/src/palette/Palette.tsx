import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { tidy } from '@piezario/contract/fields';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PageName } from '../help/topics.ts';
import { ResultList } from '../search/ResultList.tsx';
import { searchOfAll } from '../search/searchOfAll.tsx';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useCombobox } from '../ui/useCombobox.ts';
import classes from './Palette.module.css';
import { useCodeOffers } from './useCodeOffers.tsx';
import { type Screen, useCommands } from './useCommands.tsx';
import { useFound } from './useFound.tsx';
import { asksForHelp, useHelpOffers } from './useHelpOffers.tsx';

type Props = { screens: readonly Screen[]; onHelp: (page: PageName) => void; onClose: () => void };

/** Finds screens, brands, parts, vehicles, actions and help by a few letters, and opens them. */
export function Palette({ screens, onHelp, onClose }: Props) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const combobox = useCombobox({ first: true });
  const commands = useCommands(screens, text);
  const help = useHelpOffers(text, onHelp);
  const { results: found, suggestions, isBehind, error } = useFound(text);
  const ofCode = useCodeOffers(text, suggestions);
  const known = new Set(commands.map(({ key }) => key));
  const all = () => void navigate({ to: '/parts/search', search: { text: tidy(text) } });
  const others = [
    ...commands,
    ...found.filter(({ key }) => !known.has(key)),
    ...(found.length > 0 ? [searchOfAll(text, all)] : []),
    ...ofCode,
  ];
  const results = asksForHelp(text) ? [...help, ...others] : [...others, ...help];
  const opened = () => {
    // Dialogs that are still open belong to the screen that is left.
    modals.closeAll();
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      size={640}
      yOffset="10dvh"
      padding={8}
      withCloseButton={false}
      title="Ir a"
      classNames={{ header: classes.header, body: classes.body }}
    >
      <ComboboxField
        data-autofocus
        size="md"
        aria-label="Ir a una pantalla, marca, pieza o vehículo"
        placeholder="Pantalla, marca, número, vehículo o acción"
        combobox={combobox}
        text={text}
        onText={setText}
      />
      <div className={classes.results} aria-busy={isBehind}>
        <ResultList results={results} combobox={combobox} onOpened={opened} />
        {results.length === 0 && !isBehind && !error && (
          <Text size="sm" c="dimmed" p="sm">
            Nada coincide con “{text.trim()}”
          </Text>
        )}
        {error && (
          <Text size="sm" c="dimmed" p="sm" role="status">
            No se pudo buscar: {error.message}
          </Text>
        )}
      </div>
    </Dialog>
  );
}
