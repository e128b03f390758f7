/** Whether this is the long run that SOAK=1 asks for. */
export const IS_SOAK = process.env.SOAK === '1';

/** A size for the suite, or for the long run. */
export const soak = (short: number, long: number): number => (IS_SOAK ? long : short);
