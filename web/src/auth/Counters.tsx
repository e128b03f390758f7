import { LANDING } from '@piezario/contract/landing';
import type { statistics } from '@piezario/contract/statistics';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import classes from './Login.module.css';

const COUNTERS = [
  ['application', 'Aplicaciones'],
  ['brands', 'Marcas'],
  ['manufacturers', 'Fabricantes'],
  ['parts', 'Piezas'],
] as const;

/** Totals of the catalog. Not shown of an empty one, nor when the request fails: signing in does not depend on them. */
export function Counters() {
  const { data, isError } = useCall<typeof statistics.home>(LANDING.statistics, {});
  if (isError || data?.parts === 0) return null;
  return (
    <dl className={classes.counters}>
      {COUNTERS.map(([key, label]) => (
        <div key={key} className={classes.counter}>
          <dt className="dim text-md">{label}</dt>
          <dd>{data ? formatNumber(data[key]) : <span className={classes.soon} />}</dd>
        </div>
      ))}
    </dl>
  );
}
