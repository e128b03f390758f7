import type { ChangedPart, GridPart } from '@piezario/contract/grid';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import { fold } from '@piezario/contract/words';

type Attribute = GridPart['attributes'][number];

/** A stored part, with its attributes by folded name. */
export type StoredPart = GridPart & { readonly byName: ReadonlyMap<string, Attribute> };

export const storedPart = (part: GridPart): StoredPart => ({
  ...part,
  byName: new Map(part.attributes.map((one) => [fold(one.name), one])),
});

const inWords = (value: string) => (value === '' ? 'está vacía' : `dice «${value}»`);

/**
 * Messages by the path of a cell: for changed cells whose stored value is not the one that the person saw, and for codes
 * of new parts that are taken.
 */
export function conflictsOf(
  parts: readonly ChangedPart[],
  stored: ReadonlyMap<number, StoredPart>,
  taken: ReadonlySet<number>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  parts.forEach((changes, index) => {
    if (taken.has(index)) errors[`parts.${index}.code`] = 'Ya existe una pieza con este código';
    const part = stored.get(changes.part_id ?? 0);
    if (!part) return;
    const add = (path: string, value: string) => {
      errors[`parts.${index}.${path}`] = `Cambió después de que se leyó: ahora ${inWords(value)}`;
    };
    for (const name of PART_FIELD_NAMES) {
      const change = changes[name];
      if (change && change.from !== part[name])
        add(name, typeof part[name] === 'number' ? flag(part[name]) : part[name]);
    }
    changes.attributes.forEach(({ name, from }, row) => {
      const now = part.byName.get(fold(name));
      if (now?.value === from?.value && now?.unit === from?.unit) return;
      add(`attributes.${row}`, now ? `${now.value} ${now.unit}`.trim() : '');
    });
  });
  return errors;
}

const flag = (value: 0 | 1) => (value === 1 ? 'SI' : 'NO');
