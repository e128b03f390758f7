import type { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Toasts at the top right, for 6 seconds (§9). */
export const SHOWN_FOR = 6000;

type Toasts = typeof notifications;
let loaded: Promise<Toasts> | undefined;

/** What shows toasts is not in the first page. Without a connection it cannot be loaded; the next toast tries again. */
async function withToasts(use: (toasts: Toasts) => void) {
  loaded ??= import('./Toasts.tsx').then(({ mountToasts }) => mountToasts());
  try {
    use(await loaded);
  } catch {
    loaded = undefined;
  }
}

/** Loads what shows toasts before there is one to show: without a connection it would come too late. */
export const prepareNotifications = () => void withToasts(() => {});

const show = (toast: Parameters<Toasts['show']>[0]) => void withToasts((toasts) => toasts.show(toast));

/** What goes well several times in a row is said once. */
export const notifySuccess = (message: string) => show({ id: message, message, color: 'teal', autoClose: SHOWN_FOR });
export const notifyError = (message: string, title?: string) =>
  show({ message, title, color: 'red', autoClose: SHOWN_FOR });

let count = 0;

/** One that stays until it is ended, or until it is closed. */
export function notifyOngoing(message: ReactNode, options: { autoClose?: number } = {}) {
  count += 1;
  const id = `ongoing-${count}`;
  show({ id, message, color: 'teal', autoClose: false, ...options });
  return {
    tell: (now: ReactNode) => void withToasts((toasts) => toasts.update({ id, message: now })),
    end: () => void withToasts((toasts) => toasts.hide(id)),
  };
}

export const clearNotifications = () => {
  if (loaded) void withToasts((toasts) => toasts.clean());
};
