import type { ReactNode } from 'react';
import { addNotice, changeNotice, endNotice, endPassing, type Notice } from './notices.ts';

/** Milliseconds that a notice is shown (§9), and one that offers to undo. */
const SHOWN_FOR = 6000;
const OFFERED_FOR = 12_000;

let isMounted = false;

/**
 * Loads the code that shows notices, which is not in the first page, once the application is used: without a connection
 * it would be too late. A failed load is retried with the next notice.
 */
export function prepareNotifications() {
  if (isMounted) return;
  isMounted = true;
  import('./Toasts.tsx')
    .then(({ mountToasts }) => mountToasts())
    .catch(() => {
      isMounted = false;
    });
}

function show(notice: Omit<Notice, 'id'>): number {
  prepareNotifications();
  return addNotice(notice);
}

export const notifySuccess = (message: string) => void show({ message, tone: 'good', lasts: SHOWN_FOR });
export const notifyInfo = (message: string) => void show({ message, tone: 'info', lasts: SHOWN_FOR });
export const notifyError = (message: string, title?: string) =>
  void show({ message, title, tone: 'bad', lasts: SHOWN_FOR });
/** Explains why the application has left or reloaded the page. */
export const notifyReason = (message: string) => notifyError(message);

/** Shows a notice that stays until it is ended or closed. */
export function notifyOngoing(message: ReactNode, tone: Notice['tone']) {
  const id = show({ message, tone });
  return { tell: (now: ReactNode) => changeNotice(id, now), end: () => endNotice(id) };
}

/** Shows a message with an offer to undo. Returns a function that withdraws the offer. */
export function offerUndo(message: string, undo: () => void) {
  const id = show({ message, undo, tone: 'good', lasts: OFFERED_FOR });
  return () => endNotice(id);
}

export const clearNotifications = endPassing;
