/** Keeps a text in this browser, or forgets it. Where the storage is full, the page goes on without it. */
export function store(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nothing that is kept here is needed while the page is open.
  }
}
