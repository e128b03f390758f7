import { VisuallyHidden } from '@mantine/core';
import { useSelection } from '../toolbar/selection.ts';
import { useKeptSelection } from '../toolbar/useChoices.ts';
import classes from './Catalog.module.css';
import { NoBrand } from './NoBrand.tsx';
import { PartsTable } from './PartsTable.tsx';
import { PartViews } from './views/PartViews.tsx';
import { usePartView } from './views/usePartView.ts';
import { PartDialogs } from './wizard/PartDialogs.tsx';

export function Catalog() {
  const { selection } = useSelection();
  const { brand } = selection;
  useKeptSelection();
  const view = usePartView();
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
