import { type BrandFigures, home } from '@piezario/contract/home';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { Bar } from './Bar.tsx';
import { Card } from './Card.tsx';
import { Fold } from './Fold.tsx';
import classes from './Rows.module.css';
import { Rows } from './Rows.tsx';
import { percent } from './words.ts';

type Place = BrandFigures['categories'][number];

const HEAD = ['Marca', 'Piezas', 'Completas', 'Listas para Mercado Libre'];

/** How complete the parts of each brand are. A brand unfolds its categories, which link to incomplete parts. */
export function CatalogCard({ brand }: { brand: number | null }) {
  const read = useCall(home.catalog, {});
  const shown = (brands: readonly BrandFigures[]) => brands.filter(({ id }) => brand === null || id === brand);
  return (
    <Card
      title="Completitud por marca"
      about="Piezas a la venta que tienen todo lo que pide su producto. Elegí una marca y una categoría para completar las que faltan."
      read={read}
      isEmpty={(brands) => shown(brands).length === 0}
      empty="Todavía no hay piezas a la venta."
      table={(brands) => ({
        head: HEAD,
        rows: shown(brands).map(({ name, parts, complete, publishable }) => [
          name,
          ...[parts, complete, publishable].map(formatNumber),
        ]),
      })}
    >
      {(brands) => (
        <Rows of={leastComplete(shown(brands))} all="marcas">
          {(one) => (
            <Fold key={one.id} label={<Share place={one} />} startsOpen={brand === one.id}>
              <ul className={classes.inner}>
                {leastComplete(one.categories).map((category) => (
                  <li key={category.id}>
                    <Link
                      to="/parts/catalog"
                      search={{
                        part_brand: String(one.id),
                        part_category: String(category.id),
                        'filter[less_than-completeness]': '100',
                        sort: '-vehicles_count',
                      }}
                      preload={false}
                      className={classes.line}
                    >
                      <Share place={category} />
                    </Link>
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </Rows>
      )}
    </Card>
  );
}

const leastComplete = <P extends Place>(places: readonly P[]) =>
  places.toSorted((a, b) => a.complete / a.parts - b.complete / b.parts);

const Share = ({ place: { name, parts, complete } }: { place: Place }) => (
  <span className={classes.share}>
    <span className="breaks">{name}</span>
    <span className={classes.figures}>
      <b>{percent(complete, parts)}</b> · {formatNumber(complete)} de {formatNumber(parts)}
    </span>
    <Bar value={complete} whole={parts} />
  </span>
);
