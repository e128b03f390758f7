import { gapInWords, publicationInWords } from '@piezario/contract/gaps';
import type { Filter } from '@piezario/contract/list';
import { PART_COLUMNS } from '@piezario/contract/part-columns';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import type { ListedPart } from '@piezario/contract/parts';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { CellLink } from '../ui/RowIcon.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import type { Column } from '../ui/table/list.ts';
import { Completeness } from './Completeness.tsx';
import { GAP_OPTIONS } from './gaps.ts';
import { partName } from './noun.ts';
import classes from './PartsTable.module.css';
import type { ViewName } from './views/infoView.ts';

type Open = (view: ViewName, part: number) => void;
type Describe = (part: ListedPart) => void;
type Options = {
  /** Columns of attributes, beside the product. */
  attributeColumns: readonly Column<ListedPart>[];
  /** Link to the page of a part. */
  link: (part: ListedPart) => { href: string; onOpen: () => void };
  view: Open;
  describe: Describe;
  /** Whether the person sees who changed a part. */
  seesWho: boolean;
  /** Whether a filter is about publication: each part then shows what keeps it from being published. */
  explains: boolean;
};
type Count = 'attributes_count' | 'cross_count' | 'pictures_count' | 'vehicles_count';
type CountColumn = {
  key: Count;
  label: string;
  width: number;
  view: ViewName;
  what: string;
};

const COUNTS: readonly CountColumn[] = [
  {
    key: 'attributes_count',
    label: PART_COLUMNS.attributes_count,
    width: 82,
    view: 'attributes',
    what: 'los atributos',
  },
  { key: 'cross_count', label: PART_COLUMNS.cross_count, width: 106, view: 'crosses', what: 'las equivalencias' },
  { key: 'pictures_count', label: PART_COLUMNS.pictures_count, width: 72, view: 'images', what: 'las fotos' },
  { key: 'vehicles_count', label: PART_COLUMNS.vehicles_count, width: 94, view: 'applications', what: 'los vehículos' },
];

/** Button with a count, which opens its view, also for 0. CSS draws the icon, because a page has hundreds. */
function count({ key, view, what }: CountColumn, part: ListedPart, open: Open): ReactNode {
  const text = formatNumber(part[key]);
  return (
    <button
      type="button"
      className={part[key] === 0 ? classes.none : classes.count}
      data-of={key}
      {...buttonProps(text, what, part, () => open(view, part.id))}
    >
      {text}
    </button>
  );
}

const buttonProps = (text: string, what: string, part: ListedPart, onClick: () => void) => ({
  title: `Ver ${what}`,
  'aria-label': `${text}: ver ${what} de ${partName(part)}`,
  onClick,
});

/** Number of vehicles. A universal part without vehicles shows «Universal» instead of 0. */
const vehicles = (counted: CountColumn, part: ListedPart, open: Open) =>
  part.is_universal === 1 && part.vehicles_count === 0 ? (
    <button
      type="button"
      className={classes.universal}
      {...buttonProps('Universal', counted.what, part, () => open(counted.view, part.id))}
    >
      Universal
    </button>
  ) : (
    count(counted, part, open)
  );

/** SI or NO: whether the part has a description. A click on SI shows its text. */
function description(part: ListedPart, describe: Describe): ReactNode {
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

const code = (part: ListedPart, { link }: Pick<Options, 'link'>) => (
  <CellLink className={classes.code} {...link(part)}>
    {part.code}
  </CellLink>
);

const flag = (on: 0 | 1) => (
  <span className={classes.flag} data-on={on === 1 || undefined}>
    {on ? 'SI' : 'NO'}
  </span>
);

const publication = ({ blocked_by }: ListedPart) =>
  blocked_by && <span title={publicationInWords(blocked_by)}>{publicationInWords(blocked_by)}</span>;

const PUBLISHABLE: Column<ListedPart> = {
  ...{ key: 'publishable', label: PART_COLUMNS.publishable, width: 190, hidden: true },
  render: publication,
};

/** Whether a filter is about publication. */
export const explains = (filters: readonly Filter[]) => filters.some(({ column }) => column === 'publishable');

/** Fields whose columns are hidden by default. */
const HIDDEN_FIELDS = PART_FIELD_NAMES.filter(
  (name) => name !== 'observation' && name !== 'enabled' && name !== 'discontinued',
);

/**
 * Columns of the table: a picture and the ten of docs/spec.md (2.27). The others are hidden by default, except publication
 * with `explains`.
 */
export function partColumns({
  attributeColumns,
  link,
  view: open,
  describe,
  seesWho,
  explains,
}: Options): readonly Column<ListedPart>[] {
  const [attributes, ...others] = COUNTS.map(
    (counted): Column<ListedPart> => ({
      ...counted,
      render: (part) => (counted.key === 'vehicles_count' ? vehicles : count)(counted, part, open),
    }),
  );
  return [
    { key: 'photo', label: 'Foto', width: 52, render: ({ thumbnailUrl }) => <Thumbnail url={thumbnailUrl} /> },
    {
      key: 'brand',
      label: PART_COLUMNS.brand,
      width: 108,
      render: ({ brand }) => <span className="dim regular">{brand}</span>,
    },
    {
      key: 'code',
      label: PART_COLUMNS.code,
      width: 152,
      pinned: true,
      render: (part) => code(part, { link }),
    },
    {
      key: 'product',
      label: PART_COLUMNS.product,
      render: ({ product_with_category: { name, category } }) => <span title={category}>{name}</span>,
    },
    ...(explains ? [{ ...PUBLISHABLE, width: 300, isAsked: true }] : []),
    ...attributeColumns,
    { key: 'enabled', label: PART_COLUMNS.enabled, width: 92, render: ({ enabled }) => flag(enabled) },
    {
      key: 'discontinued',
      label: PART_COLUMNS.discontinued,
      width: 110,
      render: ({ discontinued }) => flag(discontinued),
    },
    ...(attributes ? [attributes] : []),
    {
      key: 'has_observation_str',
      label: PART_COLUMNS.has_observation_str,
      width: 98,
      render: (part) => description(part, describe),
    },
    ...others,
    ...HIDDEN_FIELDS.map(
      (name): Column<ListedPart> => ({
        key: name,
        label: PART_COLUMNS[name],
        width: 90,
        hidden: true,
        render: (part) => {
          const value = part[name];
          return typeof value === 'string' ? value : flag(value);
        },
      }),
    ),
    {
      key: 'takes_vehicles',
      label: PART_COLUMNS.takes_vehicles,
      width: 116,
      hidden: true,
      render: ({ product_with_category: { takes_vehicles } }) => flag(takes_vehicles),
    },
    {
      key: 'completeness',
      label: PART_COLUMNS.completeness,
      width: 112,
      hidden: true,
      render: ({ completeness }) => completeness !== null && <Completeness percent={completeness} />,
    },
    {
      key: 'gaps',
      label: PART_COLUMNS.gaps,
      width: 190,
      hidden: true,
      options: GAP_OPTIONS,
      render: (part) => part.gaps.map((gap) => gapInWords(gap, part)).join(', '),
    },
    {
      key: 'gaps_count',
      label: PART_COLUMNS.gaps_count,
      width: 140,
      hidden: true,
      render: ({ completeness, gaps }) => completeness !== null && gaps.length,
    },
    ...(explains ? [] : [PUBLISHABLE]),
    { key: 'off_template', label: PART_COLUMNS.off_template, width: 140, hidden: true },
    { key: 'id', label: PART_COLUMNS.id, width: 90, hidden: true },
    {
      key: 'created_at',
      label: PART_COLUMNS.created_at,
      width: 140,
      hidden: true,
      render: (part) => formatMoment(part.created_at),
    },
    {
      key: 'discontinued_at',
      label: PART_COLUMNS.discontinued_at,
      width: 140,
      hidden: true,
      render: (part) => part.discontinued_at !== null && formatMoment(part.discontinued_at),
    },
    {
      key: 'updated_at',
      label: PART_COLUMNS.updated_at,
      width: 140,
      hidden: true,
      render: (part) => formatMoment(part.updated_at),
    },
    ...(seesWho ? [{ key: 'updated_by', label: PART_COLUMNS.updated_by, width: 160, hidden: true } as const] : []),
  ];
}

/** Columns for a phone: one card. The others remain only for filters and sorting. */
export function partCards(options: Options): readonly Column<ListedPart>[] {
  const columns = partColumns(options).map((column) => ({ ...column, inTitle: true }));
  const first: Column<ListedPart> = { key: 'code', label: 'Código', render: (part) => card(part, options) };
  return [first, ...columns.filter(({ key }) => key !== first.key)];
}

const card = (part: ListedPart, { link, view: open, describe, seesWho, explains }: Options) => (
  <>
    <span className={classes.head}>
      <Thumbnail url={part.thumbnailUrl} />
      <span>
        {code(part, { link })} <span className="dim regular">{part.brand}</span>{' '}
        {part.is_universal === 1 && <span className={classes.universal}>Universal</span>}
        <span className={classes.product}>{part.product_with_category.name}</span>
      </span>
    </span>
    <span className={classes.flags} data-under-buttons={seesWho || undefined}>
      {labelled('Habilitada', flag(part.enabled))}
      {labelled('Discontinuada', flag(part.discontinued))}
      {labelled('Descripción', description(part, describe))}
    </span>
    {explains && <span className="dim regular text-sm">{publication(part)}</span>}
    <span className={classes.counts}>
      {COUNTS.map((counted) => (
        <span key={counted.key}>{count(counted, part, open)}</span>
      ))}
    </span>
    {seesWho && (
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

const labelled = (label: string, value: ReactNode) => (
  <span className="line nowrap gap-8">
    <span className="dim regular">{label}</span> {value}
  </span>
);
