import { Modal } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useState } from 'react';
import classes from './ShortcutHelp.module.css';
import { Switch } from './Switch.tsx';
import { SHORTCUTS, type Shortcut, turnLetters, usesLetters } from './shortcuts.ts';

const KEY_NAMES: Readonly<Record<string, string>> = { escape: 'Esc', arrowleft: '←', arrowright: '→' };

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);

/** Every shortcut, by where it works. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl';
  const [letters, setLetters] = useState(usesLetters);
  const toggle = () => {
    turnLetters(!letters);
    setLetters(!letters);
  };
  const places = [...new Set(ALL.map(({ where }) => where))];
  return (
    <Modal opened onClose={onClose} title="Atajos de teclado" size={520}>
      {places.map((place) => (
        <section key={place} className={classes.place}>
          <h3>{place}</h3>
          <dl>
            {ALL.filter(({ where }) => where === place).map((shortcut) => (
              <div key={shortcut.key}>
                <dt>{shortcut.does}</dt>
                <dd>
                  {shortcut.mod && (
                    <>
                      <kbd>{mod}</kbd>{' '}
                    </>
                  )}
                  <kbd>{KEY_NAMES[shortcut.key] ?? shortcut.key.toUpperCase()}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch on={letters} onToggle={toggle}>
        Usar los atajos de una sola tecla
      </Switch>
    </Modal>
  );
}
