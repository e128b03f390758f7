type Counts = {
  readonly rows_created: number;
  readonly rows_updated: number;
  readonly rows_unchanged: number;
};

const number = (value: number) => value.toLocaleString('es-AR');
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/* The status messages of an import. */

export const processing = (done: number, total: number) => `Procesando ${number(done)} de ${number(total)} filas`;

/** A row may have several errors. */
export function completed(counts: Counts, errors: number): string {
  const title = errors > 0 ? `Completado con ${counted(errors, 'error', 'errores')}` : 'Completado';
  return `${title}: ${summary(counts)}`;
}

export function cancelled(counts: Counts): string {
  const { rows_created, rows_updated } = counts;
  return rows_created + rows_updated > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';
}

const summary = ({ rows_created, rows_updated, rows_unchanged }: Counts) =>
  [
    counted(rows_created, 'nueva', 'nuevas'),
    counted(rows_updated, 'modificada', 'modificadas'),
    `${number(rows_unchanged)} sin cambios`,
  ].join(', ');
