import { admits, SCREENS } from '@piezario/contract/access';
import { tidy } from '@piezario/contract/fields';
import type { Suggestion } from '@piezario/contract/search';
import { IconActivity, IconHistory, IconTrash } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRole } from '../auth/session.tsx';
import type { Result } from '../search/ResultList.tsx';
import { type OverCatalog, overCatalog } from '../selection/usePartLink.ts';

const ICON = { size: 20, stroke: 1.6 };
/** Words of a question about a code: «quién borró PF 130301». Not «cambio» alone, as in «caja de cambio». */
const ASKING = /(^|\s)(actividad|historial|papelera|qui[eé]n\s+cambio|qui[eé]n|cambió|borr[oó]|elimin[oó])(?=\s|$)/i;
const WORDS = new RegExp(`${ASKING.source}|(^|\\s)(de|del|en|la)(?=\\s|$)`, 'gi');
/** Limit of characters of a code with its brand. */
const MAX_CODE = 60;

/** What was typed without the words of the question. */
export const codeIn = (typed: string) => tidy(ASKING.test(typed) ? typed.replace(WORDS, ' ') : typed);

type Target = {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly state?: OverCatalog['state'];
};

/** Links for a code: the history of the part that has it, its activity and its place in the trash. */
export function useCodeOffers(typed: string, found: readonly Suggestion[]): Result[] {
  const role = useRole();
  const router = useRouter();
  const code = codeIn(typed);
  if (!admits(SCREENS.activity, role) || !/\d/.test(code) || code.length > MAX_CODE) return [];
  const offer = (title: string, icon: ReactNode, target: Target): Result => ({
    ...{ key: `code-${title}`, group: 'Qué pasó con este código', icon, title },
    href: router.buildLocation(target).href,
    open: () => void router.navigate(target),
  });
  const part = found.find(({ match: { kind, how } }) => kind === 'code' && how === 'exact');
  return [
    ...(part
      ? [
          offer(
            `Historial de ${part.brand} ${part.code}`,
            <IconHistory {...ICON} />,
            overCatalog(part, { view: 'history' }),
          ),
        ]
      : []),
    offer(`Actividad de ${part?.code ?? code}`, <IconActivity {...ICON} />, {
      to: '/activity',
      search: { 'filter[contains-part]': part?.code ?? code },
    }),
    offer(`${part?.code ?? code} en la papelera`, <IconTrash {...ICON} />, {
      to: '/parts/trash',
      search: { 'filter[contains-code]': part?.code ?? code },
    }),
  ];
}
