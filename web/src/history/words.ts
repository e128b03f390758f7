import { ROLE_NAMES, ROLES } from '@piezario/contract/access';
import type { Operation } from '@piezario/contract/activity';
import {
  ACTIONS,
  type Action,
  type Change,
  type ChangedEntity,
  ENTITIES,
  ENTITY_NAMES,
  FIELD_NAMES,
  type OperationKind,
} from '@piezario/contract/history';
import { formatNumber } from '../ui/format.ts';
import { capital, type Words } from '../ui/words.ts';

export const KIND_NAMES: Record<OperationKind, string> = {
  screen: 'Pantalla',
  import: 'Importación',
  pictures: 'Fotos por nombre',
  bulk: 'Acción masiva',
  undo: 'Deshacer',
  restore: 'Restauración',
  system: 'Sistema',
};

/** Importación · piezas.xlsx */
export const whence = ({ kind, file }: Pick<Operation, 'kind' | 'file'>) =>
  file === null ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} · ${file}`;

/** Shown as the author of changes without a user. */
export const SYSTEM = 'Sistema';

const MASCULINE: readonly ChangedEntity[] = [
  'attribute',
  'product',
  'header',
  'template',
  'alias',
  'mapping',
  'vehicle',
];
const wordsOf = (entity: ChangedEntity): Words => {
  const [one, many] = ENTITY_NAMES[entity];
  return { one, many, article: MASCULINE.includes(entity) ? 'el' : 'la' };
};
export const ENTITY_WORDS = Object.fromEntries(ENTITIES.map((entity) => [entity, wordsOf(entity)])) as Readonly<
  Record<ChangedEntity, Words>
>;

const ACTION_STEMS: Record<Action, string> = { created: 'cread', changed: 'modificad', removed: 'eliminad' };
/** Rows that belong to another record. They are added to it, not created. */
const ADDED: readonly ChangedEntity[] = ['attribute', 'cross', 'application', 'picture', 'header', 'template', 'grant'];

/** modificadas */
function actionWord(entity: ChangedEntity, action: Action, rows = 1): string {
  const stem = action === 'created' && ADDED.includes(entity) ? 'agregad' : ACTION_STEMS[action];
  return `${stem}${ENTITY_WORDS[entity].article === 'la' ? 'a' : 'o'}${rows === 1 ? '' : 's'}`;
}

/** What was done to a row: «Aplicación agregada». */
export const whatOf = ({ entity, action }: Pick<Change, 'entity' | 'action'>) =>
  `${capital(ENTITY_WORDS[entity].one)} ${actionWord(entity, action)}`;

const theRow = ({ entity, name }: Pick<Change, 'entity' | 'name'>) =>
  `${ENTITY_WORDS[entity].article} ${ENTITY_WORDS[entity].one} ${name}`;

/** Texts of the button that restores a change and of its notice. With `field`, only that field is restored. */
export function restoreWords(change: Pick<Change, 'entity' | 'action' | 'name'>, field?: string) {
  const what = field === undefined ? theRow(change) : fieldOf(change, field);
  return change.action === 'created'
    ? { does: `Quitar ${what}`, done: `Se quitó ${what}` }
    : { does: `Restaurar ${what}`, done: `Se restauró ${what}` };
}

/** Valor del atributo Altura. A field of the part itself is only named. */
const fieldOf = (change: Pick<Change, 'entity' | 'name'>, field: string) =>
  change.entity === 'part' ? fieldName(field) : `${fieldName(field)} de ${theRow(change)}`.replace(' de el ', ' del ');

type Done = { readonly entity: ChangedEntity; readonly action: Action; readonly rows: number };

/** 120 piezas creadas, 30 modificadas · 500 aplicaciones agregadas */
export const doneInWords = (done: readonly Done[]) => doneByEntity(done).join(' · ');

/** Like `doneInWords`, with one text for each kind of row. */
export const doneByEntity = (done: readonly Done[]) =>
  ENTITIES.flatMap((entity) => {
    const { one, many } = ENTITY_WORDS[entity];
    const parts = done
      .filter((some) => some.entity === entity)
      .toSorted((a, b) => ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action))
      .map(({ action, rows }, index) => {
        const noun = index > 0 ? '' : `${rows === 1 ? one : many} `;
        return `${formatNumber(rows)} ${noun}${actionWord(entity, action, rows)}`;
      });
    return parts.length > 0 ? [parts.join(', ')] : [];
  });

export const fieldName = (field: string) => FIELD_NAMES[field] ?? field;

/** The value of a field as the screen shows it, or null when it is null. */
export function fieldValue(field: string, value: string | null): string | null {
  const role = field === 'role' && ROLES.find((one) => one === value);
  return role ? ROLE_NAMES[role] : value;
}

/** The fields that the name of a row is made of. */
const NAMING: Partial<Record<ChangedEntity, readonly string[]>> = { part: ['code'], cross: ['brand', 'code'] };

/** The fields of a change to show. For a created or removed row, leaves out those that its name repeats. */
export const visibleFields = ({ entity, action, fields }: Pick<Change, 'entity' | 'action' | 'fields'>) =>
  action === 'changed' ? fields : fields.filter(({ field }) => !(NAMING[entity] ?? ['name']).includes(field));
