import { CloseButton, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useRole } from '../auth/session.tsx';
import { FullScreen, isCovered } from '../ui/FullScreen.tsx';
import { focusFirstField, returnFocus } from '../ui/focus.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { counted } from '../ui/words.ts';
import { findPages } from './findPages.ts';
import classes from './HelpPanel.module.css';
import { TEXTS } from './texts.ts';
import { canRead, type PageName, useScreenPage } from './topics.ts';

/** The page to open; null for that of the screen. */
export type AskedPage = { readonly page: PageName | null };

type Props = { asked: AskedPage; onClose: () => void };

/**
 * Help beside the screen, which stays usable. On a phone, or when a dialog would cover the panel, help takes the whole
 * screen.
 */
export function HelpPanel({ asked, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(() => ({ asked, isOver: isCovered() }));
  if (opened.asked !== asked) setOpened({ asked, isOver: opened.isOver || isCovered() });
  return phone || opened.isOver ? (
    <FullScreen title="Ayuda" onClose={onClose}>
      <Help asked={asked} />
    </FullScreen>
  ) : (
    <Beside asked={asked} onClose={onClose} />
  );
}

function Beside({ asked, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const { current } = panel;
    focusFirstField(current);
    return () => {
      // Leaves the focus where the person is working on the screen.
      if (current?.contains(document.activeElement) || document.activeElement === document.body) returnFocus(before);
    };
  }, []);
  useShortcut('close', () => panel.current?.contains(document.activeElement) === true && onClose());
  return (
    <aside ref={panel} className={classes.panel} aria-labelledby="help-title">
      <div className={classes.head}>
        <h2 id="help-title">Ayuda</h2>
        <CloseButton size="lg" onClick={onClose} />
      </div>
      <div className={classes.body}>
        <Help asked={asked} />
      </div>
    </aside>
  );
}

function Help({ asked }: { asked: AskedPage }) {
  const role = useRole();
  const screen = useScreenPage();
  const [chosen, setChosen] = useState({ asked, screen, page: asked.page, visits: 0 });
  // A new request, or another screen, replaces the page that was chosen in the panel.
  if (chosen.asked !== asked) setChosen({ ...chosen, asked, page: asked.page });
  else if (chosen.screen !== screen) setChosen({ ...chosen, screen, page: null });
  const [text, setText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { visits } = chosen;
  useEffect(() => {
    if (visits > 0) heading.current?.focus();
  }, [visits]);
  const open = (page: PageName) => {
    setText('');
    setChosen({ ...chosen, page, visits: visits + 1 });
  };
  const pages = TEXTS.filter(({ name }) => canRead(role, name));
  const page = pages.find(({ name }) => name === (chosen.page ?? screen));
  const related = pages.filter(({ name }) => page?.see.includes(name));
  return (
    <>
      <TextInput
        type="search"
        aria-label="Buscar en la ayuda"
        placeholder="Buscar en la ayuda"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() === '' ? (
        <>
          {page && (
            <article className={classes.page}>
              <h3 ref={heading} className="unringed" tabIndex={-1}>
                {page.title}
              </h3>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: build/markdown.ts makes it from files of ours */}
              <div dangerouslySetInnerHTML={{ __html: page.html }} />
            </article>
          )}
          {related.length > 0 && <Pages title="Ver también" pages={related} onOpen={open} />}
          <Pages title="Toda la ayuda" pages={pages} current={page?.name} onOpen={open} />
        </>
      ) : (
        <Results pages={pages} text={text} onOpen={open} />
      )}
    </>
  );
}

type Page = (typeof TEXTS)[number];
type ListProps = { pages: readonly Page[]; onOpen: (page: PageName) => void };

const Pages = ({ title, pages, current, onOpen }: ListProps & { title: string; current?: PageName | undefined }) => (
  <nav className={classes.pages} aria-label={title}>
    <h3 className="dim text-sm strong below-4">{title}</h3>
    <ul>
      {pages.map((page) => (
        <li key={page.name}>
          <button
            type="button"
            className={`pad-y-4 ${classes.link}`}
            aria-current={page.name === current ? 'page' : undefined}
            onClick={() => onOpen(page.name)}
          >
            {page.title}
          </button>
        </li>
      ))}
    </ul>
  </nav>
);

function Results({ pages, text, onOpen }: ListProps & { text: string }) {
  const found = findPages(pages, text);
  const count = counted(found.length, 'página');
  return (
    <section aria-label="Páginas encontradas">
      <p className={classes.found} role="status">
        {found.length === 0 ? `Nada coincide con “${text.trim()}”` : count}
      </p>
      <ul>
        {found.map(({ page, excerpt }) => (
          <li key={page.name}>
            <button type="button" className={classes.result} onClick={() => onOpen(page.name)}>
              <span className={`block strong ${classes.link}`}>{page.title}</span>
              <span className={classes.excerpt}>{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
