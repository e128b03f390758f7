import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Linux counts the CPU time of processes in hundredths of a second. */
const TICK_MS = 10;

/** Fields of `stat` after the name of a process, from the third one on. */
async function readStat(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const sum = (fields: readonly string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0) * TICK_MS;

/** Milliseconds of CPU of a process so far: utime and stime. */
export const cpuOf = async (pid: number) => sum(await readStat(pid), 11, 13);

/** Like `cpuOf`, for all processes of PostgreSQL, running and ended ones (cutime and cstime). */
export async function cpuOfPostgres(postmaster: number): Promise<number> {
  const running = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  const times = await Promise.all(running.split(' ').filter(Boolean).map(Number).map(cpuOf));
  return times.reduce((total, time) => total + time, sum(await readStat(postmaster), 13, 15));
}

/** The process id of PostgreSQL's server, whose children do the work. */
export async function readPostmaster(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  return Number(rows[0]?.file.split('\n')[0]);
}
