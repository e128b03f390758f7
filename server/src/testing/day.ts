const DAY = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** 31-12-2026, where the users are. */
export const today = () => DAY.format(new Date()).replaceAll('/', '-');
