import type { IconProps } from '@tabler/icons-react';
import type { ComponentProps, ComponentType, MouseEvent } from 'react';
import classes from './RowIcon.module.css';

type Look = { icon: ComponentType<IconProps>; title: string /** With the name of the row. */; label: string };

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'onClick'> & {
    onClick?: () => void;
    /** Disabled without losing the focus. */
    off?: boolean;
  };

/** Action of a row. Plain elements, because a table has hundreds of them. */
export const RowButton = ({ icon: Icon, label, off = false, className = '', onClick, ...rest }: ButtonProps) => (
  <button
    {...rest}
    type="button"
    className={`${classes.icon} ${className}`}
    aria-label={label}
    aria-disabled={off || undefined}
    onClick={off ? undefined : onClick}
  >
    <Icon size={18} stroke={1.6} />
  </button>
);

/** Action of a row that opens a screen. */
export const RowLink = ({ icon: Icon, title, label, href, onOpen }: Look & Target) => (
  <CellLink className={classes.icon} title={title} aria-label={label} href={href} onOpen={onOpen}>
    <Icon size={18} stroke={1.6} />
  </CellLink>
);

type Target = { href: string; onOpen: () => void };

/** Link in a row. A plain click navigates in place; other clicks work as with any link. */
export const CellLink = ({ href, onOpen, ...rest }: Omit<ComponentProps<'a'>, 'onClick'> & Target) => (
  <a
    {...rest}
    href={href}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onOpen();
    }}
  />
);

/** Returns false for a click that opens another tab or window. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
