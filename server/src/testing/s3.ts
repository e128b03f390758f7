import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { Config } from '../config.ts';

const BUCKET = 'piezario';
const require = createRequire(import.meta.url);
const bin = require.resolve('s3rver/bin/s3rver.js');

/** Starts an S3 server in a child process. Stops it after the current test or test file, or earlier with `kill`. */
export async function startS3(): Promise<{ settings: NonNullable<Config['s3']>; kill: () => Promise<unknown> }> {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-s3-'));
  // s3rver encrypts the continuation tokens of lists with DES, a legacy cipher of OpenSSL.
  const child = spawn(process.execPath, [
    ...['--openssl-legacy-provider', bin, '-d', folder],
    ...['-a', '127.0.0.1', '-p', '0', '--silent', '--no-vhost-buckets'],
    ...['--configure-bucket', BUCKET],
  ]);
  const kill = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  };
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  if (TestRunner.getCurrentTest()) onTestFinished(stop);
  else afterAll(stop);
  const port = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, found] = /listening on \S+:(\d+)/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The store ended with ${code}:\n${output}`)));
  });
  const settings = {
    ...{ endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: 'us-east-1', pathStyle: true },
    ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
  return { settings, kill };
}
