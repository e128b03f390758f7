/** Stores a text in this browser, or deletes it. A full storage is ignored. */
export function store(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // An open page works without the stored values.
  }
}

/** Seven days. Drafts and recent parts that outlive a session are deleted after that. */
export const KEPT_FOR = 7 * 24 * 60 * 60_000;

/** Keys of values that belong to a person are `name:user id`, optionally followed by a colon and more. */
const isOf = (key: string, person: string) => new RegExp(`^\\w+:${person}(:|$)`).test(key);
const keysOf = (person: string) => Object.keys(localStorage).filter((key) => isOf(key, person));

/** Deletes what this browser stores for a person. */
export function dropStored(userId: string | null) {
  if (userId !== null) for (const key of keysOf(userId)) localStorage.removeItem(key);
}

/** Deletes what is older than seven days by its `at`, of every person. */
export function dropStale(now = Date.now()) {
  for (const key of keysOf('\\d+')) if (now - storedAt(key) > KEPT_FOR) localStorage.removeItem(key);
}

/** Infinity without a date, so that the value is not deleted. */
function storedAt(key: string): number {
  try {
    const { at } = JSON.parse(localStorage.getItem(key) ?? '');
    return typeof at === 'number' ? at : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
