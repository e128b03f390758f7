import { Button } from '@mantine/core';
import type { ImportFile } from '@piezario/contract/importer';
import { JOB_STATES } from '@piezario/contract/jobs';
import { JobStatus } from '../jobs/JobStatus.tsx';
import { STATE_NAMES, waitsForPerson } from '../jobs/job.ts';
import { formatMoment, formatNumber } from '../ui/format.ts';
import type { Column } from '../ui/table/list.ts';
import classes from './FilesTable.module.css';
import { statusOf } from './noun.ts';

type Open = (file: ImportFile) => void;

const STATES = JOB_STATES.map((value) => ({ value, label: STATE_NAMES[value] }));

const count = (value: number) => (value === 0 ? <span className="dim">0</span> : formatNumber(value));

/** Label of the button that opens what needs attention: the mapping, the review, the errors, or the notices. */
function actionOf({ state, errors_count, warnings }: ImportFile): string | null {
  if (state === 'mapping') return 'Decir cómo se lee';
  if (state === 'review') return 'Revisar';
  if (errors_count > 0) return 'Ver errores';
  return warnings.length > 0 ? 'Ver avisos' : null;
}

/** The whole status message. It contains the figures, so their columns are hidden by default. */
function state(file: ImportFile, open: Open) {
  const action = actionOf(file);
  const waits = waitsForPerson(file);
  return (
    <span className={classes.state}>
      <JobStatus status={statusOf(file)} />
      {action && (
        <Button
          variant={waits ? 'light' : 'default'}
          size="compact-sm"
          aria-label={waits ? `${action} ${file.name}` : `${action} de ${file.name}`}
          onClick={() => open(file)}
        >
          {action}
        </Button>
      )}
    </span>
  );
}

const figure = (key: Figure, label: string, width: number): Column<ImportFile> => ({
  ...{ key, label, width, hidden: true },
  render: (file) => count(file[key]),
});
type Figure = 'errors_count' | 'rows_created' | 'rows_updated' | 'rows_removed' | 'rows_unchanged';

const FIGURES = [
  figure('errors_count', 'Con errores', 116),
  figure('rows_created', 'Nuevas', 92),
  figure('rows_updated', 'Modificadas', 120),
  figure('rows_removed', 'Quitadas', 100),
  figure('rows_unchanged', 'Sin cambios', 122),
];

export const fileColumns = (open: Open): readonly Column<ImportFile>[] => [
  { key: 'id', label: 'ID', width: 72 },
  { key: 'name', label: 'Archivo', width: 280, render: ({ name }) => <span title={name}>{name}</span> },
  { key: 'state', label: 'Estado', options: STATES, render: (file) => state(file, open) },
  { key: 'user', label: 'Subido por', width: 122 },
  { key: 'created_at', label: 'Cuándo', width: 154, render: ({ created_at }) => formatMoment(created_at) },
  ...FIGURES,
];

/** One card for a phone. The columns remain to filter and sort by. */
export function fileCards(open: Open): readonly Column<ImportFile>[] {
  const columns = fileColumns(open).map((column) => ({ ...column, inTitle: true }));
  const name: Column<ImportFile> = { key: 'name', label: 'Archivo', render: (file) => card(file, open) };
  return [name, ...columns.filter(({ key }) => key !== name.key)];
}

const card = (file: ImportFile, open: Open) => (
  <span className={classes.card}>
    <span className="strong">{file.name}</span>
    {state(file, open)}
    <span className="facts">
      <span>#{file.id}</span>
      <span>{file.user}</span>
      <span>{formatMoment(file.created_at)}</span>
    </span>
  </span>
);
