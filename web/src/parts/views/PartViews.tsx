import { Skeleton } from '@mantine/core';
import { parts } from '@piezario/contract/parts';
import { useCall } from '../../api/hooks.ts';
import { AttributesView } from '../../attributes/AttributesView.tsx';
import { CrossesView } from '../../crosses/CrossesView.tsx';
import { PicturesView } from '../../pictures/PicturesView.tsx';
import { Missing } from '../../ui/Failed.tsx';
import { FullScreen } from '../../ui/FullScreen.tsx';
import { ApplicationsView } from '../../vehicles/ApplicationsView.tsx';
import classes from './PartViews.module.css';
import { useCloseView, type ViewName } from './usePartView.ts';

const TITLES: Record<ViewName, string> = {
  images: 'Fotos',
  attributes: 'Atributos',
  crosses: 'Equivalencias',
  applications: 'Aplicaciones',
};

type Props = { name: ViewName; id: number };

/** What a part holds, to be read: the whole window, over the catalogue. */
export function PartViews({ name, id }: Props) {
  const close = useCloseView();
  const read = useCall(parts.show, { params: { partId: id } });
  const part = read.isPlaceholderData ? undefined : read.data;
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
          {name === 'images' && <PicturesView part={part} />}
        </div>
      )}
    </FullScreen>
  );
}
