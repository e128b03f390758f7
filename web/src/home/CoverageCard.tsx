import { type Coverage, home } from '@piezario/contract/home';
import { products } from '@piezario/contract/products';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { Picker } from '../ui/Picker.tsx';
import { counted } from '../ui/words.ts';
import { Bar } from './Bar.tsx';
import { Card } from './Card.tsx';
import { CoverageHoles } from './CoverageHoles.tsx';
import { Fold } from './Fold.tsx';
import classes from './Rows.module.css';
import { Rows } from './Rows.tsx';
import { percent } from './words.ts';

type Covered = Pick<Coverage['brands'][number], 'name' | 'versions' | 'covered' | 'holes'>;
type Props = { brand: number | null; product: number | null; onProduct: (id: number | null) => void };

/** Coverage of a product by vehicle brand and model, those with most holes first. */
export function CoverageCard({ brand, product, onProduct }: Props) {
  const read = useCall(home.coverage, {
    query: {
      ...(product !== null && { part_product_id: product }),
      ...(brand !== null && { part_brand_id: brand }),
    },
  });
  const offered = useCall(products.json, { params: { categoryId: 'all', brandId: brand ?? 'all' } }).data;
  return (
    <Card
      title="Cobertura de vehículos"
      about="Versiones con alguna pieza a la venta. Rayado: los huecos, versiones sin pieza cuyo modelo y motor sí la tienen en otra versión."
      read={read}
      isEmpty={(coverage) => coverage.product === null}
      empty="Todavía no hay piezas de productos que llevan vehículos."
      tools={
        <Picker
          label="Producto"
          options={offered}
          value={product ?? read.data?.product?.id ?? null}
          clearable={product !== null}
          onChange={onProduct}
        />
      }
      table={({ brands }) => ({
        head: ['Marca de vehículo', 'Versiones', 'Con pieza', 'Huecos'],
        rows: brands.map(({ name, versions, covered, holes }) => [
          name,
          ...[versions, covered, holes].map(formatNumber),
        ]),
      })}
    >
      {(coverage) => <Brands key={coverage.product?.id} coverage={coverage} partBrand={brand} />}
    </Card>
  );
}

function Brands({ coverage: { product, brands }, partBrand }: { coverage: Coverage; partBrand: number | null }) {
  const longest = Math.max(...brands.map(({ versions }) => versions));
  return (
    <Rows of={brands} all="marcas de vehículos">
      {(brand) => (
        <Fold key={brand.name} label={<Versions of={brand} longest={longest} />}>
          <Models of={brand} product={product?.id ?? null} partBrand={partBrand} />
        </Fold>
      )}
    </Rows>
  );
}

type ModelsProps = { of: Coverage['brands'][number]; product: number | null; partBrand: number | null };

/** The models of a brand. A model with holes unfolds a list of them. */
function Models({ of: { name: brand, models }, product, partBrand }: ModelsProps) {
  const longest = Math.max(...models.map(({ versions }) => versions));
  return (
    <ul className={classes.inner}>
      {models.map((model) =>
        product !== null && model.holes > 0 ? (
          <Fold key={model.name} label={<Versions of={model} longest={longest} />}>
            <CoverageHoles product={product} partBrand={partBrand} brand={brand} model={model.name} />
          </Fold>
        ) : (
          <li key={model.name} className={classes.line}>
            <Versions of={model} longest={longest} />
          </li>
        ),
      )}
    </ul>
  );
}

const Versions = ({ of: { name, versions, covered, holes }, longest }: { of: Covered; longest: number }) => (
  <span className={classes.share}>
    <span className="breaks">{name}</span>
    <span className={classes.figures}>
      <b>{percent(covered, versions)}</b> · {formatNumber(covered)} de {formatNumber(versions)}
      {holes > 0 && ` · ${counted(holes, 'hueco')}`}
    </span>
    <Bar value={covered} next={holes} whole={versions} longest={longest} />
  </span>
);
