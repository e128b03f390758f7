import { useEffect, useEffectEvent } from 'react';
import { useUser } from '../auth/session.tsx';
import { correctionOf } from '../products/cascade.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { storeSelection, useSelection } from './selection.ts';

/** Corrects an impossible selection of the catalog, and stores a possible one in this browser. */
export function useKeptSelection() {
  const { selection, choose, inCatalog } = useSelection();
  const isView = useUser().viewer !== null;
  const correction = correctionOf(selection, useCatalogueOptions(selection));
  const correct = useEffectEvent(choose);
  useEffect(() => {
    // Elsewhere the selection is that of the storage, and a correction would open the catalog.
    if (!inCatalog) return;
    if (correction) correct(correction, 'replace');
    // In a view, the storage keeps the selection of the viewer.
    else if (!isView) storeSelection(selection);
  }, [inCatalog, selection, correction, isView]);
}
