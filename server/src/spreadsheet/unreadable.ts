/** Why a file cannot be read. */
export type Reason =
  /** Something else than a spreadsheet, or a kind of spreadsheet that is not read. */
  'empty' | 'not-a-workbook' | 'encrypted' | 'unsupported' | 'damaged' | 'too-large';

/** The file, not the program, is at fault. The message is the sentence for the user. */
export class UnreadableWorkbook extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableWorkbook';
    this.reason = reason;
  }
}

/** `detail` is for the log. */
export const damaged = (detail: unknown) =>
  new UnreadableWorkbook(
    'damaged',
    'El archivo está dañado o incompleto: abrilo en Excel, guardalo de nuevo como .xlsx y volvé a subirlo',
    { cause: detail },
  );

/** A number as it is written in Argentina. */
export const show = (count: number) => count.toLocaleString('es-AR');

export const tooLarge = (message: string) => new UnreadableWorkbook('too-large', message);

export const locked = () =>
  new UnreadableWorkbook('encrypted', 'El archivo tiene clave: abrilo en Excel, quitale la clave y volvé a subirlo');
