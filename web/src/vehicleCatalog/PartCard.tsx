import type { FittingPart } from '@piezario/contract/vehicle-catalog';
import { IconEngine } from '@tabler/icons-react';
import type { useSheetLink } from '../selection/useSheetLink.ts';
import { CellLink } from '../ui/RowIcon.tsx';
import { Fits } from './Fits.tsx';
import classes from './PartCard.module.css';

type Props = {
  part: FittingPart;
  link: ReturnType<ReturnType<typeof useSheetLink>>;
  /** One version is chosen: every part fits it. */
  isOneVehicle: boolean;
};

/** A part as a client looks at it: what it is, how it looks, and which of the chosen vehicles it fits. */
export const PartCard = ({ part, link, isOneVehicle }: Props) => (
  <article className={classes.card} data-off={part.enabled === 0 || part.discontinued === 1 || undefined}>
    <div className={classes.frame}>
      {part.thumbnailUrl ? (
        <img src={part.thumbnailUrl} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconEngine size={44} stroke={0.9} aria-hidden />
      )}
    </div>
    <div className={classes.text}>
      <p className={classes.brand}>{part.brand}</p>
      <p className={classes.code}>
        <CellLink {...link} aria-label={`${part.brand} ${part.code}, ${part.product_with_category.name}`}>
          {part.code}
        </CellLink>
      </p>
      <p className={classes.product}>{part.product_with_category.name}</p>
      {(part.enabled === 0 || part.discontinued === 1) && (
        <p className={classes.states}>
          {part.discontinued === 1 && <span>Discontinuada</span>}
          {part.enabled === 0 && <span>Deshabilitada</span>}
        </p>
      )}
      {!isOneVehicle && <Fits fits={part.fits} />}
    </div>
  </article>
);
