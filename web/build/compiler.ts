import { transformAsync } from '@babel/core';
import type { Plugin } from 'vite';

/**
 * Runs the React Compiler, which memoises components and hooks, over our own sources. Types and JSX stay for Vite to
 * transform.
 */
export function compiler(): Plugin {
  return {
    name: 'react-compiler',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/ },
      async handler(source, id) {
        const compiled = await transformAsync(source, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [['babel-plugin-react-compiler', { panicThreshold: 'critical_errors' }]],
        });
        return compiled?.code ? { code: compiled.code, map: compiled.map } : null;
      },
    },
  };
}
