import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { upload } from '../../api/upload.ts';
import { isRunning, type Refusal, refusalOf, type Status, statusOf, type Upload } from './upload.ts';

type Options<E extends Endpoint> = {
  /** Number of files that are sent in parallel. */
  atOnce: number;
  sent: (file: File) => Sent<E>;
  /** Returns a refusal without sending the file, or null. `ahead` counts the uploads that still run. */
  check: (file: File, ahead: number) => Refusal | null;
  /** Answers after which no file is accepted any more, beside those that are about the file. */
  final?: readonly number[];
  /** Awaited before a stored file leaves the list. */
  ready?: (result: Result<E>) => Promise<void>;
  /** Called when the file leaves the list because the server has stored it. */
  onStored: (result: Result<E>, upload: Upload, message: string) => void;
};

const isReady = async () => {};

/** Files on their way to the server. A failed one stays in the list until it is retried or removed. */
export function useUploads<E extends Endpoint>(endpoint: E, options: Options<E>) {
  const { atOnce, sent, check, final, ready = isReady, onStored } = options;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const requests = useRef(new Map<number, AbortController>());
  const setStatus = ({ id }: Upload, status: Status) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, status } : one)));
  const checked = (file: File, others: readonly Upload[]) => statusOf(check(file, others.filter(isRunning).length));

  const add = (files: readonly File[]) => {
    const chosen = files.map((file) => {
      lastId.current += 1;
      return { id: lastId.current, file };
    });
    setUploads((before) => {
      const all = [...before];
      for (const { id, file } of chosen) all.push({ id, file, status: checked(file, all) });
      return all;
    });
  };
  const retry = (one: Upload) => setStatus(one, checked(one.file, uploads));
  const remove = ({ id }: Upload) => {
    requests.current.get(id)?.abort();
    requests.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  };

  const send = async (one: Upload) => {
    const request = new AbortController();
    requests.current.set(one.id, request);
    setStatus(one, { name: 'sending', sent: 0 });
    try {
      const { result, message } = await upload(endpoint, sent(one.file), {
        signal: request.signal,
        onProgress: (share) => setStatus(one, { name: 'sending', sent: share }),
      });
      await ready(result);
      remove(one);
      onStored(result, one, message);
    } catch (error) {
      if (!request.signal.aborted) setStatus(one, statusOf(refusalOf(ApiError.of(error), final)));
    }
  };
  const sendNext = useEffectEvent((all: readonly Upload[]) => {
    const free = atOnce - all.filter(({ status }) => status.name === 'sending').length;
    for (const one of all.filter(({ status }) => status.name === 'waiting').slice(0, free)) void send(one);
  });
  useEffect(() => sendNext(uploads), [uploads]);
  useEffect(() => {
    const { current } = requests;
    return () => {
      for (const request of current.values()) request.abort();
    };
  }, []);

  return { uploads, add, retry, remove };
}
