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

/** The same for what does not exist and for what is outside the caller's scope, so that they cannot be told apart. */
export const notFound = () => new Failure(404, 'No existe o no está a tu alcance');

/** Refuses to remove something that is still in use, and says by how many. */
export function refuseInUse(owner: string, count: number, [one, many]: readonly [string, string]) {
  if (count > 0) throw new Failure(409, `${owner} tiene ${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`);
}
