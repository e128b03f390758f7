import { fold } from '../ui/words.ts';

type Text = { readonly title: string; readonly words: string; readonly text: string };
type FoundPage<Page> = { readonly page: Page; readonly excerpt: string };

/** Characters shown before and after the first word that was found. */
const [BEFORE, AFTER] = [40, 90];

/** Pages that contain every typed word, ignoring case and accents. Pages with the words in their title come first. */
export function findPages<Page extends Text>(pages: readonly Page[], typed: string): FoundPage<Page>[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isIn = (text: string) => words.every((word) => fold(text).includes(word));
  const rank = ({ title, words: more }: Page) => (isIn(title) ? 0 : isIn(`${title} ${more}`) ? 1 : 2);
  return pages
    .filter(({ title, words: more, text }) => isIn(`${title} ${more} ${text}`))
    .sort((a, b) => rank(a) - rank(b))
    .map((page) => ({ page, excerpt: excerptOf(page.text, words) }));
}

/** The text around the first word, cut between words. Folding keeps the length of composed text. */
function excerptOf(text: string, [word = '']: readonly string[]): string {
  const at = Math.max(0, fold(text).indexOf(word));
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const to = at + AFTER >= text.length ? text.length : text.lastIndexOf(' ', at + AFTER);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
