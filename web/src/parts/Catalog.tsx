import { VisuallyHidden } from '@mantine/core';
import { lazyRouteComponent as lazy, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSelection } from '../selection/selection.ts';
import { useKeptSelection } from '../selection/useKeptSelection.ts';
import classes from './Catalog.module.css';
import { NoBrand } from './NoBrand.tsx';
import { PartsTable } from './PartsTable.tsx';
import { useInfoView } from './views/infoView.ts';

export { loadCatalog } from './loadCatalog.ts';

// What opens over the catalogue is loaded when it is asked for.
const PartViews = lazy(() => import('./views/PartViews.tsx'), 'PartViews');
const PartDialogs = lazy(() => import('./wizard/PartDialogs.tsx'), 'PartDialogs');

export function Catalog() {
  const { selection } = useSelection();
  const { brand } = selection;
  useKeptSelection();
  const view = useInfoView();
  const { part, new: isNew } = useSearch({ from: '/shell/parts/catalog' });
  return (
    <>
      {brand === null ? (
        <NoBrand />
      ) : (
        <div className={classes.catalog}>
          <VisuallyHidden component="h1">Piezas</VisuallyHidden>
          <PartsTable selection={{ ...selection, brand }} />
        </div>
      )}
      <Suspense>{view ? <PartViews {...view} /> : (part ?? isNew) !== undefined && <PartDialogs />}</Suspense>
    </>
  );
}
