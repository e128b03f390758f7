/** The states of long work, such as an import. One in review waits for a person, and writes nothing until then. */
export const JOB_STATES = ['queued', 'running', 'review', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
