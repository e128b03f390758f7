import type { ChangedPart, GridPart } from '@piezario/contract/grid';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import { fold } from '@piezario/contract/words';

type Attribute = GridPart['attributes'][number];

/** The attribute with a name, as names are compared. */
export const attributeOf = ({ attributes }: GridPart, name: string): Attribute | undefined =>
  attributes.find((one) => fold(one.name) === fold(name));

const inWords = (value: string) => (value === '' ? 'está vacía' : `dice «${value}»`);

/** Messages for changed cells whose stored value is not the one that the person saw, by the path of the cell. */
export function conflictsOf(
  parts: readonly ChangedPart[],
  stored: ReadonlyMap<number, GridPart>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  parts.forEach((changes, index) => {
    const part = stored.get(changes.part_id ?? 0);
    if (!part) return;
    const add = (path: string, value: string) => {
      errors[`parts.${index}.${path}`] = `Otra persona la cambió: ahora ${inWords(value)}`;
    };
    for (const name of PART_FIELD_NAMES) {
      const change = changes[name];
      if (change && change.from !== part[name])
        add(name, typeof part[name] === 'number' ? flag(part[name]) : part[name]);
    }
    changes.attributes.forEach(({ name, from }, row) => {
      const now = attributeOf(part, name);
      if (now?.value === from?.value && now?.unit === from?.unit) return;
      add(`attributes.${row}`, now ? `${now.value} ${now.unit}`.trim() : '');
    });
  });
  return errors;
}

const flag = (value: 0 | 1) => (value === 1 ? 'SI' : 'NO');
