/* Texts that the server and the screens write in the same way. */

const NUMBER = new Intl.NumberFormat('es-AR', { useGrouping: 'always' });

/** 1234567 → 1.234.567 */
export const formatNumber = (value: number) => NUMBER.format(value);

/** 1 pieza, 1.050 piezas */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** 2008–2013, 2014, desde 2018, hasta 2010; empty without years. */
export function yearRange(from: number | null, until: number | null): string {
  if (from === null) return until === null ? '' : `hasta ${until}`;
  if (until === null) return `desde ${from}`;
  return from === until ? `${from}` : `${from}–${until}`;
}

/** Cuts a text at its last word that fits. A single long word is cut anywhere except inside a surrogate pair. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const [whole] = new RegExp(`^.{1,${max}}(?=\\s)`, 's').exec(text) ?? [];
  return (whole ?? text.slice(0, max).replace(/[\ud800-\udbff]$/, '')).trimEnd();
}

/** Without case or accents, so that «bujia» finds «Bujía». Takes quadratic time for long runs of combining marks. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
