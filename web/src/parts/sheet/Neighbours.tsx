import { SCREENS } from '@piezario/contract/access';
import type { Endpoint, Sent } from '@piezario/contract/endpoint';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { notifyFailure } from '../../api/failure.ts';
import { isInFront } from '../../ui/focus.ts';
import { formatNumber } from '../../ui/format.ts';
import { type ListPage, listPageOf, type PageOfIds } from '../../ui/listPage.ts';
import { RowButton } from '../../ui/RowIcon.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import classes from './Neighbours.module.css';
import { callOfPage, neighbourOnPage, type Step } from './neighbours.ts';

type Props = { id: number; go: (id: number, listPage: ListPage) => void };

/** Buttons to the previous and next part of the list that a part was opened from. Without a list there are none. */
export function Neighbours({ id, go }: Props) {
  const listPage = useLocation({ select: ({ state }) => state.listPage });
  return listPage?.ids.includes(id) ? <Buttons id={id} listPage={listPage} go={go} /> : null;
}

function Buttons({ id, listPage, go }: Props & { listPage: ListPage }) {
  const element = useRef<HTMLElement>(null);
  const isReading = useRef(false);
  const place = listPage.from + listPage.ids.indexOf(id);
  const isFirst = place <= 1;
  const isLast = place >= listPage.total;
  const move = (step: Step) => {
    if (isReading.current || (step === 1 ? isLast : isFirst)) return;
    const near = neighbourOnPage(listPage, id, step);
    if (near !== undefined) go(near, listPage);
    else void turn(step);
  };
  const turn = async (step: Step) => {
    isReading.current = true;
    const turned = await readPage(listPage, step);
    isReading.current = false;
    const first = turned?.ids.at(step === 1 ? 0 : -1);
    if (turned && first !== undefined) go(first, turned);
  };
  const onKey = (step: Step) => isInFront(element.current) && move(step);
  useShortcut('previousPart', () => onKey(-1));
  useShortcut('nextPart', () => onKey(1));
  return (
    <nav ref={element} className="row rigid screen-only" aria-label="Piezas de la lista">
      <RowButton
        icon={IconChevronUp}
        title="Anterior (K)"
        label="Pieza anterior"
        off={isFirst}
        onClick={() => move(-1)}
      />
      <span className={classes.place} role="status">
        {formatNumber(place)} de {formatNumber(listPage.total)}
      </span>
      <RowButton
        icon={IconChevronDown}
        title="Siguiente (J)"
        label="Pieza siguiente"
        off={isLast}
        onClick={() => move(1)}
      />
    </nav>
  );
}

async function readPage(listPage: ListPage, step: Step): Promise<ListPage | null> {
  const path = callOfPage(listPage, step) as `/api/${string}`;
  try {
    return listPageOf(
      path,
      (await call({ method: 'GET', path, access: SCREENS.parts }, {} as Sent<Endpoint>)) as PageOfIds,
    );
  } catch (caught) {
    notifyFailure(ApiError.of(caught));
    return null;
  }
}
