/** Why a file cannot be read. `unsupported`: a workbook in a form that is not supported. */
type Reason = 'empty' | 'not-a-workbook' | 'encrypted' | 'unsupported' | 'damaged' | 'too-large';

/** A fault of the file, not of the program. The user reads the message. */
export class UnreadableWorkbook extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableWorkbook';
    this.reason = reason;
  }
}

const MAX_DETAIL = 200;

/** `detail` is for the log. It may contain text of the file. */
export const damaged = (detail: unknown) =>
  new UnreadableWorkbook(
    'damaged',
    'El archivo está dañado o incompleto: abrilo en Excel, guardalo de nuevo como .xlsx y volvé a subirlo',
    { cause: typeof detail === 'string' ? detail.slice(0, MAX_DETAIL) : detail },
  );

/** A number formatted for Argentina. */
export const show = (count: number) => count.toLocaleString('es-AR');

export const tooLarge = (message: string) => new UnreadableWorkbook('too-large', message);

export const locked = () =>
  new UnreadableWorkbook('encrypted', 'El archivo tiene clave: abrilo en Excel, quitale la clave y volvé a subirlo');
