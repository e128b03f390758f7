/** Runs what the operator asked for. A failure is told with its causes, and ends the process. */
export function runCommand(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    for (let cause: unknown = error; cause; cause = cause instanceof Error ? cause.cause : null) {
      process.stderr.write(`${wordsOf(cause)}\n`);
    }
    process.exit(1);
  });
}

/** What an error says. A name with several addresses fails once for each of them, and that error has no words of its own. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const each = error instanceof AggregateError ? error.errors.map(wordsOf).join('; ') : '';
  return error.message || each || error.name;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
