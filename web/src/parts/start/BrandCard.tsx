import { admits, SCREENS } from '@piezario/contract/access';
import type { brands } from '@piezario/contract/brands';
import type { Result } from '@piezario/contract/endpoint';
import { IconCarOff, IconCheck, IconPhotoOff, type IconProps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useRole } from '../../auth/session.tsx';
import { useSelection } from '../../selection/selection.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Choice } from '../../ui/Picker.tsx';
import { isPlainClick } from '../../ui/RowIcon.tsx';
import { counted } from '../../ui/words.ts';
import { WITHOUT_VEHICLES } from '../gaps.ts';
import classes from './BrandCard.module.css';

type Counts = Result<typeof brands.summary>[number];

/** Card of a brand with a link to its parts, their number and, for roles that complete them, their gaps. */
export function BrandCard({ brand: { id, name }, counts }: { brand: Choice; counts: Counts | undefined }) {
  const { choose } = useSelection();
  const completes = admits(SCREENS.pending, useRole());
  return (
    <li className={classes.card}>
      <a
        className={classes.name}
        href={`/parts/catalog?part_brand=${id}`}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          choose({ brand: id });
        }}
      >
        {name}
      </a>
      <p className="dim text-md digits">{counts ? inWords(counts.parts, 'pieza', 'piezas') : '\u00a0'}</p>
      {completes && <p className={classes.gaps}>{counts && counts.parts > 0 && <Gaps counts={counts} />}</p>}
    </li>
  );
}

function Gaps({ counts: { id, without_pictures, without_vehicles } }: { counts: Counts }) {
  if (without_pictures === 0 && without_vehicles === 0) {
    return (
      <span className={classes.complete}>
        <IconCheck className="accent" size={16} stroke={1.8} aria-hidden />
        Todas con foto y vehículos
      </span>
    );
  }
  return (
    <>
      <Gap brand={id} filters={WITHOUT_PICTURES} icon={IconPhotoOff} count={without_pictures} what="sin foto" />
      <Gap brand={id} filters={WITHOUT_VEHICLES} icon={IconCarOff} count={without_vehicles} what="sin vehículos" />
    </>
  );
}

const WITHOUT_PICTURES = { 'filter[matches-pictures_count]': '0' };

type GapProps = {
  brand: number;
  filters: Readonly<Record<string, string>>;
  icon: ComponentType<IconProps>;
  count: number;
  what: string;
};

/** Opens the parts that it counts. */
const Gap = ({ brand, filters, icon: Icon, count, what }: GapProps) =>
  count > 0 && (
    <Link
      to="/parts/catalog"
      search={{ part_brand: String(brand), ...filters }}
      className={classes.gap}
      title="De todas las piezas, también las deshabilitadas y las discontinuadas"
      preload={false}
    >
      <Icon className="warning" size={16} stroke={1.6} aria-hidden />
      {formatNumber(count)} {what}
    </Link>
  );

const inWords = (count: number, one: string, many: string) => (count === 0 ? `Sin ${many}` : counted(count, one, many));
