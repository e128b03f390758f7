import { POSITIONS } from '@piezario/contract/applications';
import { requiredLine } from '@piezario/contract/fields';
import { MAX_QUANTITY, Note } from '@piezario/contract/vehicles';
import { writePositions, yearOutside } from '../../vehicles/application.ts';
import { type ApplicationFields, findApplications, insertApplications } from '../../vehicles/bulk.ts';
import type { Column } from '../reading/layout.ts';
import type { RowReader } from '../reading/row-reader.ts';
import { readPositions } from '../vehicles/positions.ts';
import type { VehicleMatcher } from '../vehicles/vehicle-matcher.ts';
import { type Described, describeVehicle, ID_COLUMN, isReadable } from '../vehicles/vehicle-row.ts';
import { readYears } from '../vehicles/years.ts';
import { type ColumnsOf, findOfParts, partOf, type SheetRules, storedRow } from './rules.ts';

/** Fields of the applications of a row, without those that stay as they are. */
type Qualifiers = Partial<Omit<ApplicationFields, 'vehicle_id' | 'positions'>>;

type ApplicationValues = {
  readonly described: Described;
  /** Null where the file has no column of positions: the row is about all applications to the vehicle. */
  readonly positions: string | null;
  readonly qualifiers: Qualifiers;
};
type ApplicationItem = Omit<ApplicationValues, 'described'> & { readonly vehicle: number };

const POSITION = 'Posición' satisfies Column;
const YEARS = { from_year: 'Aplica desde', until_year: 'Aplica hasta' } as const satisfies Record<string, Column>;

export const applicationRules = (matcher: VehicleMatcher): SheetRules<ApplicationValues, ApplicationItem> => ({
  format: 'Aplicaciones',
  entity: 'application',
  read: (reader) => ({
    described: describeVehicle(reader),
    positions: readPositionsOf(reader),
    qualifiers: readQualifiers(reader),
  }),
  textsToFold: ({ described }) => described.texts,
  resolve: ({ described, ...values }, folding, reader) => {
    const isNamed = isReadable(reader) && !reader.problems.some(({ column }) => column === POSITION);
    const vehicles = isNamed ? matcher.find(described, folding, reader) : null;
    if (!vehicles) return [];
    const { from_year = null, until_year = null } = values.qualifiers;
    if (from_year !== null || until_year !== null) {
      const wrong = vehicles
        .map((vehicle) => yearOutside(matcher.vehicle(vehicle), { from_year, until_year }))
        .find((year) => year !== null);
      if (wrong) reader.refuse(YEARS[wrong.field], wrong.reason);
    }
    return vehicles.map((vehicle) => ({ vehicle, ...values }));
  },
  key: ({ vehicle, positions }, stored) => {
    const position = positions ?? stored?.positions;
    return position ? `${vehicle}\n${position}` : String(vehicle);
  },
  keyColumn: ID_COLUMN,
  columns: {
    vehicle_id: ID_COLUMN,
    positions: POSITION,
    quantity: 'Cantidad',
    note: 'Nota',
    ...YEARS,
  } satisfies ColumnsOf<'application'>,
  duplicateSignature: ({ qualifiers }) =>
    qualifiers === NOTHING_MORE ? '' : QUALIFIERS.map(([field]) => String(qualifiers[field])).join('\n'),
  findStored: (db, items) =>
    findOfParts(items, async (existing) => {
      const keys = existing.map((one) => ({ part: partOf(one), vehicle: one.item.vehicle }));
      const found = await findApplications(db, keys);
      return existing.map(({ item: { positions } }, index) => {
        const applications = found[index] ?? [];
        const selected =
          positions === null ? applications : applications.filter((application) => application.positions === positions);
        return selected.map(storedRow);
      });
    }),
  target: ({ item: { qualifiers } }) => qualifiers,
  newFields: ({ item: { vehicle, positions, qualifiers } }) => newApplication(vehicle, positions, qualifiers),
  isRespelling: () => false,
  jointFields: ['from_year', 'until_year'],
  insertRows: async (db, rows) => {
    await insertApplications(
      db,
      rows.map(({ located }) => {
        const { vehicle, positions, qualifiers } = located.item;
        return { part: partOf(located), ...newApplication(vehicle, positions, qualifiers) };
      }),
    );
    return [];
  },
});

const newApplication = (vehicle_id: number, positions: string | null, qualifiers: Qualifiers): ApplicationFields => ({
  vehicle_id,
  positions: positions ?? '',
  quantity: null,
  note: '',
  from_year: null,
  until_year: null,
  ...qualifiers,
});

const Text = requiredLine(200);

/** Returns null without the column, and '' where the cell is blank. */
function readPositionsOf(reader: RowReader): string | null {
  if (!reader.has(POSITION)) return null;
  const text = reader.clearable(POSITION, Text, '');
  const positions = readPositions(text ?? '');
  if (!('unknown' in positions)) return writePositions(positions);
  reader.refuse(POSITION, `«${positions.unknown}» no es una posición. Van una o varias de: ${POSITIONS.join(', ')}`);
  return null;
}

const CLEARED = Symbol('cleared');

const QUALIFIERS = [
  ['quantity', 'Cantidad'],
  ['note', 'Nota'],
  ['from_year', YEARS.from_year],
  ['until_year', YEARS.until_year],
] as const satisfies readonly (readonly [keyof Qualifiers, Column])[];

/** Shared by the rows without qualifiers, which most files have. */
const NOTHING_MORE: Qualifiers = {};

/** A blank cell, or none, leaves what is stored; «(vacío)» clears it. */
function readQualifiers(reader: RowReader): Qualifiers {
  if (!QUALIFIERS.some(([, column]) => reader.textOf(column) !== '')) return NOTHING_MORE;
  const qualifiers = {
    quantity: readQuantity(reader),
    note: reader.clearable('Nota', Note, ''),
    from_year: readYear(reader, YEARS.from_year),
    until_year: readYear(reader, YEARS.until_year),
  };
  const filledIn = Object.entries(qualifiers).filter(([, value]) => value !== null);
  return Object.fromEntries(filledIn.map(([field, value]) => [field, value === CLEARED ? null : value]));
}

const NOT_A_QUANTITY = `Tiene que ser un número de 1 a ${MAX_QUANTITY}`;

function readQuantity(reader: RowReader): number | typeof CLEARED | null {
  const quantity = reader.clearableWhole('Cantidad', NOT_A_QUANTITY, CLEARED);
  if (typeof quantity !== 'number' || (quantity >= 1 && quantity <= MAX_QUANTITY)) return quantity;
  reader.refuse('Cantidad', NOT_A_QUANTITY);
  return null;
}

function readYear(reader: RowReader, column: Column): number | typeof CLEARED | null {
  const text = reader.clearable(column, Text, CLEARED);
  if (typeof text !== 'string') return text;
  const years = readYears(text);
  if ('year' in years) return years.year;
  reader.refuse(column, 'Tiene que ser un año');
  return null;
}
