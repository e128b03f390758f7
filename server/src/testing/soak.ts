/** Whether this is the long run that SOAK=1 asks for. */
export const IS_SOAK = process.env.SOAK === '1';

/** Whether the tests run in the slow tier. Files named *.slow.test.ts that import a file of the fast tier repeat it. */
export const IS_SLOW = IS_SOAK || process.env.TIER === 'slow';

/** A size for the suite, or for the long run. */
export const soak = (short: number, long: number): number => (IS_SOAK ? long : short);

/** A size for the fast tier, the slow tier and the long run. */
export const inTiers = (fast: number, slow: number, long: number): number => (IS_SLOW ? soak(slow, long) : fast);
