import { readOwner } from '../api/token.ts';
import { store } from './storage.ts';

/*
 * Unsaved input, stored by person and form, so that it survives a reload, a closed tab or the end of the session. The
 * content of a draft is defined in draft.ts.
 */
const prefix = () => `draft:${readOwner()}:`;

export function readDraft(form: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix() + form) ?? 'null');
  } catch {
    return null;
  }
}

export const storeDraft = (form: string, draft: object | null) =>
  store(prefix() + form, draft && JSON.stringify(draft));
