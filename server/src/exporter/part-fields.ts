import { PART_FIELD_NAMES, PART_FIELDS, type PartFieldLabel, type StoredFields } from '@piezario/contract/part-fields';
import type { Cell } from '../spreadsheet/writing/write-cells.ts';
import { yesOrNo } from './sheet.ts';

export const FIELD_COLUMNS = PART_FIELD_NAMES.map((name) => `parts.${name}` as const);

/** The cell of each field of a part, by the title of its column. */
export const fieldCells = (textCell: (text: string) => Cell) =>
  Object.fromEntries(
    PART_FIELD_NAMES.map((name) => [
      PART_FIELDS[name].label,
      (part: StoredFields) => {
        const value = part[name];
        return typeof value === 'boolean' ? yesOrNo(value) : textCell(value);
      },
    ]),
  ) as Readonly<Record<PartFieldLabel, (part: StoredFields) => Cell>>;
