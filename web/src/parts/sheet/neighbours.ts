import type { ListPage } from '../../ui/listPage.ts';

export type Step = 1 | -1;

/** The id before or after another one, or undefined at the edge of the page. */
export const neighbourOnPage = ({ ids }: ListPage, id: number, step: Step) => ids[ids.indexOf(id) + step];

/** The call of the previous or next page. A cursor continues after the last row, even if rows have left the page. */
export function callOfPage({ call, page, next }: ListPage, step: Step): string {
  const [path = '', query] = call.split('?');
  const search = new URLSearchParams(query);
  search.delete('page[number]');
  search.delete('page[after]');
  if (step === 1 && next !== null) search.set('page[after]', next);
  else search.set('page[number]', String(page + step));
  return `${path}?${search}`;
}
