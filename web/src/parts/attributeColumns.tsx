import { attributes } from '@piezario/contract/attributes';
import type { Sent } from '@piezario/contract/endpoint';
import { type ListedPart, parts } from '@piezario/contract/parts';
import { fold } from '@piezario/contract/words';
import { useCall } from '../api/hooks.ts';
import type { Column } from '../ui/table/list.ts';

const GROUP = 'Atributos del producto';

/** Columns with the values of attributes, for a list of the parts of one product. */
export function useAttributeColumns(
  product: number | null,
  sent: Sent<typeof parts.list>,
): readonly Column<ListedPart>[] {
  const enabled = product !== null;
  const usual = useCall(attributes.usual, { params: { productId: product ?? 0 } }, { enabled });
  const page = useCall(parts.list, sent, { enabled });
  if (!enabled) return [];
  const ids = page.data?.data.map(({ id }) => id) ?? [];
  return (usual.data ?? []).map(({ name, unit }) => ({
    key: `@${name}`,
    label: unit ? `${name} (${unit})` : name,
    width: 120,
    group: GROUP,
    render: ({ id }) => <Value {...{ ids, id, name, unit }} />,
  }));
}

type ValueProps = { ids: readonly number[]; id: number; name: string; unit: string };

/** The value of a part, with its unit if it is not that of the column. The parts of the page are read together. */
function Value({ ids, id, name, unit }: ValueProps) {
  const { data } = useCall(attributes.values, { query: { parts: [...ids] } });
  const found = data
    ?.find(({ part_id }) => part_id === id)
    ?.attributes.find((attribute) => fold(attribute.name) === fold(name));
  if (!found) return <span className="dim">{data && '—'}</span>;
  const text = found.unit === unit ? found.value : `${found.value} ${found.unit}`.trim();
  return (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  );
}
