import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Message } from './Message.tsx';
import plain from './plain.module.css';
import { removeSkeleton } from './skeleton.ts';

/** Shown instead of a screen that crashed. */
export const Crash = ({ error, reset }: ErrorComponentProps) => (
  <Message
    code="Error"
    title="Algo se rompió de nuestro lado"
    actions={
      <>
        <button type="button" className={plain.button} onClick={reset}>
          Reintentar
        </button>
        <button type="button" className={plain.button} data-variant="default" onClick={() => window.location.reload()}>
          Recargar la página
        </button>
      </>
    }
  >
    <p>Lo que ya guardaste está a salvo. Probá de nuevo y, si sigue pasando, avisanos a soporte con este detalle:</p>
    <pre>{error instanceof Error ? error.message : String(error)}</pre>
  </Message>
);

/** Crash without a page around it. */
export function CrashPage(props: ErrorComponentProps) {
  useEffect(removeSkeleton, []);
  return (
    <main>
      <Crash {...props} />
    </main>
  );
}
