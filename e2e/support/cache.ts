import { fileURLToPath } from 'node:url';

/** Files that take long to make and that later runs use again. */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
