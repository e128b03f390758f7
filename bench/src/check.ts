import assert from 'node:assert/strict';
import type { Compared } from './calls.ts';
import type { Caller } from './client.ts';

/** Throws unless both sides answer the same to every call. */
export async function refuseUnlikeAnswers({ name, pairs }: Compared, app: Caller, limit: Caller): Promise<void> {
  for (const pair of pairs) {
    const [ours, theirs] = [await app(pair.app), await limit(pair.limit)];
    assert.deepEqual(comparable(name, theirs), comparable(name, ours), `${name}: the limit answers something else`);
  }
}

/**
 * Returns the result without expected differences: cursors are opaque, moments have another format, and each stored
 * part has its own id and code.
 */
function comparable(name: Compared['name'], answer: Buffer): unknown {
  const { result } = JSON.parse(answer.toString(), (key, value) => (DIFFERENT.has(key) ? undefined : value));
  return name === 'store' ? { ...result, id: 0, code: '' } : result;
}

const DIFFERENT = new Set(['next', 'created_at', 'updated_at', 'updated_by', 'discontinued_at']);
