import { importer } from '@piezario/contract/importer';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { statusOf } from '../importer/noun.ts';
import { JobStatus } from '../jobs/JobStatus.tsx';
import { pollInterval } from '../jobs/useJob.ts';
import { Card } from './Card.tsx';
import classes from './Rows.module.css';

const LAST = importer.list.query.parse({ 'page[size]': '5' });

/** The last imported files and their status. */
export function ImportsCard() {
  const read = useCall(importer.list, { query: LAST }, { every: (last) => pollInterval(last?.data) });
  return (
    <Card
      title="Últimas importaciones"
      read={read}
      isEmpty={({ data }) => data.length === 0}
      empty={
        <>
          Todavía no subiste planillas.{' '}
          <Link to="/import" className="line link text-md self-start tap-28">
            Ir al importador
          </Link>
        </>
      }
    >
      {({ data }) => (
        <ul className="stack text-md lined">
          {data.map((file) => (
            <li key={file.udid} className={classes.fact}>
              <Link to="/import" search={{ file: file.udid }} preload={false} className={classes.name}>
                {file.name}
              </Link>
              <JobStatus status={statusOf(file)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
