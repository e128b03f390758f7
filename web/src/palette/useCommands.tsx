import { admits, SCREENS, seesHistory } from '@piezario/contract/access';
import { brands } from '@piezario/contract/brands';
import { parts } from '@piezario/contract/parts';
import {
  IconClock,
  IconCopy,
  IconDownload,
  IconFileImport,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTag,
} from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { useRole, useUser } from '../auth/session.tsx';
import { exportPath } from '../downloads/exportPath.ts';
import { exportsFor } from '../downloads/exports.ts';
import { DUPLICATE } from '../parts/sheet/duplicateHash.ts';
import { recentParts } from '../parts/sheet/recentParts.ts';
import type { Result } from '../search/ResultList.tsx';
import { useSelection } from '../selection/selection.ts';
import { useFilters } from '../selection/useFilters.ts';
import { overCatalog, usePartLink } from '../selection/usePartLink.ts';
import { loadOrTell } from '../ui/lazy.tsx';
import { findByWords } from './findWords.ts';

/** A screen that the person may open. */
export type Screen = {
  readonly label: string;
  /** Its group in the menu. */
  readonly group: string;
  readonly icon: ReactNode;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
};

/** A command, the words that find it, and whether it is offered before the person types. */
type Offer = { readonly result: Result; readonly words: string; readonly atOnce?: boolean };

const ICON = { size: 20, stroke: 1.6 };
/** Limit of matches of a group, so that a common word does not hide the other groups. */
const MAX_OF_A_GROUP = 8;

/** Returns commands that need no search, in order: for the open part, recent parts, screens, actions, brands. */
export function useCommands(screens: readonly Screen[], typed: string): Result[] {
  const recent = useRecent();
  const partActions = usePartActions();
  const actions = useActions();
  const ofBrands = useBrands();
  const router = useRouter();
  const ofScreens = screens.map(({ label, group, icon, to, search = {} }): Offer => {
    const target = { to, search };
    const result = {
      key: `screen-${label}`,
      group: 'Pantallas',
      icon,
      title: label,
      href: router.buildLocation(target).href,
      open: () => void router.navigate(target),
    };
    return { result, words: `${label} ${group}`, atOnce: true };
  });
  const groups = [partActions, recent, ofScreens, actions, ofBrands];
  if (typed.trim() === '') {
    return groups.flatMap((offers) => offers.filter(({ atOnce }) => atOnce)).map(({ result }) => result);
  }
  const matching = (offers: readonly Offer[]) =>
    findByWords(offers, ({ words }) => words, typed).slice(0, MAX_OF_A_GROUP);
  return groups.flatMap(matching).map(({ result }) => result);
}

function useRecent(): Offer[] {
  const userId = useUser().id;
  const linkOf = usePartLink();
  return recentParts(userId).map((part) => ({
    words: `${part.brand} ${part.code} ${part.product}`,
    atOnce: true,
    result: {
      key: `part-${part.id}`,
      group: 'Piezas recientes',
      icon: <IconClock {...ICON} />,
      title: `${part.brand} ${part.code}`,
      detail: part.product,
      ...linkOf(part),
    },
  }));
}

/** Actions of the open part. */
function usePartActions(): Offer[] {
  const role = useRole();
  const userId = useUser().id;
  const router = useRouter();
  const id = useLocation({
    select: ({ pathname, search }) => Number(/^\/parts\/(\d+)$/.exec(pathname)?.[1] ?? search.part),
  });
  // Opening a part adds it to the recent ones.
  const part = recentParts(userId).find((recent) => recent.id === id);
  if (!part) return [];
  const name = `${part.brand} ${part.code}`;
  const action = (label: string, icon: ReactNode, open: () => void): Offer => ({
    words: `${label} ${name}`,
    atOnce: true,
    result: { key: `in-front-${label}`, group: 'Esta pieza', icon, title: `${label} ${name}`, open },
  });
  return [
    ...(admits(parts.update.access, role)
      ? [action('Editar', <IconPencil {...ICON} />, () => void router.navigate(overCatalog(part, { step: '1' })))]
      : []),
    ...(admits(parts.duplicate.access, role)
      ? [
          action('Duplicar', <IconCopy {...ICON} />, () => {
            void router.navigate({ to: '/parts/$id', params: { id: String(id) }, hash: DUPLICATE });
          }),
        ]
      : []),
    ...(role && seesHistory(role)
      ? [
          action('Historial de', <IconHistory {...ICON} />, () => {
            void router.navigate(overCatalog(part, { view: 'history' }));
          }),
        ]
      : []),
  ];
}

function useActions(): Offer[] {
  const {
    role: [role = null],
    viewer,
  } = useUser();
  const router = useRouter();
  const { selection, add } = useSelection();
  const filters = useFilters();
  const { data = [] } = useCall(brands.json, {});
  const { brand } = selection;
  const action = (label: string, icon: ReactNode, open: () => void, detail?: string): Offer => ({
    words: label,
    atOnce: detail === undefined,
    result: { key: `action-${label}`, group: 'Acciones', icon, title: label, detail, open },
  });
  const brandName = data.find(({ id }) => id === brand)?.name;
  const downloads =
    brand === null || brandName === undefined || viewer !== null
      ? []
      : exportsFor(role).map(({ kind, name, extension }) => {
          const start = async () => {
            const loaded = await loadOrTell(() => import('../downloads/download.tsx'));
            await loaded?.download({ name, path: exportPath(kind, { ...selection, brand, filters }) });
          };
          const label = `Descargar ${name} (${extension})`;
          return {
            ...action(
              label,
              <IconDownload {...ICON} />,
              () => void start(),
              filters.length > 0 ? `${brandName}, lo filtrado` : brandName,
            ),
            words: `${label} exportar`,
          };
        });
  return [
    ...(admits(parts.store.access, role) ? [action('Nueva pieza', <IconPlus {...ICON} />, add)] : []),
    ...(admits(SCREENS.importer, role)
      ? [
          action('Importar una planilla', <IconFileImport {...ICON} />, () => {
            void router.navigate({ to: '/import' });
          }),
        ]
      : []),
    ...downloads,
  ];
}

function useBrands(): Offer[] {
  const { data = [] } = useCall(brands.json, {});
  const { choose } = useSelection();
  return data.map(
    ({ id, name }): Offer => ({
      words: `${name} marca`,
      result: {
        key: `brand-${id}`,
        group: 'Marcas',
        icon: <IconTag {...ICON} />,
        title: name,
        href: `/parts/catalog?part_brand=${id}`,
        open: () => choose({ brand: id }),
      },
    }),
  );
}
