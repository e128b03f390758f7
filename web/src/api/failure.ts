import { notifyError } from '../ui/notify.ts';
import type { ApiError } from './client.ts';

/** Shows why a call failed, except a 401: session.tsx signs the person out and shows a notice. */
export function notifyFailure({ code, message }: ApiError, text = message, title?: string) {
  if (code !== 401) notifyError(text, title);
}
