import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Message } from './Message.tsx';
import plain from './plain.module.css';

/** Shown instead of a screen. */
export const NotFound = (): ReactNode => (
  <Message
    code="404"
    title="Esta página no existe"
    actions={
      <Link to="/" className={plain.button}>
        Ir al inicio
      </Link>
    }
  >
    <p>Puede que el enlace esté mal escrito o que la página se haya mudado.</p>
  </Message>
);

/** NotFound for guests, who have no page around it. */
export const NotFoundPage = (): ReactNode => (
  <main>
    <NotFound />
  </main>
);
