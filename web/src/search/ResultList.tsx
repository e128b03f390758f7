import { VisuallyHidden } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { showOption } from '../ui/focus.ts';
import { isPlainClick } from '../ui/RowIcon.tsx';
import type { Combobox } from '../ui/useCombobox.ts';
import { counted } from '../ui/words.ts';
import classes from './ResultList.module.css';

/** An entry of a list of results, which can be opened. */
export type Result = {
  readonly key: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** The keys that open it from the field, whichever option is active. */
  readonly keys?: string;
  /** Address, which makes the entry a link. */
  readonly href?: string;
  readonly open: () => void;
};

type Props = {
  results: readonly Result[];
  combobox: Combobox;
  onOpened: () => void;
  /** Announced when it changes. By default, the number of results. */
  status?: string;
};

export const countResults = (count: number) => counted(count, 'resultado');

/** Results by group, as the options of a combobox. */
export function ResultList({ results, combobox, onOpened, status }: Props) {
  const { listId, active, activate, setOptions } = combobox;
  const names = [...new Set(results.map(({ group }) => group))];
  const groups = names.map((name) => ({ name, results: results.filter(({ group }) => group === name) }));
  const shown = groups.flatMap((group) => group.results);
  const ids = shown.map(({ key }) => `${listId}-${key}`).join('\n');
  useEffect(() => {
    setOptions(ids === '' ? [] : ids.split('\n'));
    return () => setOptions([]);
  }, [ids, setOptions]);
  useEffect(() => {
    if (active) showOption(active);
  }, [active]);
  const option = ({ key, icon, title, detail, keys, href, open }: Result) => {
    const id = `${listId}-${key}`;
    const props = {
      id,
      role: 'option',
      'aria-selected': id === active,
      tabIndex: -1,
      className: classes.option,
      onMouseMove: () => activate(id),
      onClick: (event: MouseEvent) => {
        if (href && !isPlainClick(event)) return;
        event.preventDefault();
        onOpened();
        open();
      },
    };
    const content = (
      <>
        <span className={classes.icon}>{icon}</span>
        <span className={classes.text}>
          <span className="truncate">{title}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </span>
        {keys && <kbd className="tag rigid desk-only">{keys}</kbd>}
      </>
    );
    return href ? (
      <a key={key} href={href} {...props}>
        {content}
      </a>
    ) : (
      <div key={key} {...props}>
        {content}
      </div>
    );
  };
  return (
    <>
      <VisuallyHidden role="status">{status ?? countResults(shown.length)}</VisuallyHidden>
      {shown.length > 0 && (
        // The focus stays in the field.
        <div id={listId} role="listbox" aria-label="Resultados" onMouseDown={(event) => event.preventDefault()}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a list of options holds groups of them, and no fieldsets
            <div key={group.name} role="group" aria-label={group.name}>
              <div className={classes.group} aria-hidden>
                {group.name}
              </div>
              {group.results.map(option)}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
