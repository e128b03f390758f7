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
  /** The step of the wizard that changes it, for those who may. */
  edit?: OverCatalog | false;
  /** The whole of it, where the block has only the beginning. */
  all?: OverCatalog | false;
  children: ReactNode;
};

/** One of the things that a part is made of. */
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

/** What a block says when there is nothing to show. */
export const Nothing = ({ children }: { children: string }) => <p className="dim text-md">{children}</p>;
