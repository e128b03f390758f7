import { useOs } from '@mantine/hooks';
import { useState } from 'react';
import { Dialog } from './Dialog.tsx';
import classes from './ShortcutHelp.module.css';
import { Switch } from './Switch.tsx';
import { SHORTCUTS, type Shortcut, turnLetters, usesLetters } from './shortcuts.ts';

const KEY_NAMES: Readonly<Record<string, string>> = { escape: 'Esc', enter: 'Enter', arrowleft: '←', arrowright: '→' };

type Keys = { readonly keys: readonly string[]; readonly does: string };

/** Keys that the rows of a table handle themselves (`useRowKeys`). */
const TABLE_KEYS: readonly Keys[] = [
  { keys: ['↑', '↓'], does: 'Fila anterior o siguiente' },
  { keys: ['Inicio', 'Fin'], does: 'Primera o última fila' },
  { keys: ['←', '→'], does: 'Botones y celdas de la fila' },
  { keys: ['Enter'], does: 'Abrir la fila' },
  { keys: ['Espacio'], does: 'Elegir la fila' },
  { keys: ['Shift', '↓'], does: 'Elegir varias filas seguidas' },
  { keys: ['F2'], does: 'Editar la celda' },
  { keys: ['Esc'], does: 'No elegir ninguna' },
];

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);

/** Every shortcut, by where it works. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl';
  const [letters, setLetters] = useState(usesLetters);
  const toggle = () => {
    turnLetters(!letters);
    setLetters(!letters);
  };
  const keysOf = ({ key, mod: withMod, does }: Shortcut): Keys => ({
    keys: [...(withMod ? [mod] : []), KEY_NAMES[key] ?? key.toUpperCase()],
    does,
  });
  const places = [...new Set(ALL.map(({ where }) => where))].map((where) => ({
    where,
    entries: [
      ...ALL.filter((one) => one.where === where).map(keysOf),
      ...(where === SHORTCUTS.actions.where ? TABLE_KEYS : []),
    ],
  }));
  return (
    <Dialog onClose={onClose} title="Atajos de teclado" size={880}>
      <div className={classes.places}>
        {places.map(({ where, entries }) => (
          <section key={where} className={classes.place}>
            <h3 className="dim text-xs semibold below-4">{where}</h3>
            <dl>
              {entries.map(({ keys, does }) => (
                <div key={does} className="row apart text-md top-line pad-y-4 gap-16">
                  <dt>{does}</dt>
                  <dd className="flex rigid gap-4">
                    {keys.map((key) => (
                      <kbd key={key} className="tag center">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch on={letters} onToggle={toggle}>
        Usar los atajos de una sola tecla
      </Switch>
    </Dialog>
  );
}
