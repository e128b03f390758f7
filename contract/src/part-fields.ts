import { paragraph } from './fields.ts';

type Field = {
  /** Name in forms, lists and history, and title of its column in imports and exports. */
  readonly label: string;
  /** Shown under the field of the form. */
  readonly help: string;
  /** Help of the column in the import template, with an example. */
  readonly importHelp: readonly [what: string, example: string];
};
type FlagField = Field & {
  readonly kind: 'flag';
  readonly initial: boolean;
  /** Message of a save of this field alone: `${brand} ${code}: habilitada`. */
  readonly saved: readonly [on: string, off: string];
  /** Names of the two bulk actions that set it. */
  readonly switches: readonly [on: string, off: string];
};
type TextField = Field & {
  readonly kind: 'text';
  /** Limit in characters. */
  readonly max: number;
  /** Name inside a sentence, with its article. */
  readonly named: `${'la' | 'el'} ${string}`;
  readonly saved: string;
};

/**
 * Fields of a part beside its brand, product and code. Each one is a column of `parts` with the same name. The API,
 * lists, forms, imports, exports, bulk actions, history and undo are built from this table: a new field is a line here,
 * a column in server/schema/tables/parts.sql and a migration.
 */
export const PART_FIELDS = {
  observation: {
    kind: 'text',
    label: 'Descripción',
    help: 'Lo que ayuda a elegir la pieza y no es un atributo',
    importHelp: ['Hasta 5.000 caracteres.', 'Juego delantero, con sensor'],
    max: 5000,
    named: 'la descripción',
    saved: 'descripción guardada',
  },
  enabled: {
    kind: 'flag',
    label: 'Habilitada',
    help: 'Se ve en el catálogo',
    importHelp: ['SI o NO. Una pieza nueva queda habilitada.', 'SI'],
    initial: true,
    saved: ['habilitada', 'deshabilitada'],
    switches: ['Habilitar', 'Deshabilitar'],
  },
  discontinued: {
    kind: 'flag',
    label: 'Discontinuada',
    help: 'Ya no se vende',
    importHelp: ['SI o NO. Una pieza nueva no está discontinuada.', 'NO'],
    initial: false,
    saved: ['discontinuada', 'ya no está discontinuada'],
    switches: ['Discontinuar', 'Volver a la venta'],
  },
  is_universal: {
    kind: 'flag',
    label: 'Universal',
    help: 'Va en cualquier vehículo: no hace falta asignarle ninguno',
    importHelp: ['SI cuando le va a cualquier vehículo, y no hace falta vincularle ninguno.', 'NO'],
    initial: false,
    saved: ['universal', 'ya no es universal'],
    switches: ['Marcar como universal', 'Dejar de ser universal'],
  },
} as const satisfies Readonly<Record<string, FlagField | TextField>>;

type Fields = typeof PART_FIELDS;
type NamesOf<Kind> = { [K in keyof Fields]: Fields[K] extends { kind: Kind } ? K : never }[keyof Fields];
export type FlagName = NamesOf<'flag'>;
export type TextName = NamesOf<'text'>;
export type PartFieldName = keyof Fields;
export type PartFieldLabel = Fields[PartFieldName]['label'];

export const PART_FIELD_NAMES = Object.keys(PART_FIELDS) as readonly PartFieldName[];
export const isFlag = (name: PartFieldName): name is FlagName => PART_FIELDS[name].kind === 'flag';
export const FLAG_NAMES = PART_FIELD_NAMES.filter(isFlag);
export const TEXT_NAMES = PART_FIELD_NAMES.filter((name): name is TextName => !isFlag(name));

/** Returns an object with a member for every field, in the order of the fields. */
export const byField = <F, T>(
  ofFlag: (name: FlagName, field: Fields[FlagName]) => F,
  ofText: (name: TextName, field: Fields[TextName]) => T,
) =>
  Object.fromEntries(
    PART_FIELD_NAMES.map((name) => [
      name,
      isFlag(name) ? ofFlag(name, PART_FIELDS[name]) : ofText(name, PART_FIELDS[name]),
    ]),
  ) as { [K in FlagName]: F } & { [K in TextName]: T };

/** Fields as the database stores them. */
export type StoredFields = { [K in FlagName]: boolean } & { [K in TextName]: string };
/** Fields as the API answers them. */
export type ShownFields = { [K in FlagName]: 0 | 1 } & { [K in TextName]: string };

/** Fields of a new part. */
export const INITIAL_FIELDS: StoredFields = byField(
  (_, { initial }): boolean => initial,
  () => '',
);

/** Returns the stored form of fields of an input. Undefined fields are left out. */
export const toStored = (sent: { readonly [K in PartFieldName]?: ShownFields[K] | undefined }): Partial<StoredFields> =>
  Object.fromEntries(
    PART_FIELD_NAMES.flatMap((name) => {
      const value = sent[name];
      return value === undefined ? [] : [[name, isFlag(name) ? value === 1 : value]];
    }),
  );

/** Schema of a text field in an input; null empties it. */
export const textOf = ({ max }: Pick<TextField, 'max'>) =>
  paragraph(max)
    .nullable()
    .transform((text) => text ?? '');
