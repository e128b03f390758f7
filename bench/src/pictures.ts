import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readWithThumbnail } from '../../server/dist/files/image.js';
import { type Call, withCaller } from './client.ts';
import { quantile, timeEach } from './measure.ts';

/*
 * Uploads of a hundred photos of 12 megapixels, four at a time, to the real server with its demo data: the rate against
 * decoding and encoding without a server, the memory, and the response time of the list of parts during the uploads.
 */

const PHOTOS = 100;
const AT_ONCE = 4;
const LISTS = 200;
const SERVER = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const ADMIN = { email: 'admin@piezario.demo', password: 'piezario-demo' };
const CATALOG = '/api/backend/user-catalog';

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Noise over large shapes, similar to a photo of a part by a phone. */
async function takePhoto(path: string, seed: number): Promise<void> {
  const [width, height] = [4000, 3000];
  const strokes = `<svg width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="hsl(${seed * 47} 40% 35%)"/><stop offset="1" stop-color="hsl(${seed * 91} 30% 70%)"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${1200 + seed * 90}" cy="1500" r="900"
    fill="#a8b2ba" stroke="#333" stroke-width="60"/></svg>`;
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 22 };
  const grain = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  await sharp(Buffer.from(strokes))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toFile(path);
}

/** Runs `use` on every item, `atOnce` at a time. */
async function forAll<T>(items: readonly T[], atOnce: number, use: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await use(next);
    }),
  );
}

/** Items per second. */
async function rate<T>(items: readonly T[], atOnce: number, use: (item: T) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await forAll(items, atOnce, use);
  return (1000 * items.length) / (performance.now() - start);
}

async function startServer(dataDir: string): Promise<{ server: ChildProcess; url: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DEMO: '1', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    const [, url] = /Piezario está en (\S+)/.exec(output) ?? [];
    if (url) return { server, url };
  }
  throw new Error(`The server did not start:\n${output}`);
}

/** Current and peak memory of the process. */
async function memoryOf(pid: number | undefined): Promise<{ now: string; most: string }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const read = (name: string) => megabytes(1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]));
  return { now: read('VmRSS'), most: read('VmHWM') };
}

const describe = (name: string, times: readonly number[]) =>
  `| ${[name, ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1))].join(' | ')} |`;

async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'piezario-bench-'));
  const paths = Array.from({ length: 6 }, (_, index) => join(dataDir, `photo-${index}.jpg`));
  for (const [seed, path] of paths.entries()) await takePhoto(path, seed);
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const numbers = Array.from({ length: PHOTOS }, (_, index) => index);
  say(`Photos of 4000 × 3000 pixels and ${megabytes(contents.reduce((sum, { length }) => sum + length, 0) / 6)} each`);
  say(`Load before: ${(await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim()}`);

  const bare = await rate(numbers, AT_ONCE, (index) => readWithThumbnail(pick(paths, index), 1920));

  const { server, url } = await startServer(dataDir);
  try {
    const post = async (path: string, body: string | FormData, headers: Record<string, string> = {}) => {
      const response = await fetch(url + path, { method: 'POST', body, headers });
      const answer = (await response.json()) as { code: number; message: string; result: { access_token: string } };
      if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}: ${answer.message}`);
      return answer.result;
    };
    const json = { 'content-type': 'application/json' };
    const { access_token } = await post('/api/backend/auth/login', JSON.stringify(ADMIN), json);
    const headers = { authorization: `Bearer ${access_token}` };
    const list: Call = { method: 'GET', path: `${CATALOG}/parts/1/all` };
    const lists = (length: number) =>
      withCaller(url, headers, 1, (call) =>
        timeEach(
          call,
          Array.from({ length }, () => list),
        ),
      );
    const found = await withCaller(url, headers, 1, (call) => call(list));
    const parts: { id: number }[] = JSON.parse(found.toString()).result.data;

    await lists(20);
    const idle = await lists(LISTS);
    const before = await memoryOf(server.pid);
    let uploading = true;
    const uploads = rate(numbers, AT_ONCE, (index) => {
      const form = new FormData();
      form.append('part_id', `${pick(parts, index).id}`);
      form.append('attachment', new Blob([pick(contents, index)]), `foto-${index}.jpg`);
      return post(`${CATALOG}/pictures/store`, form, headers);
    }).finally(() => {
      uploading = false;
    });
    const during: number[] = [];
    while (uploading) during.push(...(await lists(1)));
    const throughput = await uploads;
    const after = await memoryOf(server.pid);

    say(`\n${PHOTOS} uploads, ${AT_ONCE} at once: ${throughput.toFixed(1)} a second;`);
    say(
      `decoding and encoding them without a server: ${bare.toFixed(1)} a second (${(throughput / bare).toFixed(2)}×)`,
    );
    say(`Memory of the server: ${before.now} before, ${after.most} at most\n`);
    say('| list of parts | p50 ms | p99 ms | most ms |\n|---|---|---|---|');
    say(describe('idle', idle));
    say(describe(`during uploads (${during.length})`, during));
  } finally {
    server.kill();
    await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

await run();
