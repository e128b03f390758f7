import { type ImportMode, REPLACEABLE, type Replaceable } from '@piezario/contract/importer';

/** How a file is uploaded. */
export type How = { readonly reviewed: boolean; readonly replaced: readonly Replaceable[] };

export const USUAL: How = { reviewed: true, replaced: [] };

export const isUsual = ({ reviewed, replaced }: How) => reviewed && replaced.length === 0;

/** What is replaced is always reviewed. */
export const isReviewed = ({ reviewed, replaced }: How) => reviewed || replaced.length > 0;

/** The fields of the upload. */
export const sentOf = (how: How): { mode: ImportMode; replace: string } => ({
  mode: isReviewed(how) ? 'preview' : 'import',
  replace: how.replaced.join(','),
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
export function foretold(how: How): string {
  if (how.replaced.length > 0) {
    return `Lo que subas reemplaza ${theReplaced(how.replaced)} de las piezas que nombra, después de que lo revises.`;
  }
  return how.reviewed
    ? 'Lo que subas no cambia nada hasta que lo revises y lo apliques.'
    : 'Lo que subas se aplica en seguida, sin revisión.';
}
