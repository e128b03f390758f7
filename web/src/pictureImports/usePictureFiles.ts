import { pictureImports } from '@piezario/contract/picture-imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onReconnected } from '../api/connection.ts';
import { refresh, useRewrite } from '../api/hooks.ts';
import { isRunning } from '../ui/upload/upload.ts';
import { useUploads } from '../ui/upload/useUploads.ts';
import { takeOver } from './handedOver.ts';
import { checkFile, isHidden } from './words.ts';

/** Limit of automatic retries of a file that may be accepted later, and milliseconds between them. */
const MAX_TRIES = 20;
const TRY_EVERY = 5_000;

/** Uploads files to an import, three at once. Retries failed files on a timer and when the connection is back. */
export function usePictureFiles(id: number) {
  const queries = useQueryClient();
  const rewrite = useRewrite(pictureImports.show);
  const [stored, setStored] = useState(0);
  const { uploads, ...actions } = useUploads(pictureImports.addFile, {
    atOnce: 3,
    sent: (attachment) => ({ body: { id, attachment } }),
    check: checkFile,
    // The import is gone, or takes no files any more.
    final: [404, 409],
    onStored: (job) => {
      setStored((count) => count + 1);
      // Answers may overtake each other.
      rewrite({ pictureImportId: String(id) }, (before) => (job.files > before.files ? job : before));
    },
  });
  const add = (files: readonly File[]) => actions.add(files.filter((file) => !isHidden(file)));
  const begin = useEffectEvent(() => add(takeOver(id)));
  useEffect(() => begin(), []);

  const stopped = uploads.filter(({ status }) => status.name === 'failed' && status.retriable);
  const tries = useRef(new Map<number, number>());
  const retryAll = useEffectEvent(() => {
    for (const upload of stopped) {
      const before = tries.current.get(upload.id) ?? 0;
      tries.current.set(upload.id, before + 1);
      if (before < MAX_TRIES) actions.retry(upload);
    }
  });
  const hasStopped = stopped.length > 0;
  useEffect(() => {
    if (!hasStopped) return;
    const timer = setInterval(() => retryAll(), TRY_EVERY);
    const stop = onReconnected(() => retryAll());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [hasStopped]);

  const left = uploads.filter(isRunning).length + stopped.length;
  const isSending = left > 0;
  useEffect(() => {
    if (isSending) return () => void refresh(queries, pictureImports.addFile);
  }, [isSending, queries]);
  const begun = uploads.reduce((sum, { status }) => sum + (status.name === 'sending' ? status.sent : 0), 0);
  const total = stored + left;
  return { ...actions, add, uploads, left, total, sent: total > 0 ? (stored + begun) / total : 0 };
}
