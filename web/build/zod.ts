import type { Plugin } from 'vite';

const GENERATORS = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** Functions that other modules of zod import from the generators. The browser never calls them. */
const NAMES = [
  'allProcessors',
  'createStandardJSONSchemaMethod',
  'createToJSONSchemaMethod',
  'extractDefs',
  'finalize',
  'initializeContext',
  'processSchema',
  'toJSONSchema',
];

/** Leaves the JSON Schema generators of zod out of the build: schemas refer to them, but only the server uses them. */
export const zod = (): Plugin => ({
  name: 'zod',
  apply: 'build',
  // TypeScript already checks that imports exist. Only the functions that are left out here are missing.
  config: () => ({ build: { rolldownOptions: { checks: { importIsUndefined: false } } } }),
  load: {
    filter: { id: GENERATORS },
    handler: () => NAMES.map((name) => `export const ${name} = () => undefined;`).join('\n'),
  },
});
