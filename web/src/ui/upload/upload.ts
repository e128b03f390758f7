import type { ApiError } from '../../api/client.ts';

/** Why a file is not sent. `retriable`: the same file may be accepted later. */
export type Refusal = { readonly message: string; readonly retriable: boolean };

export type Status =
  | { readonly name: 'waiting' }
  /** From 0 to 1. At 1 the server has the whole file and has not answered yet. */
  | { readonly name: 'sending'; readonly sent: number }
  | ({ readonly name: 'failed' } & Refusal);

/** Ids grow in the order in which the files were chosen. */
export type Upload = { readonly id: number; readonly file: File; readonly status: Status };

export const isRunning = ({ status }: Upload) => status.name !== 'failed';

export const statusOf = (refusal: Refusal | null): Status =>
  refusal ? { name: 'failed', ...refusal } : { name: 'waiting' };

/** Answers that are about the file itself: the same file gets the same answer again. */
const ABOUT_THE_FILE = [400, 413, 415, 422];

/** `final`: other answers that stay the same for the file. */
export const refusalOf = (
  { code, message }: Pick<ApiError, 'code' | 'message'>,
  final: readonly number[] = [],
): Refusal => ({
  message,
  retriable: ![...ABOUT_THE_FILE, ...final].includes(code),
});
