/** A refusal that the caller is told about. Throw it anywhere; the error handler answers it in the envelope. */
export class Failure extends Error {
  readonly code: number;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  constructor(code: number, message: string, errors?: Record<string, string>, cause?: Error) {
    super(message, { cause });
    this.code = code;
    this.errors = errors;
  }
}

/** Not there, or outside the caller's scope: nobody can tell which. */
export const notFound = () => new Failure(404, 'No existe o no está a tu alcance');

/** What still has something below it is not removed; the user is told how much. */
export function refuseInUse(owner: string, count: number, [one, many]: readonly [string, string]) {
  if (count > 0) throw new Failure(409, `${owner} tiene ${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`);
}
