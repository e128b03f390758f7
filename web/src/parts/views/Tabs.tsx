import { seesHistory } from '@piezario/contract/access';
import type { Part } from '@piezario/contract/parts';
import { Link } from '@tanstack/react-router';
import { useRole } from '../../auth/session.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useOverlayState } from '../../ui/overlay.ts';
import type { ViewName } from './infoView.ts';
import classes from './Tabs.module.css';

type Tab = { readonly name: ViewName; readonly label: string; readonly count?: (part: Part) => number };

export const TABS: readonly Tab[] = [
  { name: 'attributes', label: 'Atributos', count: ({ attributes_count }) => attributes_count },
  { name: 'crosses', label: 'Equivalencias', count: ({ cross_count }) => cross_count },
  { name: 'applications', label: 'Aplicaciones', count: ({ vehicles_count }) => vehicles_count },
  { name: 'images', label: 'Fotos', count: ({ pictures_count }) => pictures_count },
  { name: 'history', label: 'Historial' },
];

type Props = { shown: ViewName; part: Part | undefined };

/** Leads from one view of a part to the others. The tabs do not add to the history: Back closes them all. */
export function Tabs({ shown, part }: Props) {
  const stateOf = useOverlayState();
  const role = useRole();
  return (
    <nav aria-label="Vistas de la pieza" className={classes.tabs}>
      {TABS.filter(({ name }) => name !== 'history' || seesHistory(role)).map(({ name, label, count }) => (
        <Link
          key={name}
          from="/parts/catalog"
          to="/parts/catalog"
          search={({ history: _, ...before }) => ({ ...before, view: name })}
          state={stateOf('replace')}
          replace
          resetScroll={false}
          preload={false}
          activeProps={{}}
          className={classes.tab}
          aria-current={name === shown ? 'page' : undefined}
          data-autofocus={name === shown || undefined}
        >
          {label}
          {part && count && <span className="count">{formatNumber(count(part))}</span>}
        </Link>
      ))}
    </nav>
  );
}
