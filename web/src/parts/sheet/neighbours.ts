import type { ListPage } from '../../ui/listPage.ts';

export type Step = 1 | -1;

/** The record before or after another one, where the page has it. */
export const neighbourOnPage = ({ ids }: ListPage, id: number, step: Step) => ids[ids.indexOf(id) + step];

/** The call that reads the page before or after this one. A cursor goes on after its last row, whatever rows have left it. */
export function callOfPage({ call, page, next }: ListPage, step: Step): string {
  const [path = '', query] = call.split('?');
  const search = new URLSearchParams(query);
  search.delete('page[number]');
  search.delete('page[after]');
  if (step === 1 && next !== null) search.set('page[after]', next);
  else search.set('page[number]', String(page + step));
  return `${path}?${search}`;
}
