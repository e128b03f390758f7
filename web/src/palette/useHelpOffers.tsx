import { IconHelp } from '@tabler/icons-react';
import { useRole } from '../auth/session.tsx';
import { canRead, PAGE_NAMES, type PageName, topicOf, useScreenPage } from '../help/topics.ts';
import type { Result } from '../search/ResultList.tsx';
import { fold } from '../ui/words.ts';
import { findByWords } from './findWords.ts';

/** Limit of pages among other results: a word such as «filtro» is in parts and in the help about filters. */
const MAX_PAGES = 5;

/** Pages of the help that match the text, the best first. The page of the screen goes before equal matches. */
export function useHelpOffers(typed: string, onOpen: (page: PageName) => void): Result[] {
  const role = useRole();
  const screen = useScreenPage();
  const names = [screen, ...PAGE_NAMES.filter((name) => name !== screen)].filter((name) => canRead(role, name));
  const nameOf = (name: PageName) => `Ayuda ${topicOf(name).title} ${topicOf(name).words}`;
  return findByWords(names, nameOf, typed)
    .slice(0, asksForHelp(typed) ? names.length : MAX_PAGES)
    .map((name) => ({
      key: `help-${name}`,
      group: 'Ayuda',
      icon: <IconHelp size={20} stroke={1.6} />,
      title: `Ayuda: ${topicOf(name).title}`,
      open: () => onOpen(name),
    }));
}

/** Whether the text begins like «ayuda». */
export const asksForHelp = (typed: string) => /^ayu/.test(fold(typed).trim());
