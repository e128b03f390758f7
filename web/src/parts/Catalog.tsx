import { VisuallyHidden } from '@mantine/core';
import { admits, SCREENS } from '@piezario/contract/access';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useRole } from '../auth/session.tsx';
import { useSelection } from '../selection/selection.ts';
import { useKeptSelection } from '../selection/useKeptSelection.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import classes from './Catalog.module.css';
import { PartsTable } from './PartsTable.tsx';
import { PictureDrop } from './PictureDrop.tsx';
import { useInfoView } from './views/infoView.ts';

export { loadCatalog } from './loadCatalog.ts';

// Loaded on demand: most visits have a brand, and open no view or dialog.
const NoBrand = lazy(() => import('./start/NoBrand.tsx'), 'NoBrand');
const PartViews = lazy(() => import('./views/PartViews.tsx'), 'PartViews', 'part');
const PartDialogs = lazy(() => import('./wizard/PartDialogs.tsx'), 'PartDialogs', 'part');

export function Catalog() {
  const { selection } = useSelection();
  const { brand, product } = selection;
  useKeptSelection();
  const view = useInfoView();
  const { part, new: isNew } = useSearch({ from: '/shell/parts/catalog' });
  const isCovered = view !== null || (part ?? isNew) !== undefined;
  const takesPictures = admits(SCREENS.pictureImports, useRole()) && !isCovered;
  return (
    <>
      {brand === null ? (
        <Suspense fallback={<Loading />}>
          <NoBrand />
        </Suspense>
      ) : (
        <div className={classes.catalog}>
          <VisuallyHidden component="h1">Piezas</VisuallyHidden>
          <PartsTable selection={{ ...selection, brand }} />
          {takesPictures && <PictureDrop brand={brand} product={product} />}
        </div>
      )}
      <Suspense>{view ? <PartViews {...view} /> : (part ?? isNew) !== undefined && <PartDialogs />}</Suspense>
    </>
  );
}
