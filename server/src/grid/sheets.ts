import type { ChangedPart } from '@piezario/contract/grid';
import { CLEARED, IMPORT_SHEETS, type ImportSheet, REMOVE } from '@piezario/contract/importer';
import { isFlag, PART_FIELD_NAMES, PART_FIELDS } from '@piezario/contract/part-fields';
import { fold } from '@piezario/contract/words';
import type { Selection } from '../parts/selection.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import type { StoredPart } from './conflicts.ts';

const WIDTH = 18;

type Cells<Name extends ImportSheet> = { readonly [title in (typeof IMPORT_SHEETS)[Name][number]]?: string };

const sheet = <Name extends ImportSheet>(name: Name, rows: readonly Cells<Name>[]): Sheet => {
  const titles: readonly (typeof IMPORT_SHEETS)[Name][number][] = IMPORT_SHEETS[name];
  return {
    name,
    columns: titles.map((header) => ({ header, width: WIDTH })),
    rows: [rows.map((cells) => titles.map((title) => cells[title] ?? null))],
  };
};

/** The changed cells in the format of imports. Empty cells are cleared, and removed rows say so. */
export function sheetsOf(
  { brand, category, product }: Selection,
  parts: readonly ChangedPart[],
  stored: ReadonlyMap<number, StoredPart>,
): Sheet[] {
  const changed = parts.map((changes) => {
    const part = stored.get(changes.part_id ?? 0);
    const ofPart = { Marca: brand.name, Producto: product?.name ?? '', Código: part?.code ?? changes.code };
    return { ...changes, part, ofPart };
  });
  const whole = changed.filter(({ part, ...changes }) => !part || PART_FIELD_NAMES.some((name) => changes[name]));
  return [
    sheet(
      'Piezas',
      whole.map(({ ofPart, ...changes }) => ({ ...ofPart, Categoría: category?.name ?? '', ...fieldsOf(changes) })),
    ),
    sheet(
      'Atributos',
      changed.flatMap(({ part, ofPart, attributes }) =>
        attributes.map(({ name, to }) => {
          const now = part?.byName.get(fold(name));
          const named = { ...ofPart, Nombre: now?.name ?? name };
          if (!to) return { ...named, Acción: REMOVE };
          return { ...named, Valor: to.value, Unidad: to.unit || (now?.unit ? CLEARED : '') };
        }),
      ),
    ),
    sheet(
      'Equivalencias',
      changed.flatMap(({ ofPart, crosses }) =>
        crosses.map((cross) => ({
          ...ofPart,
          'Marca equivalente': cross.brand,
          'Código equivalente': cross.code,
          ...(cross.remove === 1 && { Acción: REMOVE }),
        })),
      ),
    ),
  ];
}

const fieldsOf = (changes: Pick<ChangedPart, (typeof PART_FIELD_NAMES)[number]>) =>
  Object.fromEntries(
    PART_FIELD_NAMES.flatMap((name) => {
      const change = changes[name];
      if (!change) return [];
      const text = isFlag(name) ? (change.to === 1 ? 'SI' : 'NO') : String(change.to) || CLEARED;
      return [[PART_FIELDS[name].label, text]];
    }),
  );
