import { Button } from '@mantine/core';
import { IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Failed } from '../Failed.tsx';
import { Notice } from '../Notice.tsx';
import { noneOf, type Words } from '../words.ts';

/** Title and action of an empty list. */
export type Emptiness = { title?: string | undefined; action?: ReactNode };

type Props = {
  words: Words;
  page: { error: Error | null; refetch: () => Promise<unknown> };
  filtered: boolean;
  onClear: () => void;
  empty: Emptiness | undefined;
};

/** Notice of a list without rows: the request failed, the filters match nothing, or the list is empty. */
export function NoRows({ words, page, filtered, onClear, empty }: Props) {
  if (page.error) return <Failed title="No se pudo cargar la lista" read={page} />;
  if (filtered) {
    return (
      <Notice
        icon={IconSearchOff}
        title={`${noneOf(words)} coincide con los filtros`}
        action={
          <Button variant="light" onClick={onClear}>
            Limpiar filtros
          </Button>
        }
      />
    );
  }
  return (
    <Notice icon={IconInbox} title={empty?.title ?? `Todavía no hay ${words.many}`} action={empty?.action ?? null} />
  );
}
