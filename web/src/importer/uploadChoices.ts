import { type ImportMode, REPLACEABLE, type Replaceable } from '@piezario/contract/importer';
import { store } from '../ui/storage.ts';

/** How a file is uploaded. */
export type UploadChoices = { readonly alwaysReviewed: boolean; readonly replaced: readonly Replaceable[] };

const keyOf = (userId: number) => `always_review_imports:${userId}`;

/** «Revisar siempre» as the person left it in this browser. The replaced sheets are chosen anew each time. */
export const readChoices = (userId: number): UploadChoices => ({
  alwaysReviewed: localStorage.getItem(keyOf(userId)) !== null,
  replaced: [],
});

export const storeChoices = (userId: number, { alwaysReviewed }: UploadChoices) =>
  store(keyOf(userId), alwaysReviewed ? '1' : null);

export const isUsual = ({ alwaysReviewed, replaced }: UploadChoices) => !alwaysReviewed && replaced.length === 0;

/** An upload that replaces sheets is always reviewed. */
export const isReviewed = ({ alwaysReviewed, replaced }: UploadChoices) => alwaysReviewed || replaced.length > 0;

/** The fields of the upload. */
export const sentOf = (choices: UploadChoices): { mode: ImportMode; replace: string } => ({
  mode: isReviewed(choices) ? 'preview' : 'auto',
  replace: choices.replaced.join(','),
});

const LIST = new Intl.ListFormat('es', { type: 'conjunction' });

/** las equivalencias y las aplicaciones */
function theReplaced(replaced: readonly Replaceable[]): string {
  const names = REPLACEABLE.filter((sheet) => replaced.includes(sheet));
  return LIST.format(names.map((sheet) => `${sheet === 'Atributos' ? 'los' : 'las'} ${sheet.toLowerCase()}`));
}

/** Reemplaza las equivalencias de las piezas que nombra. */
export const replacedBy = ({ replaces }: { replaces: readonly Replaceable[] }) =>
  `Reemplaza ${theReplaced(replaces)} de las piezas que nombra.`;

/** What will happen to the next files. */
export function describeUpload(choices: UploadChoices): string {
  if (choices.replaced.length > 0) {
    return `Lo que subas reemplaza ${theReplaced(choices.replaced)} de las piezas que nombra, después de que lo revises.`;
  }
  return choices.alwaysReviewed
    ? 'Lo que subas no cambia nada hasta que lo revises y lo apliques.'
    : 'Lo que subas se aplica en seguida. Si quita algo o parece raro, espera a que lo revises.';
}
