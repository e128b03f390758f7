import { Button, Skeleton } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { pictures } from '@piezario/contract/pictures';
import { IconPhotoPlus } from '@tabler/icons-react';
import { lazyRouteComponent as lazy } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useCall } from '../../api/hooks.ts';
import { AttributesView } from '../../attributes/AttributesView.tsx';
import { useRole } from '../../auth/session.tsx';
import { CrossesView } from '../../crosses/CrossesView.tsx';
import { Missing } from '../../ui/Failed.tsx';
import { FullScreen } from '../../ui/FullScreen.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ApplicationsView } from '../../vehicles/ApplicationsView.tsx';
import { useRemembered } from '../recentParts.ts';
import { usePartDialog } from '../wizard/usePartDialog.ts';
import { useCloseInfoView, type ViewName } from './infoView.ts';
import classes from './PartViews.module.css';

/** Loaded when they are asked for. */
const PicturesView = lazy(() => import('../../pictures/PicturesView.tsx'), 'PicturesView');

const HistoryView = lazy(() => import('../../history/HistoryView.tsx'), 'HistoryView');

const TITLES: Record<ViewName, string> = {
  images: 'Fotos',
  attributes: 'Atributos',
  crosses: 'Equivalencias',
  applications: 'Aplicaciones',
  history: 'Historial',
};

type Props = { name: ViewName; id: number };

/** One view of a part, over the catalogue. */
export function PartViews({ name, id }: Props) {
  const close = useCloseInfoView();
  const read = useCall(parts.show, { params: { partId: id } });
  const part = read.isPlaceholderData ? undefined : read.data;
  useRemembered(part);
  return (
    <FullScreen
      onClose={close}
      title={
        <>
          {TITLES[name]}{' '}
          {part ? (
            <span className={classes.part}>
              {part.brand} <span className={classes.code}>{part.code}</span> · {part.product_with_category.name}
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
        <div className={classes.view} data-narrow={name === 'attributes' || name === 'crosses' || undefined}>
          {name === 'attributes' && <AttributesView partId={id} />}
          {name === 'crosses' && <CrossesView partId={id} />}
          {name === 'applications' && <ApplicationsView partId={id} />}
          <Suspense fallback={<Loading />}>
            {name === 'images' && <PicturesView part={part} add={<AddPictures id={id} />} />}
            {name === 'history' && <HistoryView partId={id} />}
          </Suspense>
        </div>
      )}
    </FullScreen>
  );
}

/** Opens the step of the wizard that adds pictures, for those who may. */
function AddPictures({ id }: { id: number }) {
  const { open } = usePartDialog();
  if (!admits(pictures.store.access, useRole())) return null;
  return (
    <Button leftSection={<IconPhotoPlus size={18} />} onClick={() => open(id, 4, true)}>
      Agregar fotos
    </Button>
  );
}
