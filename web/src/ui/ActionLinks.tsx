import { Link, type LinkProps } from '@tanstack/react-router';

export type ActionLink = Pick<LinkProps, 'to' | 'search' | 'params' | 'state'> & { readonly label: string };

/** Links to the actions of the line beside them. */
export const ActionLinks = ({ of }: { of: readonly ActionLink[] }) => (
  <span className="flex wrap text-md gap-x-16">
    {of.map(({ label, ...link }) => (
      <Link key={label} className="line tap-32" preload={false} {...link}>
        {label}
      </Link>
    ))}
  </span>
);
