import type { Part } from '@piezario/contract/parts';
import {
  IconArrowsLeftRight,
  IconCar,
  IconHistory,
  IconListDetails,
  IconPhoto,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { formatMoment, formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import { partName } from './noun.ts';
import classes from './PartsTable.module.css';
import type { ViewName } from './views/infoView.ts';

type Open = (view: ViewName, part: number) => void;
type Describe = (part: Part) => void;
type Options = {
  view: Open;
  describe: Describe;
  /** Whether the person is told who changed a part. */
  tellsWho: boolean;
};
type Count = 'attributes_count' | 'cross_count' | 'pictures_count' | 'vehicles_count';
type Counted = {
  key: Count;
  label: string;
  width: number;
  view: ViewName;
  icon: ComponentType<IconProps>;
  what: string;
};

const COUNTS: readonly Counted[] = [
  {
    key: 'attributes_count',
    label: 'Atributos',
    width: 108,
    view: 'attributes',
    icon: IconListDetails,
    what: 'los atributos',
  },
  {
    key: 'cross_count',
    label: 'Equivalencias',
    width: 126,
    view: 'crosses',
    icon: IconArrowsLeftRight,
    what: 'las equivalencias',
  },
  { key: 'pictures_count', label: 'Fotos', width: 96, view: 'images', icon: IconPhoto, what: 'las fotos' },
  { key: 'vehicles_count', label: 'Vehículos', width: 108, view: 'applications', icon: IconCar, what: 'los vehículos' },
];

/** A count and its icon. It is a button unless it is zero. */
function count({ key, view, icon: Icon, label, what }: Counted, part: Part, open: Open): ReactNode {
  if (part[key] === 0) {
    return (
      <span className={classes.none} title={label}>
        0
        <Icon size={16} stroke={1.5} aria-hidden />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.count}
      title={`Ver ${what}`}
      aria-label={`${formatNumber(part[key])}: ver ${what} de ${partName(part)}`}
      onClick={() => open(view, part.id)}
    >
      {formatNumber(part[key])}
      <Icon size={16} stroke={1.5} aria-hidden />
    </button>
  );
}

/** Whether there is a description. A click shows its text. */
function description(part: Part, describe: Describe): ReactNode {
  if (part.has_observation_str === 'NO') return <span className={classes.flag}>NO</span>;
  return (
    <button
      type="button"
      className={classes.flag}
      data-on
      title={part.observation}
      aria-label={`SI: leer la descripción de ${partName(part)}`}
      onClick={() => describe(part)}
    >
      SI
    </button>
  );
}

const flag = (on: 0 | 1) => (
  <span className={classes.flag} data-on={on === 1 || undefined}>
    {on ? 'SI' : 'NO'}
  </span>
);

/** The ten columns of §2, for a desk, and when a part was last changed. */
export function partColumns({ view: open, describe, tellsWho }: Options): readonly Column<Part>[] {
  const [attributes, ...others] = COUNTS.map(
    (counted): Column<Part> => ({ ...counted, render: (part) => count(counted, part, open) }),
  );
  return [
    { key: 'brand', label: 'Marca', width: 124, render: ({ brand }) => <span className={classes.brand}>{brand}</span> },
    {
      key: 'code',
      label: 'Código',
      width: 160,
      pinned: true,
      render: ({ code }) => <span className={classes.code}>{code}</span>,
    },
    {
      key: 'product',
      label: 'Producto',
      render: ({ product_with_category: { name, category } }) => <span title={category}>{name}</span>,
    },
    { key: 'enabled', label: 'Habilitada', width: 106, render: ({ enabled }) => flag(enabled) },
    { key: 'discontinued', label: 'Discontinuada', width: 132, render: ({ discontinued }) => flag(discontinued) },
    ...(attributes ? [attributes] : []),
    {
      key: 'has_observation_str',
      label: 'Descripción',
      width: 120,
      render: (part) => description(part, describe),
    },
    ...others,
    {
      key: 'updated_at',
      label: 'Modificada',
      width: 148,
      hidden: true,
      render: (part) => formatMoment(part.updated_at),
    },
    ...(tellsWho ? [{ key: 'updated_by', label: 'Modificada por', width: 160, hidden: true } as const] : []),
  ];
}

/** One card for a phone. The columns remain to filter and sort by. */
export function partCards(options: Options): readonly Column<Part>[] {
  const columns = partColumns(options).map((column) => ({ ...column, inTitle: true }));
  const code: Column<Part> = { key: 'code', label: 'Código', render: (part) => card(part, options) };
  return [code, ...columns.filter(({ key }) => key !== code.key)];
}

const card = (part: Part, { view: open, describe, tellsWho }: Options) => (
  <>
    <span className={classes.code}>{part.code}</span> <span className={classes.brand}>{part.brand}</span>
    <span className={classes.product}>{part.product_with_category.name}</span>
    <span className={classes.flags}>
      {flagged('Habilitada', flag(part.enabled))}
      {flagged('Discontinuada', flag(part.discontinued))}
      {flagged('Descripción', description(part, describe))}
    </span>
    <span className={classes.counts}>
      {COUNTS.map((counted) => (
        <span key={counted.key}>{count(counted, part, open)}</span>
      ))}
    </span>
    {tellsWho && (
      <button
        type="button"
        className={classes.modified}
        aria-label={`Modificada ${formatMoment(part.updated_at)}: ver el historial de ${partName(part)}`}
        onClick={() => open('history', part.id)}
      >
        <IconHistory size={16} stroke={1.5} aria-hidden />
        Modificada {formatMoment(part.updated_at)}
      </button>
    )}
  </>
);

const flagged = (label: string, shown: ReactNode) => (
  <span className={classes.flagged}>
    <span className={classes.brand}>{label}</span> {shown}
  </span>
);
