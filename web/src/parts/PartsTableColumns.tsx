import type { Part } from '@piezario/contract/parts';
import { IconArrowsLeftRight, IconCar, IconListDetails, IconPhoto, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import { partName } from './noun.ts';
import classes from './PartsTable.module.css';
import type { ViewName } from './views/usePartView.ts';

type Open = (view: ViewName, part: number) => void;
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

/** A count and its icon. With something to see it is a button; a zero asks for nothing. */
const countColumn = ({ key, label, width, view, icon: Icon, what }: Counted, open: Open): Column<Part> => ({
  key,
  label,
  width,
  render: (part) =>
    part[key] === 0 ? (
      <span className={classes.none}>
        0
        <Icon size={16} stroke={1.5} aria-hidden />
      </span>
    ) : (
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
    ),
});

const description = (describe: (part: Part) => void): Column<Part> => ({
  key: 'has_observation_str',
  label: 'Descripción',
  width: 120,
  render: (part) =>
    part.has_observation_str === 'NO' ? (
      <span className={classes.flag}>NO</span>
    ) : (
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
    ),
});

const BRAND: Column<Part> = {
  key: 'brand',
  label: 'Marca',
  width: 124,
  render: ({ brand }) => <span className={classes.brand}>{brand}</span>,
};
const CODE: Column<Part> = {
  key: 'code',
  label: 'Código',
  width: 160,
  pinned: true,
  render: ({ code }) => <span className={classes.code}>{code}</span>,
};
const PRODUCT: Column<Part> = {
  key: 'product',
  label: 'Producto',
  render: ({ product_with_category: { name, category } }) => <span title={category}>{name}</span>,
};
const FLAGS: readonly Column<Part>[] = [
  { key: 'enabled', label: 'Habilitada', width: 106 },
  { key: 'discontinued', label: 'Discontinuada', width: 132 },
];

/** On a phone the code is what tells one card from the next. */
export function partColumns(open: Open, describe: (part: Part) => void, phone: boolean): readonly Column<Part>[] {
  const [attributes, ...others] = COUNTS.map((count) => countColumn(count, open));
  return [
    ...(phone ? [CODE, PRODUCT, BRAND] : [BRAND, CODE, PRODUCT]),
    ...FLAGS,
    ...(attributes ? [attributes] : []),
    description(describe),
    ...others,
  ];
}
