import type { ReactNode } from 'react';

export type Notice = {
  readonly id: number;
  readonly message: ReactNode;
  readonly title?: string | undefined;
  readonly tone: 'good' | 'info' | 'bad';
  /** Undoes the action that the notice reports. */
  readonly undo?: () => void;
  /** In milliseconds. Without it, the notice stays until it is ended or closed. */
  readonly lasts?: number;
};

/*
 * One notice is shown at a time. A passing one replaces the previous one and hides ongoing ones (a download, no
 * connection), of which the latest is shown again once it has passed.
 */
let passing: Notice | null = null;
let ongoing: readonly Notice[] = [];
let count = 0;
const listeners = new Set<() => void>();

export const shownNotice = () => passing ?? ongoing.at(-1) ?? null;

export function onNotice(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function announce() {
  for (const listener of listeners) listener();
}

export function addNotice(notice: Omit<Notice, 'id'>): number {
  count += 1;
  const added = { ...notice, id: count };
  if (notice.lasts) passing = added;
  else ongoing = [...ongoing, added];
  announce();
  return count;
}

export function changeNotice(id: number, message: ReactNode) {
  ongoing = ongoing.map((one) => (one.id === id ? { ...one, message } : one));
  announce();
}

export function endNotice(id: number | undefined) {
  if (passing?.id === id) passing = null;
  ongoing = ongoing.filter((one) => one.id !== id);
  announce();
}

export const endPassing = () => endNotice(passing?.id);

/** Runs the undo of the notice that is shown. Returns false without one. */
export function undoShown(): boolean {
  const notice = shownNotice();
  if (!notice?.undo) return false;
  endNotice(notice.id);
  notice.undo();
  return true;
}
