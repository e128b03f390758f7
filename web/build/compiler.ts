import { transform } from 'oxc-transform-react';
import type { Plugin } from 'vite';

/** Runs the React Compiler, which memoizes components and hooks, over web/src. Vite transforms the JSX later. */
export const compiler = (): Plugin => ({
  name: 'react-compiler',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/ },
    async handler(source, id) {
      const { code, map, errors } = await transform(id, source, {
        jsx: 'preserve',
        reactCompiler: { panicThreshold: 'critical_errors' },
        sourcemap: true,
      });
      if (errors[0]) this.error(errors[0].codeframe ?? errors[0].message);
      return { code, map: map ?? null };
    },
  },
});
