import type { AffectedParts, Importance, TemplateConsequences } from '@piezario/contract/templates';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';
import classes from './Template.module.css';

/** Brands that a consequence links to. */
const MAX_BRANDS = 4;

type Props = { product: number; importance: Importance; consequences: TemplateConsequences };

/** What saving an attribute would do to the parts of its product. */
export function RowConsequences({ product, importance, consequences: { missing, misfits, samples } }: Props) {
  if (missing.parts === 0 && misfits.parts === 0) {
    return <p className={classes.consequences}>Todas las piezas lo tienen, con un valor que cumple.</p>;
  }
  const isRequired = importance === 'required';
  const lacking = counted(missing.parts, 'pieza no lo tiene', 'piezas no lo tienen');
  return (
    <ul className={classes.consequences}>
      {missing.parts > 0 && (
        <Consequence isWarning={isRequired} product={product} affected={missing}>
          {isRequired ? `${lacking} y ${missing.parts === 1 ? 'queda incompleta' : 'quedan incompletas'}` : lacking}
        </Consequence>
      )}
      {misfits.parts > 0 && (
        <Consequence isWarning product={product} affected={misfits}>
          {counted(misfits.parts, 'pieza tiene un valor que no cumple', 'piezas tienen un valor que no cumple')}
          {': '}
          {samplesInWords(misfits.parts, samples)}
        </Consequence>
      )}
    </ul>
  );
}

type UnlistedProps = { product: number; unlisted: AffectedParts };

/** Parts with attributes that the template does not name. */
export const Unlisted = ({ product, unlisted }: UnlistedProps) => (
  <ul className={classes.consequences}>
    <Consequence isWarning={false} product={product} affected={unlisted}>
      {counted(unlisted.parts, 'pieza tiene atributos', 'piezas tienen atributos')} que la plantilla no nombra
    </Consequence>
  </ul>
);

type ConsequenceProps = { isWarning: boolean; product: number; affected: AffectedParts; children: ReactNode };

const Consequence = ({ isWarning, product, affected: { brands }, children }: ConsequenceProps) => {
  const others = brands.length - MAX_BRANDS;
  return (
    <li className={classes.consequence} data-warning={isWarning || undefined}>
      {isWarning && <IconAlertTriangle size={16} stroke={1.8} aria-hidden />}
      <span>
        {children}.{' '}
        <span className="dim">
          Ver:{' '}
          {brands.slice(0, MAX_BRANDS).map(({ id, name, parts, ids }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link
                to="/parts/catalog"
                // The form stays as it is: the parts are seen in another tab.
                target="_blank"
                search={{ part_brand: String(id), part_product: String(product), 'filter[in-id]': ids.join(';') }}
                preload={false}
              >
                {name} ({formatNumber(parts)})
              </Link>
            </span>
          ))}
          {others > 0 && ` y ${counted(others, 'marca')} más`}
        </span>
      </span>
    </li>
  );
};

/** 14 mm (30), «Hierro» (2) y otros (5) */
function samplesInWords(all: number, samples: TemplateConsequences['samples']): string {
  const shown = samples.map(
    ({ value, unit, parts }) => `«${[value, unit].filter(Boolean).join(' ')}»\u00a0(${formatNumber(parts)})`,
  );
  const rest = all - samples.reduce((sum, { parts }) => sum + parts, 0);
  return rest > 0 ? `${shown.join(', ')} y otros (${formatNumber(rest)})` : shown.join(', ');
}
