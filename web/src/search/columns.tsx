import type { FoundPart } from '@piezario/contract/search';
import { CellLink } from '../ui/RowIcon.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import type { Column } from '../ui/table/list.ts';
import { MarkedCode, State } from './FoundPart.tsx';
import classes from './SearchScreen.module.css';
import { KIND_NAMES } from './words.ts';

const why = ({ match }: FoundPart) => match.why || KIND_NAMES[match.kind];

type LinkOf = (part: FoundPart) => { href: string; onOpen: () => void };

const linkedCode = (part: FoundPart, text: string, link: LinkOf) => (
  <CellLink className={classes.link} {...link(part)}>
    <MarkedCode code={part.code} text={text} />
  </CellLink>
);

/** The columns of the results for wide screens. */
export const foundColumns = (text: string, link: LinkOf): readonly Column<FoundPart>[] => [
  { key: 'photo', label: 'Foto', width: 56, render: ({ thumbnailUrl }) => <Thumbnail url={thumbnailUrl} /> },
  { key: 'brand', label: 'Marca', width: 150 },
  { key: 'code', label: 'Código', width: 180, pinned: true, render: (part) => linkedCode(part, text, link) },
  {
    key: 'product',
    label: 'Producto',
    width: 230,
    render: ({ product_with_category: { name, category } }) => <span title={category}>{name}</span>,
  },
  { key: 'why', label: 'Por qué', render: (part) => <span title={why(part)}>{why(part)}</span> },
  { key: 'enabled', label: 'Habilitada', width: 110 },
  { key: 'discontinued', label: 'Discontinuada', width: 132 },
];

/** One card for a phone. The columns remain to filter and sort by. */
export const foundCards = (text: string, link: LinkOf): readonly Column<FoundPart>[] => [
  { key: 'code', label: 'Código', render: (part) => card(part, text, link) },
  ...foundColumns(text, link)
    .filter(({ key }) => key !== 'code')
    .map((column) => ({ ...column, inTitle: true })),
];

const card = (part: FoundPart, text: string, link: LinkOf) => (
  <span className="row gap-12">
    <Thumbnail url={part.thumbnailUrl} />
    <span className={classes.facts}>
      <span>
        {part.brand} {linkedCode(part, text, link)} <State {...part} />
      </span>
      <span>{part.product_with_category.name}</span>
      <span className="dim text-sm regular">{why(part)}</span>
    </span>
  </span>
);
