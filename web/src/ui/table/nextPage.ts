import { type ListQuery, readCursor } from '@piezario/contract/list';

/**
 * Returns the page after that of the query. Uses the cursor, unless it leads to another page or is of another order:
 * the query may be newer than the answer that had the cursor.
 */
export function nextPage({ page, sort }: ListQuery, cursor: string | null): Partial<ListQuery> {
  const led = cursor === null ? null : readCursor(cursor, sort);
  return led?.page === page + 1 ? led : { page: page + 1 };
}
