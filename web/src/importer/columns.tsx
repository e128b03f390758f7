import { Button } from '@mantine/core';
import type { ImportFile } from '@piezario/contract/importer';
import { JOB_STATES } from '@piezario/contract/jobs';
import { JobStatus } from '../jobs/JobStatus.tsx';
import { STATE_NAMES } from '../jobs/job.ts';
import { formatMoment, formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import classes from './FilesTable.module.css';
import { inNotices, statusOf } from './noun.ts';

type Open = (file: ImportFile) => void;

const STATES = JOB_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));

const count = (value: number) => (value === 0 ? <span className={classes.none}>0</span> : formatNumber(value));

/** Of a file that is done, the columns beside it have the figures. */
const briefly = ({ state, status_message: message }: ImportFile) =>
  state === 'done' ? message.replace(/:.*/s, '') : message;

/** How it goes. A file that waits for its review asks for it. */
const state = (file: ImportFile, open: Open) =>
  file.state === 'review' ? (
    <span className={classes.review}>
      <JobStatus status={statusOf(file)} />
      <Button variant="light" size="compact-sm" aria-label={`Revisar ${file.name}`} onClick={() => open(file)}>
        Revisar
      </Button>
    </span>
  ) : (
    <JobStatus status={{ ...statusOf(file), message: briefly(file) }} />
  );

/** How many rows were refused, and how many notices there are. A click shows them. */
const errors = (file: ImportFile, open: Open) => (
  <span className={classes.problems}>
    {file.errors_count === 0 ? (
      count(0)
    ) : (
      <button
        type="button"
        className={classes.errors}
        aria-label={`${formatNumber(file.errors_count)}: ver los errores de ${file.name}`}
        onClick={() => open(file)}
      >
        {formatNumber(file.errors_count)}
      </button>
    )}
    {file.warnings.length > 0 && (
      <button
        type="button"
        className={classes.notices}
        aria-label={`Ver ${inNotices(file)} de ${file.name}`}
        onClick={() => open(file)}
      >
        {inNotices(file)}
      </button>
    )}
  </span>
);

export const fileColumns = (open: Open): readonly Column<ImportFile>[] => [
  { key: 'id', label: 'ID', width: 72 },
  { key: 'name', label: 'Archivo', render: ({ name }) => <span title={name}>{name}</span> },
  { key: 'user', label: 'Subido por', width: 122 },
  { key: 'created_at', label: 'Cuándo', width: 154, render: ({ created_at }) => formatMoment(created_at) },
  {
    key: 'state',
    label: 'Estado',
    width: 300,
    options: STATES,
    render: (file) => state(file, open),
  },
  { key: 'errors_count', label: 'Con errores', width: 116, render: (file) => errors(file, open) },
  { key: 'rows_created', label: 'Nuevas', width: 92, render: ({ rows_created }) => count(rows_created) },
  { key: 'rows_updated', label: 'Modificadas', width: 120, render: ({ rows_updated }) => count(rows_updated) },
  {
    key: 'rows_removed',
    label: 'Quitadas',
    width: 100,
    hidden: true,
    render: ({ rows_removed }) => count(rows_removed),
  },
  { key: 'rows_unchanged', label: 'Sin cambios', width: 122, render: ({ rows_unchanged }) => count(rows_unchanged) },
];

/** One card for a phone. The columns remain to filter and sort by. */
export function fileCards(open: Open): readonly Column<ImportFile>[] {
  const columns = fileColumns(open).map((column) => ({ ...column, inTitle: true }));
  const name: Column<ImportFile> = { key: 'name', label: 'Archivo', render: (file) => card(file, open) };
  return [name, ...columns.filter(({ key }) => key !== name.key)];
}

const card = (file: ImportFile, open: Open) => (
  <span className={classes.card}>
    <span className={classes.name}>{file.name}</span>
    {state(file, open)}
    <span className={classes.facts}>
      <span>#{file.id}</span>
      <span>{file.user}</span>
      <span>{formatMoment(file.created_at)}</span>
    </span>
    {file.warnings.length > 0 && (
      <button type="button" className={classes.seeNotices} onClick={() => open(file)}>
        Ver {inNotices(file)}
      </button>
    )}
    {file.errors_count > 0 && (
      <button type="button" className={classes.seeErrors} onClick={() => open(file)}>
        Ver {formatNumber(file.errors_count)} {file.errors_count === 1 ? 'fila' : 'filas'} con errores
      </button>
    )}
  </span>
);
