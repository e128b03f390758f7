const NUMBER = new Intl.NumberFormat('es-AR', { useGrouping: 'always' });

/** 1234567 → 1.234.567 */
export const formatNumber = (value: number) => NUMBER.format(value);
