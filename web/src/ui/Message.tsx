import type { ReactNode } from 'react';
import classes from './Message.module.css';

type Props = { code: string; title: string; children: ReactNode; actions: ReactNode };

/** Message with a way out, instead of a screen. */
export const Message = ({ code, title, children, actions }: Props) => (
  <div className={classes.page}>
    <div className={classes.message}>
      <p className={classes.code}>{code}</p>
      <h1>{title}</h1>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  </div>
);
