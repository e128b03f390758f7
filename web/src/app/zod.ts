import { z } from 'zod/v4';

/** Compiled schemas would need `eval`, which the page's content security policy forbids. */
z.config({ jitless: true });

/* Every import of zod leads here (vite.config.ts), so no schema is made before this setting. */
export * from 'zod/v4';
export { z };
