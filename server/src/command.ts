/** Runs what the operator asked for. A failure is told with its causes, and ends the process. */
export function runCommand(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    for (let cause: unknown = error; cause; cause = cause instanceof Error ? cause.cause : null) {
      process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
    }
    process.exit(1);
  });
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
