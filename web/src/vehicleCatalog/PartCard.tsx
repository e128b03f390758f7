import type { FittingPart } from '@piezario/contract/vehicle-catalog';
import { IconEngine } from '@tabler/icons-react';
import type { useSheetLink } from '../selection/useSheetLink.ts';
import { CellLink } from '../ui/RowIcon.tsx';
import { counted } from '../ui/words.ts';
import { qualifiersInWords } from '../vehicles/qualifiers.ts';
import { Fits } from './Fits.tsx';
import classes from './PartCard.module.css';

type Props = {
  part: FittingPart;
  link: ReturnType<ReturnType<typeof useSheetLink>>;
  /** Number of chosen versions. If there is only one, every part fits it. */
  vehicles: number;
};

/** A part as a client looks at it: what it is, how it looks, and which of the chosen vehicles it fits. */
export const PartCard = ({ part, link, vehicles }: Props) => (
  <article className={classes.card} data-off={part.enabled === 0 || part.discontinued === 1 || undefined}>
    <div className={classes.frame}>
      {part.thumbnailUrl ? (
        <img className="fit" src={part.thumbnailUrl} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconEngine size={44} stroke={0.9} aria-hidden />
      )}
    </div>
    <div className={classes.text}>
      <p className="dim text-sm">{part.brand}</p>
      <p className={classes.code}>
        <CellLink {...link} aria-label={`${part.brand} ${part.code}, ${part.product_with_category.name}`}>
          {part.code}
        </CellLink>
      </p>
      <p className="tight">{part.product_with_category.name}</p>
      {(part.enabled === 0 || part.discontinued === 1) && (
        <p className="flex wrap above-4 gap-4">
          {part.discontinued === 1 && <span className={classes.state}>Discontinuada</span>}
          {part.enabled === 0 && <span className={classes.state}>Deshabilitada</span>}
        </p>
      )}
      {vehicles > 1 && <Fits fits={part.fits} />}
      {part.applications.length > 0 && (
        <Said part={part} fitted={part.fits.all ? vehicles : part.fits.versions.length} />
      )}
    </div>
  </article>
);

/** Limit of applications on a card. The part itself shows all of them. */
const MAX_APPLICATIONS = 2;

const Said = ({ part: { applications }, fitted }: Pick<Props, 'part'> & { fitted: number }) => (
  <ul className="dim text-sm breaks above-4">
    {applications.slice(0, MAX_APPLICATIONS).map((application) => (
      <li key={JSON.stringify(application)}>
        {qualifiersInWords(application)}
        {application.versions < fitted && ` (${counted(application.versions, 'versión', 'versiones')})`}
      </li>
    ))}
    {applications.length > MAX_APPLICATIONS && <li>y más</li>}
  </ul>
);
