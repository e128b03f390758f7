import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Work that records its start, and ends when `end` is called. */
function controlled(started: string[]) {
  const endings = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      endings.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    endings.get(name)?.();
    await settled();
  };
  return { work, end };
}

async function readAll<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
}

describe('a limiter', () => {
  test('runs a limited number at once, and the others in the order of arrival', async () => {
    const started: string[] = [];
    const { work, end } = controlled(started);
    const limiter = createLimiter({ atOnce: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => limiter.run(work(name))));
    await settled();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await end('c');
    await end('d');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  test('does not let a key that has used up its share block the others', async () => {
    const started: string[] = [];
    const { work, end } = controlled(started);
    const limiter = createLimiter<number>({ atOnce: 2, perKey: 1 });
    const all = Promise.all([
      limiter.run(work('first of 1'), 1),
      limiter.run(work('second of 1'), 1),
      limiter.run(work('first of 2'), 2),
      limiter.run(work('second of 2'), 2),
    ]);
    await settled();
    expect(started).toEqual(['first of 1', 'first of 2']);
    await end('first of 2');
    expect(started.slice(2)).toEqual(['second of 2']);
    await end('first of 1');
    expect(started.slice(3)).toEqual(['second of 1']);
    await end('second of 1');
    await end('second of 2');
    await all;
  });

  test('reserves places for keys with nothing running', async () => {
    const started: string[] = [];
    const { work, end } = controlled(started);
    const limiter = createLimiter<number>({ atOnce: 4, perKey: 2, reserved: 2 });
    const all = Promise.all(
      ['1a', '1b', '2a', '2b', '3a', '3b', '4a'].map((name) => limiter.run(work(name), Number(name[0]))),
    );
    await settled();
    expect(started).toEqual(['1a', '1b', '2a', '3a']);
    await end('1a');
    expect(started.slice(4)).toEqual(['4a']);
    // A key gets a second place only while fewer than two are in use: 3b waits until 3a ends.
    await end('2a');
    expect(started.slice(5)).toEqual(['2b']);
    await end('1b');
    await end('3a');
    expect(started.slice(6)).toEqual(['3b']);
    for (const name of ['2b', '3b', '4a']) await end(name);
    await all;
  });

  test('continues after failed work', async () => {
    const limiter = createLimiter({ atOnce: 1 });
    const failed = limiter.run(() => Promise.reject(new Error('no')));
    const next = limiter.run(async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  test('refuses work that has waited too long, and removes it from the queue', async () => {
    const started: string[] = [];
    const { work, end } = controlled(started);
    const limiter = createLimiter({ atOnce: 1, maxWait: { ms: 10, error: () => new Error('late') } });
    const first = limiter.run(work('first'));
    await expect(limiter.run(work('second'))).rejects.toThrow('late');
    const third = limiter.run(work('third'));
    await end('first');
    await end('third');
    expect(started).toEqual(['first', 'third']);
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  });

  test('counts a stream until its reader has taken all of it or stops', async () => {
    async function* letters() {
      yield 'a';
      yield 'b';
    }
    const limiter = createLimiter({ atOnce: 1 });
    const first = limiter.stream(letters);
    expect(await first.next()).toEqual({ value: 'a', done: false });
    const second = readAll(limiter.stream(letters));
    let isSecondDone = false;
    void second.then(() => {
      isSecondDone = true;
    });
    await settled();
    expect(isSecondDone).toBe(false);
    await first.return(undefined);
    expect(await second).toEqual(['a', 'b']);
    expect(await readAll(limiter.stream(letters))).toEqual(['a', 'b']);
  });
});
