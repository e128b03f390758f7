import { Button, Group } from '@mantine/core';
import type { JobState } from '@piezario/contract/jobs';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Bar } from '../ui/Bar.tsx';
import classes from './JobStatus.module.css';
import { isActive } from './job.ts';

export type Status = {
  state: JobState;
  message: string;
  /** Null while unknown. */
  total: number | null;
  done: number;
  /** Whether the results have problems. Only used once the job is done. */
  isFlawed: boolean;
  /** Label of the progress bar for screen readers. */
  label: string;
};

/** Status message of a job, and its progress while it is active. */
export const JobStatus = ({ status }: { status: Status }) => (
  <span className={classes.status} data-tone={toneOf(status)} title={status.message}>
    <span className={classes.message}>{status.message}</span>
    {isActive(status) && <Bar label={status.label} value={shareOf(status)} />}
  </span>
);

type Props = {
  status: Status;
  onCancel: () => void;
  /** Other buttons. */
  children?: ReactNode;
};

/** Status at the head of a panel, with a button that cancels the job. */
export const JobHead = ({ status, onCancel, children }: Props) => (
  <div className={classes.head}>
    <JobStatus status={status} />
    <Group gap="xs">
      {isActive(status) && (
        <Button variant="default" size="xs" leftSection={<IconBan size={16} />} onClick={onCancel}>
          Cancelar
        </Button>
      )}
      {children}
    </Group>
  </div>
);

/** From 0 to 1, or null until the total is known. */
function shareOf({ state, total, done }: Status): number | null {
  if (state === 'queued') return 0;
  return total ? done / total : null;
}

function toneOf({ state, isFlawed }: Status) {
  if (state === 'done') return isFlawed ? 'warning' : 'good';
  return state;
}
