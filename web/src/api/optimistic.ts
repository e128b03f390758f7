import type { Endpoint, Envelope, Result, Sent } from '@piezario/contract/endpoint';
import { ApiError, send } from './client.ts';
import { notifyFailure } from './failure.ts';

type Options = {
  /** Reverts the change on the screen. */
  undo?: () => void;
  /** Returns the text to show for a refusal. By default it is the server's message. */
  explain?: (message: string) => string;
};

/**
 * Sends a change that the screen shows before the server has answered. A refusal undoes it and is explained. Resolves
 * with the answer, or with null after a refusal.
 */
export async function sendOrUndo<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { undo, explain }: Options = {},
): Promise<Envelope<Result<E>> | null> {
  try {
    return await send(endpoint, sent);
  } catch (caught) {
    const error = ApiError.of(caught);
    undo?.();
    notifyFailure(error, explain?.(error.message));
    return null;
  }
}
