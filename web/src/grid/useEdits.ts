import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { readOwner } from '../api/token.ts';
import { readDraft, storeDraft } from '../ui/drafts.ts';
import { type EditHistory, type Edits, startOf } from '../ui/grid/edits.ts';
import { notifyError } from '../ui/notify.ts';

const Draft = z.object({
  at: z.number(),
  rows: z.record(z.string(), z.record(z.string(), z.object({ text: z.string(), base: z.string() }))),
});

/** Milliseconds after the last change, since a large draft takes some to write. */
const PAUSE = 400;

function recover(name: string): Edits {
  const draft = Draft.safeParse(readDraft(name)).data;
  return new Map(Object.entries(draft?.rows ?? {}));
}

/** Unsaved changes of a sheet, stored as a draft: they survive a reload, a closed tab and the end of the session. */
export function useEdits(name: string) {
  const [history, setHistory] = useState<EditHistory>(() => startOf(recover(name)));
  const [isRecovered, setRecovered] = useState(history.edits.size > 0);
  const { edits } = history;
  /** The changes as they were last read or written, so that a tab without changes does not overwrite those of another. */
  const written = useRef(edits);
  const write = useEffectEvent(() => {
    if (edits === written.current || readOwner() === null) return;
    written.current = edits;
    const at = Date.now();
    storeDraft(name, edits.size > 0 ? { at, rows: Object.fromEntries(edits) } : null);
    if (edits.size > 0 && Draft.safeParse(readDraft(name)).data?.at !== at) {
      notifyError('Son demasiados cambios para el borrador de este navegador: guardalos antes de cerrar');
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is what it waits for
  useEffect(() => {
    const timer = setTimeout(() => write(), PAUSE);
    return () => clearTimeout(timer);
  }, [edits]);
  useEffect(() => {
    const leave = () => write();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return { history, setHistory, isRecovered, forget: () => setRecovered(false) };
}
