import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Toasts at the top right, for 6 seconds (§9). */
export const SHOWN_FOR = 6000;

/** What goes well several times in a row is said once. */
export const notifySuccess = (message: string) =>
  notifications.show({ id: message, message, color: 'teal', autoClose: SHOWN_FOR });
export const notifyError = (message: string, title?: string) =>
  notifications.show({ message, title, color: 'red', autoClose: SHOWN_FOR });

/** One that stays until what it tells of has ended, or until it is closed. */
export function notifyOngoing(message: string) {
  const id = notifications.show({ message, color: 'teal', autoClose: false });
  return {
    tell: (now: ReactNode) => notifications.update({ id, message: now }),
    end: () => notifications.hide(id),
  };
}

export const clearNotifications = () => notifications.clean();
