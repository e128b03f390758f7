import { useEffect, useEffectEvent } from 'react';
import { useUser } from '../auth/session.tsx';
import { correctionOf } from '../products/cascade.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { storeSelection, useSelection } from './selection.ts';

/** Corrects a selection of the catalogue that is not possible, and stores a possible one in this browser. */
export function useKeptSelection() {
  const { selection, choose, inCatalog } = useSelection();
  const isView = useUser().viewer !== null;
  const correction = correctionOf(selection, useCatalogueOptions(selection));
  const correct = useEffectEvent(choose);
  useEffect(() => {
    // On the way to the catalogue the URL may not hold the stored selection yet.
    if (!inCatalog) return;
    if (correction) correct(correction, 'replace');
    // The storage has the selection of the person who views.
    else if (!isView) storeSelection(selection);
  }, [inCatalog, selection, correction, isView]);
}
