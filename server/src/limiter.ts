type Options = {
  /** How much work runs at the same time, for all keys together. */
  readonly atOnce: number;
  /** How much of it may belong to one key. */
  readonly perKey?: number;
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
export function createLimiter<Key = void>({ atOnce, perKey = atOnce, maxWait, maxWaiting }: Options) {
  const running: Key[] = [];
  const queue: Waiting<Key>[] = [];

  const hasRoom = (key: Key) => running.length < atOnce && running.filter((other) => other === key).length < perKey;

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
    const next = queue.findIndex((waiting) => hasRoom(waiting.key));
    if (next !== -1) queue.splice(next, 1)[0]?.start();
  };

  return {
    async run<T>(work: () => Promise<T>, key: Key): Promise<T> {
      await acquire(key);
      try {
        return await work();
      } finally {
        release(key);
      }
    },

    /** The same for a generator, which counts as running until its reader has taken all of it or stops. */
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
