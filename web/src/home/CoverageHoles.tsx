import { home } from '@piezario/contract/home';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { factsInWords } from '../vehicles/suggestionWords.ts';
import classes from './Rows.module.css';

type Props = { product: number; partBrand: number | null; brand: string; model: string };

/** The coverage holes of a model, each with a link to the parts of its engine in the catalog by vehicle. */
export function CoverageHoles({ product, partBrand, brand, model }: Props) {
  const read = useCall(home.holes, {
    query: { part_product_id: product, brand, model, ...(partBrand !== null && { part_brand_id: partBrand }) },
  });
  if (read.error) return <Failed title="No se pudieron cargar los huecos" read={read} />;
  if (!read.data) return <Loading />;
  return (
    <ul className="stack text-md lined" aria-label={`Huecos de ${brand} ${model}`}>
      {read.data.map((version) => (
        <li key={version.id} className={classes.fact}>
          <Link
            to="/parts/vehicles"
            search={{ brand, model: version.model, words: version.engine_code, product: String(product) }}
            preload={false}
            className={classes.name}
          >
            {version.model} {version.version}
          </Link>
          <span className="dim text-sm right">{factsInWords(version)}</span>
        </li>
      ))}
    </ul>
  );
}
