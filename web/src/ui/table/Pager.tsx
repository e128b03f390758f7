import { Button, NativeSelect } from '@mantine/core';
import type { ListQuery, Paged } from '@piezario/contract/list';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { formatNumber } from '../format.ts';
import { capital, counted, type Words } from '../words.ts';
import { nextPage } from './nextPage.ts';
import classes from './Pager.module.css';
import type { ListState } from './useListQuery.ts';

const SIZES = [25, 50, 100, 200];

type Props = ListState & {
  words: Words;
  ahead: ((next: Partial<ListQuery>) => void) | undefined;
  page: Paged<unknown> | undefined;
  busy: boolean;
  children: ReactNode;
};

export function Pager({ words, ahead, query, setQuery, page, busy, children }: Props) {
  // At least the current page: the number of pages is unknown offline, and stale after a removal.
  const last = Math.max(page?.last_page ?? 1, query.page);
  const [isFirst, isLast] = [query.page <= 1, query.page >= last];
  const go = (to: number) => setQuery(() => ({ page: to }));
  // While busy, the page and its cursor are of the previous query.
  const cursor = busy ? null : (page?.next ?? null);
  const near = () => {
    if (!busy && query.page < last) ahead?.(nextPage(query, cursor));
  };
  return (
    <div className={classes.pager}>
      <p className="flex dim text-sm digits nowrap gap-12" role="status">
        {page && <span>{countOf(words, page)}</span>}
        {busy && <span className="appears">Cargando...</span>}
      </p>
      {children}
      <NativeSelect
        aria-label={`${capital(words.many)} por página`}
        size="xs"
        value={String(query.size)}
        onChange={(event) => setQuery(() => ({ size: Number(event.target.value) }))}
        data={sizesWith(query.size).map((size) => ({ value: String(size), label: `${size} filas` }))}
      />
      <nav className={classes.pages} aria-label={`Páginas de ${words.many}`}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={14} />}
          {...off(isFirst)}
          onClick={() => !isFirst && go(query.page - 1)}
        >
          Anterior
        </Button>
        <PageField key={query.page} query={query} last={last} go={go} />
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={14} />}
          {...off(isLast)}
          onMouseEnter={near}
          onFocus={near}
          onClick={() => !isLast && setQuery((view) => nextPage(view, cursor))}
        >
          Siguiente
        </Button>
      </nav>
    </div>
  );
}

/** A link may ask for a size that the menu does not offer. */
const sizesWith = (size: number) => (SIZES.includes(size) ? SIZES : [...SIZES, size].sort((a, b) => a - b));

/** Disables a button without losing the focus, so that the person can go on from there. */
const off = (isOff: boolean) => (isOff ? { 'data-disabled': true, 'aria-disabled': true } : {});

function countOf(words: Words, { from, to, total }: Paged<unknown>): string {
  const all = counted(total, words.one, words.many);
  return from === null || to === null ? all : `${formatNumber(from)}–${formatNumber(to)} de ${all}`;
}

/** Goes to the typed page on Enter, or when the field loses the focus. */
function PageField({ query, last, go }: { query: ListQuery; last: number; go: (page: number) => void }) {
  const id = useId();
  const read = (text: string) => {
    const page = Math.min(Number.parseInt(text, 10), last);
    if (page >= 1 && page !== query.page) go(page);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    read(String(new FormData(event.currentTarget).get('page')));
  };
  return (
    <form className={classes.page} onSubmit={submit}>
      <label htmlFor={id}>Página</label>
      <input
        id={id}
        name="page"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={query.page}
        onBlur={(event) => read(event.currentTarget.value)}
      />
      <span>de {formatNumber(last)}</span>
    </form>
  );
}
