import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@piezario/contract/demo';
import { createApp, jobKinds } from './app.ts';
import { sweepSessions } from './auth/sessions.ts';
import { sweepAttempts } from './auth/throttle.ts';
import { runCommand, say } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { sweepAlternatives, sweepConflicts } from './conflicts/sweep.ts';
import type { Db } from './db/connection/connect.ts';
import { watchReplicas } from './db/connection/replicas.ts';
import { openDatabase } from './db/open.ts';
import { loadDemo } from './demo/demo.ts';
import { signOutLeftovers } from './demo/leftovers.ts';
import { sweepTickets } from './downloads/downloads.ts';
import type { Files } from './files/files.ts';
import { refuseForeignStore } from './files/mark.ts';
import { openFiles } from './files/open.ts';
import { sweepHistory } from './history/sweep.ts';
import { sweepSnapshots } from './home/snapshots.ts';
import { sweepTemporaryFolders } from './http/temporary.ts';
import { sweepImports } from './importer/sweep.ts';
import { createJobQueue } from './jobs/queue.ts';
import { createMetrics } from './metrics/metrics.ts';
import { sweepPictureImports } from './picture-imports/sweep.ts';
import { sweepPictures } from './pictures/sweep.ts';
import { loadReference } from './reference/reference.ts';
import { sweepRejected } from './suggestions/sweep.ts';
import { createFirstAdmin } from './users/first-admin.ts';

const STOP_WITHIN = 15_000;
const SWEEP_EVERY = 60 * 60_000;
const COUNT_EVERY = 60_000;

/** PostgreSQL also logs every connection that it refuses or ends while it starts or stops. */
const isNoise = (line: string) =>
  /FATAL: .*(is starting up|is shutting down|not yet accepting|terminating connection)/.test(line);

const warn = (line: string) => {
  if (!isNoise(line)) process.stderr.write(`${line}\n`);
};

async function sweep(db: Db, files: Files, { dataDir, importFilesDays, historyMonths }: Config) {
  await sweepTemporaryFolders(dataDir);
  await sweepSessions(db);
  await sweepAttempts(db);
  await sweepTickets(db);
  await sweepImports(db, files, importFilesDays);
  await sweepPictureImports(db, files);
  await sweepPictures(db, files);
  await sweepHistory(db, historyMonths);
  await sweepRejected(db);
  await sweepAlternatives(db);
  await sweepSnapshots(db);
}

/** Runs now, and again after each pause. Returns a function that ends the repetition. */
function repeat(run: () => Promise<void>, pause: number, fail: (error: unknown) => void): () => void {
  const ending = new AbortController();
  const go = async () => {
    while (!ending.signal.aborted) {
      await run().catch(fail);
      await delay(pause, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);
    }
  };
  void go();
  return () => ending.abort();
}

const explainTaken = (setting: string) => (error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new Error(`Port ${error.port} is taken. Stop the program that uses it, or set ${setting} to another one.`);
};

async function start() {
  const config = readConfig(process.env);
  say('Iniciando Piezario…');
  const database = await openDatabase({ ...config, log: warn });
  const { db } = database;
  const files = await openFiles(config);
  await refuseForeignStore(db, files, warn);
  await loadReference(db, (line) => say(`  Cargando ${line}…`));
  if (config.demo) await loadDemo(db, files, (line) => say(`  Cargando ${line}…`));
  const leftovers = config.demo ? [] : await signOutLeftovers(db);
  if (config.admin) await createFirstAdmin(db, config.admin);

  const jobs = await createJobQueue({
    ...database,
    kinds: jobKinds(db, files),
    store: { dataDir: config.dataDir, s3: config.s3 },
    limits: config.jobLimits,
    isAlone: !config.databaseUrl,
    log: warn,
  });
  const metrics =
    config.metricsPort === null
      ? null
      : createMetrics(database, { port: config.metricsPort, host: config.metricsHost });
  const replicas = config.databaseReplicaUrls.length > 0 ? watchReplicas(database.monitor, config, warn) : null;
  const app = await createApp(config, { ...database, files, jobs, metrics, replicas });
  const url = await app.listen({ port: config.port, host: config.host }).catch(explainTaken('PORT'));
  const figures = await metrics?.listen().catch(explainTaken('METRICS_PORT'));
  jobs.start();

  let stopping = false;
  const logFailure = (error: unknown) => {
    if (!stopping) app.log.error(error);
  };
  // A server that is often restarted may never run for an hour, so the first sweep is now.
  const ends = [
    repeat(() => sweep(db, files, config), SWEEP_EVERY, logFailure),
    repeat(() => sweepConflicts(db), COUNT_EVERY, logFailure),
  ];
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    for (const end of ends) end();
    await Promise.all([app.close(), jobs.stop(), figures?.close()]);
    await replicas?.close();
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  if (config.isPublicUrlMissing) {
    say(`Falta PUBLIC_URL: en los archivos que se descarguen, las fotos van a apuntar a ${config.publicUrl}`);
  }
  if (leftovers.length > 0) {
    say(
      `Estas cuentas son de una demostración y todavía tienen su clave, que es pública: no pueden ingresar hasta que un`,
    );
    say(`administrador les ponga otra (si no hay ninguno, npm run create-admin): ${leftovers.join(', ')}`);
  }
  say(`\nPiezario está en ${url}\n`);
  if (figures) say(`Las cifras para monitoreo están en ${figures.url}\n`);
  if (config.demo) {
    say(`Cuentas de demostración, todas con la clave ${DEMO_PASSWORD}:`);
    for (const { email, name } of DEMO_ACCOUNTS) say(`  ${email.padEnd(26)} ${name}`);
    say('');
  }
}

runCommand(start);
