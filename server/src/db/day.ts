/** The time zone of the users, in which days begin and end. */
export const TIME_ZONE = 'America/Argentina/Buenos_Aires';

const FORMAT = new Intl.DateTimeFormat('en', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

export function dayOf(moment: Date): { readonly year: number; readonly month: number; readonly day: number } {
  const parts = FORMAT.formatToParts(moment);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read('year'), month: read('month'), day: read('day') };
}
