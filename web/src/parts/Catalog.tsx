import { VisuallyHidden } from '@mantine/core';
import { useSelection } from '../toolbar/selection.ts';
import { useKeptSelection } from '../toolbar/useKeptSelection.ts';
import classes from './Catalog.module.css';
import { NoBrand } from './NoBrand.tsx';
import { PartsTable } from './PartsTable.tsx';
import { useInfoView } from './views/infoView.ts';
import { PartViews } from './views/PartViews.tsx';
import { PartDialogs } from './wizard/PartDialogs.tsx';

export function Catalog() {
  const { selection } = useSelection();
  const { brand } = selection;
  useKeptSelection();
  const view = useInfoView();
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
      {view ? <PartViews {...view} /> : <PartDialogs />}
    </>
  );
}
