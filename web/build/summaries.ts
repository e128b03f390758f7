import type { Plugin } from 'vite';

const SUMMARY = /^ +summary:\s+(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`),$/gm;

/** Removes the summaries of calls, which only the server's documentation of the API shows. */
export function summaries(): Plugin {
  return {
    name: 'summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /contract[\\/]src[\\/][\w-]+\.ts$/ },
      handler: (source) => source.replaceAll(SUMMARY, ''),
    },
  };
}
