import type { Plugin } from 'vite';

/** The colors of Mantine that no screen uses. */
export const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'blue', 'cyan', 'green', 'lime', 'orange'];

const VARIABLE = new RegExp(`--mantine-color-(${UNUSED_COLORS.join('|')})-[\\w-]+:[^;]*;`, 'g');

/** Removes unused colors from Mantine's style sheet, which has about twenty variables for each. */
export function colors(): Plugin {
  return {
    name: 'colors',
    enforce: 'pre',
    transform: {
      filter: { id: /default-css-variables\.layer\.css/ },
      handler: (source) => source.replaceAll(VARIABLE, ''),
    },
  };
}
