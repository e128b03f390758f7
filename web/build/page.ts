import type { Plugin } from 'vite';

/** What the sign-in page is made of, and how the browser is told to load each of these files early. */
const SIGN_IN = /^assets\/((Login|sign-in)-[\w-]+\.(js|css)|.*\.woff2)$/;
const EARLY: Readonly<Record<string, readonly string[]>> = {
  js: ['modulepreload', 'script'],
  css: ['preload', 'style'],
  woff2: ['preload', 'font'],
};
const early = (file: string) => [`/${file}`, ...(EARLY[file.slice(file.lastIndexOf('.') + 1)] ?? [])];

/**
 * Puts into the page what its first paint needs, the style sheet, and into the page's script which files it loads early.
 * The server lets this script run because it knows its hash.
 */
export function page(): Plugin {
  return {
    name: 'page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const signIn = Object.keys(bundle).filter((file) => SIGN_IN.test(file));
        return html
          .replace(/<link rel="stylesheet"[^>]*href="\/(assets\/index-[^"]+)">/, (link, file) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset') return link;
            // A disabled link is not loaded. Without it, Vite would load the sheet with the first screen that needs it.
            return `<style>${String(sheet.source).trim()}</style>${link.replace('>', ' disabled>')}`;
          })
          .replace("['%SIGN_IN%']", JSON.stringify(signIn.map(early)))
          .replaceAll(/\n\s+/g, '\n');
      },
    },
  };
}
