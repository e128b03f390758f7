import { Paper } from '@mantine/core';
import { type Icon, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FileDetail.module.css';

type Props = { icon: Icon; label: string; open?: boolean; children: ReactNode };

/** Collapsible notes on a file, under a label with their number. */
export const FileNotes = ({ icon: NoteIcon, label, open = false, children }: Props) => (
  <Paper withBorder component="details" className={classes.warnings} open={open}>
    <summary className="row text-lg strong rounded-sm gap-10">
      <NoteIcon className="warning" size={20} stroke={1.6} aria-hidden />
      {label}
      <IconChevronRight size={16} aria-hidden className="turns" />
    </summary>
    {children}
  </Paper>
);
