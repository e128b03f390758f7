import { z } from 'zod';

/** Schemas that compile themselves would need `eval`, which the page's content security policy refuses. */
z.config({ jitless: true });
