import type { Plugin } from 'vite';

const GENERATORS = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** What other modules of zod import from them, as functions that the browser never calls. */
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

/** Leaves the JSON Schema generators of zod out of the page: each schema refers to them, and only the server uses them. */
export const zod = (): Plugin => ({
  name: 'zod',
  apply: 'build',
  // The compiler has found out already which imports exist; only the functions that are left out here are missing.
  config: () => ({ build: { rolldownOptions: { checks: { importIsUndefined: false } } } }),
  load: {
    filter: { id: GENERATORS },
    handler: () => NAMES.map((name) => `export const ${name} = () => undefined;`).join('\n'),
  },
});
