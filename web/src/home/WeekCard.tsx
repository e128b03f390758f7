import { home, type Week } from '@piezario/contract/home';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { doneInWords, KIND_NAMES, SYSTEM } from '../history/words.ts';
import { formatNumber } from '../ui/format.ts';
import { Bar } from './Bar.tsx';
import { Card } from './Card.tsx';
import classes from './Rows.module.css';

/** What changed in the last seven days: what, by whom and in which way. */
export function WeekCard() {
  const read = useCall(home.week, {});
  return (
    <Card
      title="Esta semana"
      read={read}
      isEmpty={({ operations }) => operations === 0}
      empty="En los últimos siete días no cambió nada."
      table={({ people, kinds }) => ({
        head: ['Quién o desde dónde', 'Operaciones', 'Cambios'],
        rows: amountsOf({ people, kinds }).map(({ name, operations, rows }) => [
          name,
          ...[operations, rows].map(formatNumber),
        ]),
      })}
    >
      {(week) => (
        <>
          <p className={classes.lead}>{doneInWords(week.done)}</p>
          <ul className={classes.rows}>
            {Object.entries(amountsOf(week)).map(([place, { name, rows }]) => (
              <li key={place} className={classes.line}>
                <span className={classes.share}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.figures}>
                    <b>{formatNumber(rows)}</b> {rows === 1 ? 'cambio' : 'cambios'}
                  </span>
                  <Bar value={rows} whole={week.rows} />
                </span>
              </li>
            ))}
          </ul>
          <Link to="/activity" className={classes.go}>
            Ver la actividad
          </Link>
        </>
      )}
    </Card>
  );
}

/** People first, then the ways. The system is both. */
const amountsOf = ({ people, kinds }: Pick<Week, 'people' | 'kinds'>) => [
  ...people.map(({ user, ...amount }) => ({ name: user ?? SYSTEM, ...amount })),
  ...kinds
    .filter(({ kind }) => kind !== 'system')
    .map(({ kind, ...amount }) => ({ name: `Desde: ${KIND_NAMES[kind]}`, ...amount })),
];
