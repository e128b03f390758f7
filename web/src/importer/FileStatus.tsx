import type { ImportFile } from '@piezario/contract/importer';
import { Bar } from '../ui/Bar.tsx';
import classes from './FileStatus.module.css';
import { isActive } from './noun.ts';

/** The status of a file and its progress while it is imported. */
export const FileStatus = ({ file }: { file: ImportFile }) => (
  <span className={classes.status} data-tone={toneOf(file)} title={file.status_message}>
    <span className={classes.message}>{file.status_message}</span>
    {isActive(file) && <Bar label={`Avance de ${file.name}`} value={shareOf(file)} />}
  </span>
);

/** From 0 to 1, or null until the rows have been counted. */
function shareOf({ state, rows_total, rows_done }: ImportFile): number | null {
  if (state === 'queued') return 0;
  return rows_total ? rows_done / rows_total : null;
}

function toneOf({ state, errors_count }: ImportFile) {
  if (state === 'done') return errors_count > 0 ? 'warning' : 'good';
  return state;
}
