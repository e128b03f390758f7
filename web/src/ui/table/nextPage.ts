import { type ListQuery, readCursor } from '@piezario/contract/list';

/**
 * The page after the one that the query asks for. Its cursor takes the server straight to it, unless it is that of
 * another page or order: the query may be ahead of the answer that had it.
 */
export function nextPage({ page, sort }: ListQuery, cursor: string | null): Partial<ListQuery> {
  const led = cursor === null ? null : readCursor(cursor, sort);
  return led?.page === page + 1 ? led : { page: page + 1 };
}
