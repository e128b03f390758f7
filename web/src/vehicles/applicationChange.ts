import type { Position } from '@piezario/contract/applications';
import { ApplicationChange, positionsInWords } from '@piezario/contract/vehicles';

/* The form of a change of many applications: what becomes of each field, and the values of those that are set. */

export type How = 'keep' | 'put' | 'empty';

/** The fields, each with the label of its new value and the words for emptying it. */
export const FIELDS = {
  positions: { label: 'Posición', value: 'Cuál', empties: 'Sin posición' },
  quantity: { label: 'Cantidad', value: 'Cuántas', empties: 'Sin cantidad' },
  from_year: { label: 'Desde', value: 'Desde qué año', empties: 'El primer año del vehículo' },
  until_year: { label: 'Hasta', value: 'Hasta qué año', empties: 'El último año del vehículo' },
  note: { label: 'Nota', value: 'Qué dice', empties: 'Sin nota' },
} as const;
export type ChangedField = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as ChangedField[];

const EMPTY = {
  positions: [] as Position[],
  quantity: null as number | null,
  from_year: null as number | null,
  until_year: null as number | null,
  note: '',
};

export type ChangeValues = { how: Record<ChangedField, How>; set: typeof EMPTY };
export const NO_CHANGE: ChangeValues = {
  how: { positions: 'keep', quantity: 'keep', from_year: 'keep', until_year: 'keep', note: 'keep' },
  set: EMPTY,
};

/** The change as it is sent. */
export const changeOf = ({ how, set }: ChangeValues): ApplicationChange =>
  Object.fromEntries(
    NAMES.filter((field) => how[field] !== 'keep').map((field) => [field, (how[field] === 'put' ? set : EMPTY)[field]]),
  ) as ApplicationChange;

const isBlank = (value: (typeof EMPTY)[ChangedField]) =>
  value === null || (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && value.length === 0);

/** Errors of fields that are to be set and are blank: they would be emptied. */
export const blankFields = ({ how, set }: ChangeValues): Record<string, string> =>
  Object.fromEntries(
    NAMES.filter((field) => how[field] === 'put' && isBlank(set[field])).map((field) => [
      `set.${field}`,
      'Completá este campo',
    ]),
  );

/** Errors of the form by its fields. */
export function errorsOf(values: ChangeValues): Record<string, string> {
  const read = ApplicationChange.safeParse(changeOf(values));
  const wrong = read.error?.issues.map(({ path, message }) => [['set', ...path].join('.'), message]);
  return { ...Object.fromEntries(wrong ?? []), ...blankFields(values) };
}

/** Trasera · × 2 · desde el primer año · sin nota */
export function changeInWords({ positions, quantity, note, from_year, until_year }: ApplicationChange): string {
  const words = [
    positions && (positionsInWords(positions) || 'sin posición'),
    quantity === null ? 'sin cantidad' : quantity && `× ${quantity}`,
    from_year === null ? 'desde el primer año' : from_year && `desde ${from_year}`,
    until_year === null ? 'hasta el último año' : until_year && `hasta ${until_year}`,
    note === '' ? 'sin nota' : note && `«${note}»`,
  ];
  return words.filter(Boolean).join(' · ');
}
