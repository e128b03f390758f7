/** A size for the suite, or for the long run that SOAK=1 asks for. */
export const soak = (short: number, long: number): number => (process.env.SOAK === '1' ? long : short);
