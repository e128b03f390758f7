import { useMediaQuery } from '@mantine/hooks';
import { useUser } from '../auth/session.tsx';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { useSelection } from '../selection/selection.ts';
import { AddPart } from './AddPart.tsx';
import classes from './CatalogTools.module.css';
import { DownloadsMenu } from './DownloadsMenu.tsx';
import { Pickers } from './Pickers.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SelectionSheet } from './SelectionSheet.tsx';

/** The part of the toolbar that acts on the catalog, from every screen. */
export function CatalogTools() {
  const wide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false });
  const { viewer } = useUser();
  const { selection } = useSelection();
  const choices = useCatalogueOptions(selection);
  return (
    <search className={classes.tools} aria-label="Catálogo">
      {wide ? <Pickers choices={choices} className={classes.picker} /> : <SelectionSheet choices={choices} />}
      <SearchBox />
      {!viewer && <DownloadsMenu choices={choices} />}
      <AddPart />
    </search>
  );
}
