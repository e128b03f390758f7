import type { Plugin } from 'vite';

/** Files of the sign-in page, and the `rel` and `as` of the link that preloads each kind of file. */
const SIGN_IN = /^assets\/((Login|sign-in)-[\w-]+\.(js|css)|.*\.woff2)$/;
const EARLY: Readonly<Record<string, readonly string[]>> = {
  js: ['modulepreload', 'script'],
  css: ['preload', 'style'],
  woff2: ['preload', 'font'],
};
const early = (file: string) => [`/${file}`, ...(EARLY[file.slice(file.lastIndexOf('.') + 1)] ?? [])];

/**
 * Inlines the style sheet, which the first paint needs, and lists the files to preload in the page's script. The
 * content security policy of the server allows this script by its hash.
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
            // A disabled link is not loaded. Without a link, Vite would load the sheet with the first screen.
            return `<style>${String(sheet.source).trim()}</style>${link.replace('>', ' disabled>')}`;
          })
          .replace("['%SIGN_IN%']", JSON.stringify(signIn.map(early)))
          .replaceAll(/\n\s+/g, '\n');
      },
    },
  };
}
