/** Runs a command of the operator. A failure is printed with its causes, and ends the process. */
export function runCommand(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    for (let cause: unknown = error; cause; cause = cause instanceof Error ? cause.cause : null) {
      process.stderr.write(`${wordsOf(cause)}\n`);
    }
    process.exit(1);
  });
}

/**
 * Returns the message of an error. A host with several addresses fails with an AggregateError, which has no message.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const each = error instanceof AggregateError ? error.errors.map(wordsOf).join('; ') : '';
  return error.message || each || error.name;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
