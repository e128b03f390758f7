import type { Gap } from '@piezario/contract/gaps';
import { home, MAX_TODAY_MISFITS, MAX_TODAY_OPERATIONS, MAX_TODAY_PEOPLE, type Task } from '@piezario/contract/home';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { lacking } from '../parts/gaps.ts';
import { SetupSteps } from '../parts/start/SetupSteps.tsx';
import { type ActionLink, ActionLinks } from '../ui/ActionLinks.tsx';
import { formatMoment } from '../ui/format.ts';
import { capital, counted } from '../ui/words.ts';
import { Card } from './Card.tsx';
import classes from './TodayCard.module.css';

export function useToday() {
  // Waits for this visit to be stored: changes by others are counted from the visit before it.
  const visit = useCall(home.visit, {}, { gcTime: 0, refetchOnWindowFocus: false });
  return useCall(home.today, {}, { enabled: visit.isFetched });
}

/** Tasks with links to do them and, in a new catalog, the setup steps. */
export function TodayCard({ read }: { read: ReturnType<typeof useToday> }) {
  return (
    <Card
      title={read.data?.setup ? 'Primeros pasos' : 'Hoy'}
      read={read}
      isEmpty={({ tasks, setup }) => tasks.length === 0 && !setup}
      empty="Estás al día: no hay nada esperando."
    >
      {({ tasks, setup }) => (
        <>
          {setup && <SetupSteps steps={setup} />}
          {tasks.length > 0 && (
            <ul className="stack text-md lined">
              {tasks.map((task) => {
                const { key, says, actions } = wordsOf(task);
                return (
                  <li key={key} className="row wrap apart gap-x-16 tap-40">
                    <p className={classes.says}>{says}</p>
                    <ActionLinks of={actions} />
                  </li>
                );
              })}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

type Words = {
  readonly key: string;
  readonly says: ReactNode;
  /** The first action does the task. */
  readonly actions: readonly ActionLink[];
};

function wordsOf(task: Task): Words {
  switch (task.kind) {
    case 'import':
      return task.state === 'mapping'
        ? {
            key: task.udid,
            says: <>«{task.name}» espera que digas qué tiene cada columna.</>,
            actions: [{ label: 'Mapear', to: '/import', search: { file: task.udid } }],
          }
        : {
            key: task.udid,
            says: <>«{task.name}» espera tu revisión. Hasta entonces no cambia nada.</>,
            actions: [{ label: 'Revisar', to: '/import', search: { file: task.udid } }],
          };
    case 'pictures':
      return {
        key: `pictures-${task.id}`,
        says: <>Las fotos de {task.brand} esperan tu revisión.</>,
        actions: [
          { label: 'Revisar', to: '/parts/pictures/$pictureImportId', params: { pictureImportId: String(task.id) } },
        ],
      };
    case 'proposals': {
      const { proposals } = task;
      return {
        key: 'proposals',
        says: (
          <>
            <b>{counted(proposals, 'vehículo propuesto', 'vehículos propuestos')}</b>{' '}
            {proposals === 1 ? 'espera' : 'esperan'} tu respuesta.
          </>
        ),
        actions: [
          { label: 'Ver las propuestas', to: '/vehicles/proposals', search: { 'filter[matches-state]': 'waiting' } },
        ],
      };
    }
    case 'answers': {
      const { accepted, refused } = task;
      const answers = [
        ...(accepted > 0 ? [`se ${accepted === 1 ? 'aceptó' : 'aceptaron'} ${accepted}`] : []),
        ...(refused > 0 ? [`se ${refused === 1 ? 'rechazó' : 'rechazaron'} ${refused}`] : []),
      ];
      return {
        key: 'answers',
        says: <>{capital(`${answers.join(' y ')} de tus propuestas de vehículos.`)}</>,
        actions: [{ label: 'Ver mis propuestas', to: '/vehicles/proposals', search: { sort: '-decided_at' } }],
      };
    }
    case 'gap': {
      const { gap, parts, part_brand_id, brand } = task;
      const search = { part_brand: String(part_brand_id), sort: '-vehicles_count', ...lacking(gap) };
      const list = { label: 'Ver las piezas', to: '/parts/catalog', search } as const;
      return {
        key: `${gap}-${part_brand_id}`,
        says: (
          <>
            <b>{counted(parts, 'pieza')}</b> de {brand} {parts === 1 ? 'no tiene' : 'no tienen'} {LACKING[gap]}.
          </>
        ),
        actions: gap === 'photos' ? [{ label: 'Soltar las fotos', to: '/parts/pictures' }, list] : [list],
      };
    }
    case 'conflicts': {
      const { pairs, part_brand_id, brand } = task;
      return {
        key: `conflicts-${part_brand_id}`,
        says: (
          <>
            <b>{counted(pairs, 'conflicto')}</b> por decidir en {brand}.
          </>
        ),
        actions: [{ label: 'Ver los conflictos', to: '/parts/conflicts', search: { brand: String(part_brand_id) } }],
      };
    }
    case 'misfits': {
      const { parts, part_brand_id, brand } = task;
      const many = parts === MAX_TODAY_MISFITS ? 'al menos ' : '';
      return {
        key: `misfits-${part_brand_id}`,
        says: (
          <>
            <b>
              {many}
              {counted(parts, 'pieza')}
            </b>{' '}
            de {brand} {parts === 1 ? 'tiene' : 'tienen'} valores fuera de la plantilla de su producto.
          </>
        ),
        actions: [
          {
            label: 'Ver las piezas',
            to: '/parts/catalog',
            search: {
              part_brand: String(part_brand_id),
              'filter[greater_than-off_template]': '0',
              sort: '-off_template',
            },
          },
        ],
      };
    }
    case 'changes': {
      const { people, operations, since } = task;
      const named =
        people.length > MAX_TODAY_PEOPLE ? [...people.slice(0, MAX_TODAY_PEOPLE), 'otras personas'] : people;
      const many = operations === MAX_TODAY_OPERATIONS ? 'al menos ' : '';
      return {
        key: 'changes',
        says: (
          <>
            {new Intl.ListFormat('es').format(named)} {people.length === 1 ? 'hizo' : 'hicieron'}{' '}
            <b>
              {many}
              {counted(operations, 'cambio')}
            </b>{' '}
            desde el {formatMoment(since)}.
          </>
        ),
        actions: [{ label: 'Ver la actividad', to: '/activity' }],
      };
    }
    case 'trash': {
      const { parts, until } = task;
      return {
        key: 'trash',
        says: (
          <>
            <b>{counted(parts, 'pieza')}</b> {parts === 1 ? 'sale' : 'salen'} de la papelera para siempre, desde el{' '}
            {formatMoment(until)}.
          </>
        ),
        actions: [{ label: 'Ver la papelera', to: '/parts/trash', search: { sort: 'removed_at' } }],
      };
    }
    default:
      return task satisfies never;
  }
}

/** As in «58 piezas no tienen …». */
const LACKING: Record<Gap, string> = {
  observation: 'descripción',
  vehicles: 'vehículos',
  attributes: 'los atributos que pide su producto',
  photos: 'las fotos de 500 px o más que pide su producto',
  crosses: 'equivalencias',
  barcode: 'código de barras',
  category: 'categoría de Mercado Libre',
};
