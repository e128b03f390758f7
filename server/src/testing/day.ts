const DAY = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** The date in the time zone of the users, as 31-12-2026. */
export const today = () => DAY.format(new Date()).replaceAll('/', '-');
