import { PART_ENTITIES } from '@piezario/contract/history';
import { home, type Week } from '@piezario/contract/home';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { doneByEntity, doneInWords, KIND_NAMES, SYSTEM } from '../history/words.ts';
import { formatNumber } from '../ui/format.ts';
import { Bar } from './Bar.tsx';
import { Card } from './Card.tsx';
import classes from './Rows.module.css';

/** Changes of the last seven days: by entity, by person and by origin. */
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
        rows: [...peopleOf({ people }), ...waysOf({ kinds })].map(({ name, operations, rows }) => [
          name,
          ...[operations, rows].map(formatNumber),
        ]),
      })}
    >
      {(week) => {
        const others = week.done.filter((one) => !isOfParts(one));
        return (
          <>
            <ul className="stack text-md lined">
              {doneByEntity(week.done.filter(isOfParts)).map((text) => (
                <li key={text} className={classes.fact}>
                  {text}
                </li>
              ))}
              {others.length > 0 && <li className={`dim text-sm ${classes.fact}`}>{doneInWords(others)}</li>}
            </ul>
            <Amounts title="Quién" amounts={peopleOf(week)} />
            <Amounts title="Desde dónde" amounts={waysOf(week)} />
            <Link to="/activity" className="line link text-md self-start tap-28">
              Ver la actividad
            </Link>
          </>
        );
      }}
    </Card>
  );
}

const isOfParts = ({ entity }: Week['done'][number]) => PART_ENTITIES.some((one) => one === entity);

type Amount = { readonly name: string; readonly operations: number; readonly rows: number };

/** Bars of people and of origins have separate scales. The system has no bar: it would dwarf those of people. */
function Amounts({ title, amounts }: { title: string; amounts: readonly Amount[] }) {
  const largest = Math.max(...amounts.filter(({ name }) => name !== SYSTEM).map(({ rows }) => rows));
  if (amounts.length === 0) return null;
  return (
    <>
      <h3 className="text-sm strong above-4">{title}</h3>
      <ul className="stack">
        {amounts.map(({ name, rows }) => (
          <li key={name} className={classes.line}>
            <span className={classes.share}>
              <span className="breaks">{name}</span>
              <span className={classes.figures}>
                <b>{formatNumber(rows)}</b> {rows === 1 ? 'cambio' : 'cambios'}
              </span>
              {name !== SYSTEM && <Bar value={rows} whole={largest} />}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const peopleOf = ({ people }: Pick<Week, 'people'>): Amount[] =>
  people.map(({ user, ...amount }) => ({ name: user ?? SYSTEM, ...amount }));

/** The system is among the people already. */
const waysOf = ({ kinds }: Pick<Week, 'kinds'>): Amount[] =>
  kinds.filter(({ kind }) => kind !== 'system').map(({ kind, ...amount }) => ({ name: KIND_NAMES[kind], ...amount }));
