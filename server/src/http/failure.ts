import { counted } from '@piezario/contract/words';
/** Refusal with a message for the caller. Throw it anywhere; the error handler answers it in the envelope. */
export class Failure extends Error {
  readonly code: number;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, string>> | undefined;
  constructor(code: number, message: string, errors?: Record<string, string>, cause?: Error) {
    super(message, { cause });
    this.code = code;
    this.errors = errors;
  }
}

/** Returns the 404 of a missing row, and of a row outside the caller's scope, so that they cannot be distinguished. */
export const notFound = () => new Failure(404, 'No existe o no está a tu alcance');

/** Returns the refusal of one field of a form. */
export const refusal = (field: string, reason: string) =>
  new Failure(422, 'Revisá los datos marcados', { [field]: reason });

/** Throws when other rows still use a row that is being removed, with their number. */
export function refuseInUse(owner: string, count: number, [one, many]: readonly [string, string]) {
  if (count > 0) throw new Failure(409, `${owner} tiene ${counted(count, one, many)}`);
}
