import { LANDING } from '@piezario/contract/landing';
import { notifyOngoing } from '../ui/notify.ts';

const NO_CONNECTION = 'No hay conexión. Seguimos intentando.';
const TRY_EVERY = 3000;

let lost: { end: () => void } | null = null;
const listeners = new Set<() => void>();

/** Calls the listener when the connection is back. Returns a function that removes it. */
export function onReconnected(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Records whether the server answered. Without an answer it shows a notice and retries until the server answers. */
export function answered(hasAnswered: boolean) {
  if (hasAnswered === (lost === null)) return;
  if (hasAnswered) {
    lost?.end();
    lost = null;
    for (const listener of listeners) listener();
  } else {
    const notice = notifyOngoing(NO_CONNECTION, 'bad');
    const timer = setInterval(ask, TRY_EVERY);
    window.addEventListener('online', ask);
    lost = {
      end: () => {
        notice.end();
        clearInterval(timer);
        window.removeEventListener('online', ask);
      },
    };
  }
}

const ask = () => void fetch(LANDING.settings.path).then(() => answered(true), Boolean);
