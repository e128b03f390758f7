import {
  type AttributeType,
  attributes,
  attributeTitle,
  MAX_NAMES_OF_VALUES,
  valueText,
} from '@piezario/contract/attributes';
import type { Sent } from '@piezario/contract/endpoint';
import { attributeKey, type Mode } from '@piezario/contract/list';
import { type ListedPart, parts } from '@piezario/contract/parts';
import { fold } from '@piezario/contract/words';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import type { Column, Option } from '../ui/table/list.ts';
import { usePreferences } from '../ui/table/usePreferences.ts';

export const GROUP = 'Atributos del producto';

/** Width of a column by the letters of its title. */
const [PIXELS, LEAST, MOST] = [8, 100, 200];

/** Filters that a type has, the usual one first. */
const MODES_OF: Record<AttributeType, readonly Mode[] | undefined> = {
  number: ['matches', 'greater_than', 'less_than', 'between', 'in', 'is_empty', 'is_not_empty'],
  text: ['contains', 'starts_with', 'matches', 'in', 'is_empty', 'is_not_empty'],
  list: undefined,
  flag: undefined,
};

const PRESENCE: readonly Option[] = [
  { mode: 'is_empty', value: '1', label: '(vacío)' },
  { mode: 'is_not_empty', value: '1', label: '(con valor)' },
];

/** The filter of a column by the type of its attribute: a choice, or a field with its modes. */
function filterLook(type: AttributeType | null, unit: string, values: readonly string[]) {
  const offered = type === 'flag' ? ['Sí', 'No'] : type === 'list' ? values : null;
  if (offered) return { options: [...offered.map((value) => ({ value, label: value })), ...PRESENCE] };
  return { modes: type ? MODES_OF[type] : undefined, hint: type === 'number' && unit ? unit : undefined };
}

type Place = { brand: number; product: number | null };

/** The attributes that columns can show. Without a product there are none. */
export function useOfferedAttributes({ brand, product }: Place) {
  const params = { brandId: brand, productId: product ?? 0 };
  const usual = useCall(attributes.usual, { params }, { enabled: product !== null }).data;
  return product === null ? [] : (usual ?? []);
}

/**
 * Columns with the values of attributes, for a list of the parts of one brand and product. Those that are shown are read
 * for the whole page at once. Without a product there are none.
 */
export function useAttributeColumns(place: Place, sent: Sent<typeof parts.list>): readonly Column<ListedPart>[] {
  const offered = useOfferedAttributes(place);
  const [{ order }] = usePreferences(parts.list.path, []);
  const names = offered
    .flatMap(({ name }) => (order.includes(attributeKey(name)) ? name : []))
    .slice(0, MAX_NAMES_OF_VALUES);
  const ids = useCall(parts.list, sent, { enabled: names.length > 0 }).data?.data.map(({ id }) => id) ?? [];
  const enabled = names.length > 0 && ids.length > 0;
  const { data, error } = useCall(attributes.values, { query: { parts: ids, names } }, { enabled });
  const values = new Map(
    data?.map((part) => [part.part_id, new Map(part.attributes.map((one) => [fold(one.name), one]))]),
  );
  return offered.map(({ name, unit, type, values: listed }) => {
    const label = attributeTitle({ name, unit });
    return {
      key: attributeKey(name),
      label,
      width: Math.min(Math.max(label.length * PIXELS, LEAST), MOST),
      group: GROUP,
      ...filterLook(type, unit, listed),
      render: ({ id }) => {
        const part = values.get(id);
        if (!part) return <span className="dim">{error && 'No se pudo leer'}</span>;
        return drawn(part.get(fold(name)), unit);
      },
    };
  });
}

/** A value with its unit, unless it is that of the column. Null without a value. */
function drawn(found: { value: string; unit: string } | undefined, unit: string): ReactNode {
  if (!found) return null;
  const text = valueText(found, unit);
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}
