import { ACTIONS } from '@piezario/contract/history';
import type { ReviewedChange, ReviewedKind, Suspicion } from '@piezario/contract/import-review';
import { IMPORT_SHEETS, type ImportFile, REVIEW_DAYS } from '@piezario/contract/importer';
import { fieldName } from '../../history/words.ts';
import { formatNumber } from '../../ui/format.ts';
import { counted } from '../../ui/words.ts';

export const CHANGE = { one: 'cambio', many: 'cambios', article: 'el' } as const;

/** 225 cambios */
export const inChanges = (count: number) => counted(count, CHANGE.one, CHANGE.many);

export const SUSPICION_NAMES: Record<Suspicion, string> = {
  respelling: 'otra escritura',
  other_product: 'existe en otro producto',
  in_trash: 'vuelve de la papelera',
};

type What = Pick<ReviewedChange, 'sheet' | 'action'>;

/** The action on one row or several: Nueva, Modificados, Se quita. */
export function actionName({ sheet, action }: What, rows = 1): string {
  if (action === 'removed') return rows === 1 ? 'Se quita' : 'Se quitan';
  const stem = action === 'created' ? 'Nuev' : 'Modificad';
  return `${stem}${sheet === 'Atributos' ? 'o' : 'a'}${rows === 1 ? '' : 's'}`;
}

/** What the changes of a kind have in common: Piezas · Descripción. */
export function kindName({ sheet, action, field, suspicion }: Omit<ReviewedKind, 'changes' | 'accepted'>): string {
  const what = action === 'changed' && field !== '' ? fieldName(field) : null;
  switch (suspicion) {
    case 'respelling':
      return `${sheet} · ${what ? `${what} con otra escritura` : 'Otra escritura'}`;
    case 'other_product':
      return `${sheet} · El código existe en otro producto`;
    case 'in_trash':
      return `${sheet} · Vuelven de la papelera`;
    case null:
      return what ? `${sheet} · ${what}` : sheet;
  }
}

/** 225 modificadas, no se aplican */
export function kindCount(kind: ReviewedKind): string {
  const { changes, accepted } = kind;
  const count = `${formatNumber(changes)} ${actionName(kind, changes).toLowerCase()}`;
  if (accepted === changes) return count;
  if (accepted === 0) return `${count}, ${changes === 1 ? 'no se aplica' : 'no se aplican'}`;
  return `${count}, se ${accepted === 1 ? 'aplica' : 'aplican'} ${formatNumber(accepted)}`;
}

const SHEETS = Object.keys(IMPORT_SHEETS);

/** Sorts by sheet, then by action. Suspicious changes come after the others of their action. */
export const inOrder = (kinds: readonly ReviewedKind[]) =>
  kinds.toSorted(
    (a, b) =>
      SHEETS.indexOf(a.sheet) - SHEETS.indexOf(b.sheet) ||
      ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action) ||
      Number(a.suspicion !== null) - Number(b.suspicion !== null),
  );

export const changesIn = (kinds: readonly ReviewedKind[]) => kinds.reduce((sum, { changes }) => sum + changes, 0);
export const acceptedOf = (kinds: readonly ReviewedKind[]) => kinds.reduce((sum, { accepted }) => sum + accepted, 0);

const DAY = 24 * 60 * 60 * 1000;

/** Until when a review waits. */
export const waitsUntil = ({ created_at, finished_at }: Pick<ImportFile, 'created_at' | 'finished_at'>) =>
  new Date(Date.parse(finished_at ?? created_at) + REVIEW_DAYS * DAY).toISOString();

/** The row in the person's own file. A row that is removed because it is replaced is not in the file. */
export const placeOf = ({ sheet, own_sheet, row }: Pick<ReviewedChange, 'sheet' | 'own_sheet' | 'row'>) =>
  row === null ? sheet : `${own_sheet ?? sheet}, fila ${formatNumber(row)}`;
