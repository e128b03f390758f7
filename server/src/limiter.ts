type Options = {
  /** Limit of concurrent work for all keys. */
  readonly atOnce: number;
  /** Limit of concurrent work for one key. */
  readonly perKey?: number;
  /** Part of `atOnce` that is reserved for keys with nothing running. */
  readonly reserved?: number;
  /** Work that waits longer than this many milliseconds is refused. */
  readonly maxWait?: { readonly ms: number; readonly error: () => Error };
  /** Work that would have to wait behind this much other work is refused. */
  readonly maxWaiting?: { readonly count: number; readonly error: () => Error };
};

type Waiting<Key> = { readonly key: Key; readonly start: () => void };

/**
 * Limits how much work runs at the same time; the rest waits in a queue. A key whose share is used up does not hold up
 * the other keys.
 */
export function createLimiter<Key = void>({ atOnce, perKey = atOnce, reserved = 0, maxWait, maxWaiting }: Options) {
  const running: Key[] = [];
  const queue: Waiting<Key>[] = [];

  const hasRoom = (key: Key) => {
    const own = running.filter((other) => other === key).length;
    return own < perKey && running.length < (own === 0 ? atOnce : atOnce - reserved);
  };

  const acquire = (key: Key) =>
    new Promise<void>((resolve, reject) => {
      if (maxWaiting && queue.length >= maxWaiting.count) {
        reject(maxWaiting.error());
        return;
      }
      const refuse = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(maxWait?.error());
      };
      const timer = maxWait && setTimeout(refuse, maxWait.ms);
      const start = () => {
        clearTimeout(timer);
        running.push(key);
        resolve();
      };
      const waiting = { key, start };
      if (hasRoom(key)) start();
      else queue.push(waiting);
    });

  const release = (key: Key) => {
    running.splice(running.indexOf(key), 1);
    for (const waiting of [...queue]) {
      if (!hasRoom(waiting.key)) continue;
      queue.splice(queue.indexOf(waiting), 1);
      waiting.start();
    }
  };

  return {
    /** Returns true when more work would be refused. */
    isFull: () => maxWaiting !== undefined && queue.length >= maxWaiting.count,

    async run<T>(work: () => Promise<T>, key: Key): Promise<T> {
      await acquire(key);
      try {
        return await work();
      } finally {
        release(key);
      }
    },

    /** Like `run`, for a generator, which counts as running until its reader has read all of it or stops. */
    async *stream<T>(work: () => AsyncIterable<T>, key: Key): AsyncGenerator<T> {
      await acquire(key);
      try {
        yield* work();
      } finally {
        release(key);
      }
    },
  };
}
