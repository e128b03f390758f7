/** 37 %. It is 100 only when nothing is missing. */
export const percent = (some: number, all: number) => `${all === 0 ? 0 : Math.floor((100 * some) / all)} %`;

const DAY = new Intl.DateTimeFormat('es-AR', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day without time: 17 nov */
export const formatDay = (day: string) => DAY.format(new Date(day)).replace('.', '');
