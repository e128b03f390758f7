import { Progress } from '@mantine/core';
import type { ImportFile } from '@piezario/contract/importer';
import classes from './FileStatus.module.css';
import { isActive } from './noun.ts';

/** What the server says of a file and, while it is at it, how far it is. */
export const FileStatus = ({ file }: { file: ImportFile }) => (
  <span className={classes.status} data-tone={toneOf(file)} title={file.status_message}>
    <span className={classes.message}>{file.status_message}</span>
    {isActive(file) && <FileProgress file={file} />}
  </span>
);

/** Until the rows have been counted there is no telling: the bar moves, and stands nowhere. */
function FileProgress({ file: { name, state, rows_total, rows_done } }: { file: ImportFile }) {
  const counted = state === 'running' && rows_total !== null && rows_total > 0;
  return (
    <Progress
      aria-label={`Avance de ${name}`}
      className={classes.progress}
      size={4}
      value={counted ? (100 * rows_done) / rows_total : state === 'running' ? 100 : 0}
      animated={!counted && state === 'running'}
    />
  );
}

function toneOf({ state, errors_count }: ImportFile) {
  if (state === 'done') return errors_count > 0 ? 'warning' : 'good';
  return state;
}
