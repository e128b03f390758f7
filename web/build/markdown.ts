import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** The panel has an h2 and the title of the page is an h3, so that sections start at h4. */
const LEVELS_ABOVE = 2;

const marked = new Marked({
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth += LEVELS_ABOVE;
  },
});

/**
 * Turns Markdown into a module, so that the browser needs no parser. The default export of `page.md` is the HTML below
 * the title, and that of `page.md?topic` the title with the fields of the front matter: `words` and `see` (page names).
 */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    transform: {
      filter: { id: /\.md(\?topic)?$/ },
      async handler(source, id) {
        const { body, ...topic } = read(source, id);
        const value = id.endsWith('?topic') ? topic : await marked.parse(body);
        return { code: `export default ${JSON.stringify(value)}`, map: null, moduleType: 'js' };
      },
    },
  };
}

const PAGE = /^(?:---\n(?<fields>.*?)\n---\n+)?# (?<title>.+?)\n(?<body>.*)$/s;

/** Throws when the file has no title. */
function read(source: string, id: string) {
  const { fields = '', title = '', body = '' } = PAGE.exec(source)?.groups ?? {};
  if (title === '') throw new Error(`${id} does not begin with its title`);
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(fields)?.[1] ?? '';
  return { title, words: field('words'), see: field('see').split(', ').filter(Boolean), body };
}
