import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './ActionLinks.module.css';

export type ActionLink = Pick<LinkProps, 'to' | 'search' | 'params'> & { readonly label: string };

/** Links to the actions of the line beside them. */
export const ActionLinks = ({ of }: { of: readonly ActionLink[] }) => (
  <span className={classes.actions}>
    {of.map(({ label, ...link }) => (
      <Link key={label} preload={false} {...link}>
        {label}
      </Link>
    ))}
  </span>
);
