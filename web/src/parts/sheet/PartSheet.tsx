import { Skeleton, Title } from '@mantine/core';
import { admits, seesHistory } from '@piezario/contract/access';
import type { Gap } from '@piezario/contract/gaps';
import { FLAG_NAMES, PART_FIELDS, TEXT_NAMES, type TextName } from '@piezario/contract/part-fields';
import { type PartSheet as Part, parts } from '@piezario/contract/parts';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useRole } from '../../auth/session.tsx';
import { RelatedParts } from '../../crosses/RelatedParts.tsx';
import { overCatalog } from '../../selection/usePartLink.ts';
import { Failed } from '../../ui/Failed.tsx';
import { isInFront } from '../../ui/focus.ts';
import { Message } from '../../ui/Message.tsx';
import { useOverlayState } from '../../ui/overlay.ts';
import plain from '../../ui/plain.module.css';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useRecordTitle } from '../../ui/title.ts';
import { partName } from '../noun.ts';
import type { ViewName } from '../views/infoView.ts';
import type { Step } from '../wizard/usePartDialog.ts';
import { Actions } from './Actions.tsx';
import { Applications } from './Applications.tsx';
import { Back } from './Back.tsx';
import { Block, Nothing } from './Block.tsx';
import { Attributes, Crosses } from './Facts.tsx';
import { Gaps } from './Gaps.tsx';
import { LastSaves } from './LastSaves.tsx';
import { Neighbours } from './Neighbours.tsx';
import classes from './PartSheet.module.css';
import { Photos } from './Photos.tsx';
import { useRemembered } from './recentParts.ts';

/** The page of a part, with all its data at one URL. */
export function PartSheet() {
  const { id } = useParams({ from: '/shell/parts/$id' });
  const read = useCall(parts.sheet, { params: { partId: id } });
  const part = read.data;
  useRemembered(part);
  useRecordTitle(part && partName(part));
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  if (!part && (read.error?.code === 404 || read.error?.code === 422)) return <NoPart />;
  return (
    <article className={classes.sheet}>
      <header className={classes.header}>
        <Back part={part} />
        {part ? <Name part={part} /> : !read.error && <Skeleton className={classes.soon} />}
        <div className={classes.actions}>
          <Neighbours
            id={Number(id)}
            go={(next, listPage) =>
              void navigate({
                to: '/parts/$id',
                params: { id: String(next) },
                state: stateOf('replace', listPage),
                replace: true,
              })
            }
          />
          {part && <Actions key={part.id} part={part} />}
        </div>
      </header>
      {part ? (
        <Blocks key={part.id} part={part} />
      ) : (
        read.error && <Failed title="No se pudo cargar la pieza" read={read} />
      )}
    </article>
  );
}

const NoPart = () => (
  <Message
    code="404"
    title="No encontramos esta pieza"
    actions={
      <Link to="/parts/catalog" className={plain.button}>
        Ir a las piezas
      </Link>
    }
  >
    <p>Puede que ya no exista, que no esté entre tus marcas o que el enlace esté mal escrito.</p>
  </Message>
);

/** `enabled` is always shown. The other flags are shown only when they are set. */
const SET_FLAGS = FLAG_NAMES.filter((name) => name !== 'enabled');

const Name = ({ part }: { part: Part }) => (
  <div className={classes.name}>
    <Title order={1} size="h3">
      {part.brand} <span className={classes.code}>{part.code}</span>
    </Title>
    <p className={classes.facts}>
      <span>
        {part.product_with_category.name} · {part.product_with_category.category}
      </span>
      <span className="dot" data-on={part.enabled === 1 || undefined}>
        {part.enabled === 1 ? 'Habilitada' : 'Deshabilitada'}
      </span>
      {SET_FLAGS.filter((name) => part[name] === 1).map((name) => (
        <span key={name} className="dot" data-off={name === 'discontinued' || undefined}>
          {PART_FIELDS[name].label}
        </span>
      ))}
    </p>
  </div>
);

/** Texts without a block when they are empty. The description always has one. */
const OTHER_TEXTS: readonly TextName[] = TEXT_NAMES.filter((name) => name !== 'observation');

function Blocks({ part }: { part: Part }) {
  const role = useRole();
  const navigate = useNavigate();
  const listPage = useLocation({ select: ({ state }) => state.listPage });
  const edits = admits(parts.update.access, role);
  const editAt = (step: Step, gap?: Gap) => overCatalog(part, { step: String(step), ...(gap && { gap }) }, listPage);
  const edit = (step: Step) => edits && editAt(step);
  const view = (name: ViewName) => overCatalog(part, { view: name }, listPage);
  const element = useRef<HTMLDivElement>(null);
  useShortcut('edit', () => isInFront(element.current) && void navigate(editAt(1)), { enabled: edits });
  return (
    <div ref={element} className={classes.columns}>
      <div className={classes.column}>
        <Photos part={part} view={view('images')} />
        <Block title="Descripción" edit={edit(1)}>
          {part.observation === '' ? (
            <Nothing>Todavía no tiene descripción</Nothing>
          ) : (
            <p className="text-md breaks pre-line">{part.observation}</p>
          )}
        </Block>
        {OTHER_TEXTS.filter((name) => part[name] !== '').map((name) => (
          <Block key={name} title={PART_FIELDS[name].label} edit={edit(1)}>
            <p className="text-md breaks pre-line">{part[name]}</p>
          </Block>
        ))}
        <div className="screen-only">
          <Gaps part={part} edit={edits ? editAt : null} />
        </div>
      </div>
      <div className={classes.column}>
        <Block title="Atributos" count={part.attributes_count} edit={edit(3)}>
          <Attributes attributes={part.attributes} />
        </Block>
        <Block title="Aplicaciones" count={part.vehicles_count} edit={edit(2)} all={view('applications')}>
          <Applications part={part} view={view('applications')} />
        </Block>
      </div>
      <div className={classes.column}>
        <Block title="Equivalencias" count={part.cross_count} edit={edit(5)}>
          <Crosses cross={part.cross} />
          <div className="screen-only">
            <RelatedParts partId={part.id} from="sheet" />
          </div>
        </Block>
        {seesHistory(role) && (
          <div className="screen-only">
            <Block title="Historial" all={view('history')}>
              <LastSaves partId={part.id} />
            </Block>
          </div>
        )}
      </div>
    </div>
  );
}
