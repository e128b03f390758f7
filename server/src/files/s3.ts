import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import type { Config } from '../config.ts';
import { checkKey, type Files, isKey, typeOf, unavailable } from './files.ts';

/** Milliseconds until the store must begin its answer. For an upload, that includes receiving all of it. */
const ANSWER_WITHIN = 15_000;
const TAKE_WITHIN = 5 * 60_000;

/** Files in a bucket of any store that speaks S3. */
export function openS3(settings: NonNullable<Config['s3']>): Files {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucket = addressOf(settings);

  /** Throws every error as a failure of the store, which may be temporary. */
  async function send(method: string, path: string, init: RequestInit = {}, alsoFine?: 404): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), init.body ? TAKE_WITHIN : ANSWER_WITHIN);
    try {
      const response = await fetch(await client.sign(bucket + path, { ...init, method, signal: patience.signal }));
      if (response.ok || response.status === alsoFine) return response;
      throw new Error(`It answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
    } catch (cause) {
      throw unavailable(new Error(`The store of files failed at ${method} ${path}`, { cause }));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Null when there is no such file. */
  async function find(method: string, key: string, init?: RequestInit): Promise<Response | null> {
    if (!isKey(key)) return null;
    const response = await send(method, key, init, 404);
    if (response.ok) return response;
    await response.body?.cancel();
    return null;
  }

  return {
    put: async (key, source) => {
      checkKey(key);
      const file = typeof source === 'string' ? await readStream(source) : { body: source, bytes: source.length };
      const headers = { 'content-type': typeOf(key), 'content-length': `${file.bytes}` };
      const stored = await send('PUT', key, { body: file.body, headers, duplex: 'half' });
      await stored.body?.cancel();
    },

    stat: async (key) => {
      const found = await find('HEAD', key);
      return found && describe(found);
    },

    get: async (key, range) => {
      const found = await find('GET', key, range && { headers: { range: `bytes=${range.start}-${range.end}` } });
      const content = found?.body ? Readable.fromWeb(found.body as ReadableStream) : Readable.from([]);
      return found && { ...describe(found), content };
    },

    remove: async (key) => {
      const removed = await find('DELETE', key);
      await removed?.body?.cancel();
    },

    list: async function* (prefix) {
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
        const page = await send('GET', `?${query}`);
        const { found, next }: Listing = readListing(await page.text());
        yield* found;
        token = next;
      }
    },
  };
}

function addressOf({ endpoint, bucket, pathStyle }: NonNullable<Config['s3']>): string {
  const url = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
  if (pathStyle) return `${url}${bucket}/`;
  url.hostname = `${bucket}.${url.hostname}`;
  return `${url}`;
}

async function readStream(path: string) {
  const { size } = await stat(path);
  return { body: Readable.toWeb(createReadStream(path)) as NonNullable<RequestInit['body']>, bytes: size };
}

function describe({ headers }: Response) {
  const [whole] = /\d+$/.exec(headers.get('content-range') ?? headers.get('content-length') ?? '') ?? [0];
  return { bytes: Number(whole), modified: new Date(headers.get('last-modified') ?? 0) };
}

type Listing = { readonly found: { key: string; modified: Date }[]; readonly next: string | undefined };

/** A page of a bucket's contents, and the token that asks for the next one. */
function readListing(xml: string): Listing {
  const found: { key: string; modified: Date }[] = [];
  let next: string | undefined;
  let text = '';
  let key = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'Key') key = text;
    if (name === 'LastModified') found.push({ key, modified: new Date(text) });
    if (name === 'NextContinuationToken') next = text;
  });
  parser.write(xml).close();
  return { found, next };
}
