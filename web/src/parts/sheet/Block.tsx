import { Paper, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { OverCatalog } from '../../selection/usePartLink.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './Block.module.css';

type Props = {
  title: string;
  count?: number;
  /** Link to the step of the wizard that edits the content, for those who may. */
  edit?: OverCatalog | false;
  /** Link to the view with the whole content. */
  all?: OverCatalog | false;
  children: ReactNode;
};

/** A section of the page of a part. */
export function Block({ title, count, edit, all, children }: Props) {
  const id = useId();
  return (
    <Paper withBorder component="section" className={classes.block} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="sm" id={id}>
          {title}
        </Title>
        {count !== undefined && count > 0 && <span className="count">{formatNumber(count)}</span>}
        <span className="grow" />
        {all && (
          <Link {...all} preload={false} className={classes.link}>
            Ver todo<span className="spoken">: {title}</span>
          </Link>
        )}
        {edit && (
          <Link {...edit} preload={false} className={classes.link}>
            <IconPencil size={16} stroke={1.6} aria-hidden />
            Editar<span className="spoken"> {title}</span>
          </Link>
        )}
      </div>
      {children}
    </Paper>
  );
}

/** Text of a block without content. */
export const Nothing = ({ children }: { children: string }) => <p className="dim text-md">{children}</p>;
