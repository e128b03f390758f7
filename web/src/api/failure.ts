import { notifyError } from '../ui/notify.ts';
import type { ApiError } from './client.ts';

/** Shows why a call failed. A 401 is left out: session.tsx signs the person out and says so. */
export function notifyFailure({ code, message }: ApiError, text = message, title?: string) {
  if (code !== 401) notifyError(text, title);
}
