import { Button, Skeleton } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { useCall } from '../../api/hooks.ts';
import { AttributesView } from '../../attributes/AttributesView.tsx';
import { useRole } from '../../auth/session.tsx';
import { CrossesView } from '../../crosses/CrossesView.tsx';
import { Missing } from '../../ui/Failed.tsx';
import { FullScreen } from '../../ui/FullScreen.tsx';
import { isInFront } from '../../ui/focus.ts';
import { Loading } from '../../ui/Loading.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { useOverlayState } from '../../ui/overlay.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useRecordTitle } from '../../ui/title.ts';
import { ApplicationsView } from '../../vehicles/ApplicationsView.tsx';
import { partName } from '../noun.ts';
import { Neighbours } from '../sheet/Neighbours.tsx';
import { useRemembered } from '../sheet/recentParts.ts';
import { useGoToPart, usePartDialog, type WizardPage } from '../wizard/usePartDialog.ts';
import { useCloseInfoView, type ViewName } from './infoView.ts';
import classes from './PartViews.module.css';
import { TABS, Tabs } from './Tabs.tsx';

/** Loaded on demand. */
const PicturesView = lazy(() => import('../../pictures/PicturesView.tsx'), 'PicturesView');

const HistoryView = lazy(() => import('../../history/HistoryView.tsx'), 'HistoryView');

/** The page of the wizard that changes what a view shows. */
const PAGES: Record<ViewName, WizardPage> = {
  images: 4,
  attributes: 3,
  crosses: 5,
  applications: 2,
  history: 'history',
};

type Props = { name: ViewName; id: number };

/** One view of a part, over the catalog. */
export function PartViews({ name, id }: Props) {
  const close = useCloseInfoView();
  const read = useCall(parts.show, { params: { partId: id } });
  const part = read.isPlaceholderData ? undefined : read.data;
  useRemembered(part);
  useRecordTitle(part && partName(part));
  const go = useGoToPart();
  const stateOf = useOverlayState();
  const { open } = usePartDialog();
  const edits = admits(parts.update.access, useRole());
  return (
    <FullScreen
      onClose={close}
      actions={
        <>
          <Neighbours id={id} go={go} />
          {part && edits && <Edit open={() => open(id, PAGES[name], true)} />}
        </>
      }
      title={
        <>
          {TABS.find((tab) => tab.name === name)?.label}{' '}
          {part ? (
            <span className={classes.part}>
              {part.brand}{' '}
              <Link to="/parts/$id" params={{ id: String(id) }} state={stateOf('push')} className={classes.code}>
                {part.code}
              </Link>{' '}
              · {part.product_with_category.name}
            </span>
          ) : (
            !read.error && <Skeleton component="span" className={classes.soon} />
          )}
        </>
      }
    >
      {read.error && !part ? (
        <Missing what="la pieza" read={read}>
          Puede que ya no exista o que no esté entre tus marcas.
        </Missing>
      ) : (
        <>
          <Tabs shown={name} part={part} />
          <div key={id} className={classes.view} data-narrow={name === 'attributes' || name === 'crosses' || undefined}>
            {name === 'attributes' && <AttributesView partId={id} />}
            {name === 'crosses' && <CrossesView partId={id} />}
            {name === 'applications' && <ApplicationsView partId={id} />}
            <Suspense fallback={<Loading />}>
              {name === 'images' && <PicturesView part={part} onUpload={edits ? () => open(id, 4, true) : undefined} />}
              {name === 'history' && <HistoryView partId={id} />}
            </Suspense>
          </div>
        </>
      )}
    </FullScreen>
  );
}

/** Button that replaces the view by the page of the wizard that changes it. */
function Edit({ open }: { open: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('edit', () => isInFront(button.current) && open());
  return (
    <Button
      ref={button}
      variant="default"
      size="xs"
      title="Editar (E)"
      className={classes.edit}
      leftSection={<IconPencil size={16} stroke={1.6} />}
      onClick={open}
    >
      <span className="spoken-on-phone">Editar</span>
    </Button>
  );
}
