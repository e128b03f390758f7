import '../ui/mantineLater.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { parts } from '@piezario/contract/parts';
import { products } from '@piezario/contract/products';
import { IconColumns3, IconDeviceFloppy } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { CATALOG, readSelection } from '../selection/selection.ts';
import { fromUrl } from '../selection/usePartsQuery.ts';
import { Failed } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { formatNumber } from '../ui/format.ts';
import { redo, undo } from '../ui/grid/edits.ts';
import { Grid } from '../ui/grid/Grid.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notifySuccess } from '../ui/notify.ts';
import { readView } from '../ui/table/list.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { counted } from '../ui/words.ts';
import { ActiveCell } from './ActiveCell.tsx';
import { FindReplace } from './FindReplace.tsx';
import classes from './Grid.module.css';
import type { PartRow } from './rows.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { SheetBar } from './SheetBar.tsx';
import { useListed } from './useListed.ts';
import { useSaving } from './useSaving.ts';
import { type Place, useSheet } from './useSheet.ts';

/** The parts of a product as a spreadsheet, over the catalog. */
export function GridScreen() {
  const search = useSearch({ from: '/shell/parts/grid' });
  const navigate = useNavigate();
  const { brand, product } = readSelection(search);
  const { filters } = readView(parts.list, fromUrl(search));
  const close = () => void navigate({ to: CATALOG, search });
  if (brand !== null && product !== null)
    return <PartsSheet key={`${brand} ${product}`} place={{ brand, product, filters }} onClose={close} />;
  return (
    <FullScreen title="Planilla" onClose={close}>
      <Notice
        icon={IconColumns3}
        title="Elegí una marca y un producto"
        action={<Button onClick={close}>Ir a las piezas</Button>}
      >
        La planilla muestra las piezas de un producto, con sus atributos como columnas.
      </Notice>
    </FullScreen>
  );
}

function PartsSheet({ place, onClose }: { place: Place; onClose: () => void }) {
  const sheet = useSheet(place);
  const { read, count, columns, rows, changes, setHistory } = sheet;
  const list = useListed(sheet);
  const { saving, save, close, isPending } = useSaving(place, sheet, list);
  const [isFinding, setFinding] = useState(false);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const choices = useCall(products.json, { params: { categoryId: 'all', brandId: place.brand } }).data;
  useUnsaved(() => changes > 0, undefined, {
    // The changes are stored as a draft.
    asks: false,
    hasFocus: () => saving === null,
    isInFront: () => saving === null,
    save,
    discard: () => {},
  });
  const { selected, listed } = list;
  const [active, column] = [listed[selected.to.row], columns[selected.to.column]];
  const name = choices?.find(({ id }) => id === place.product)?.name ?? 'Planilla';
  const title = read.data ? `${name}: ${counted(read.data.length, 'pieza')}` : name;
  return (
    <FullScreen
      title={title}
      onClose={onClose}
      flush
      actions={
        <Button
          leftSection={<IconDeviceFloppy size={18} />}
          disabled={changes === 0 || !sheet.isReady}
          loading={isPending}
          onClick={() => void save()}
        >
          {changes === 0 ? 'Guardar' : `Guardar ${counted(changes, 'cambio')}`}
        </Button>
      }
    >
      {sheet.isReady ? (
        <div className={classes.sheet}>
          <SheetBar sheet={sheet} list={list} onFind={() => setFinding(true)} />
          {active && column && <ActiveCell sheet={sheet} row={active} column={column} isForm={phone} />}
          <Grid
            label={title}
            columns={columns}
            rows={listed}
            keyOf={keyOf}
            cellOf={sheet.cellOf}
            selected={selected}
            onSelect={list.select}
            onChange={sheet.change}
            onAdd={sheet.add}
            onUndo={() => setHistory(undo)}
            onRedo={() => setHistory(redo)}
            sort={list.sort}
            onSort={list.sortBy}
            readOnly={phone}
          />
        </div>
      ) : read.error ? (
        <Failed title="No se pudieron leer las piezas" read={read} />
      ) : (
        <div className={classes.loading} role="status">
          <Loading />
          {count > 0 && `Leyendo las piezas: van ${formatNumber(count)}`}
        </div>
      )}
      {isFinding && (
        <FindReplace
          rows={rows}
          columns={columns}
          active={column?.key ?? null}
          onReplace={(cells) => {
            sheet.change(cells);
            notifySuccess(`Se reemplazó el texto de ${counted(cells.length, 'celda')}: falta guardar`);
          }}
          onClose={() => setFinding(false)}
        />
      )}
      {saving && <SaveDialog key={saving.udid} {...saving} onClose={close} />}
    </FullScreen>
  );
}

const keyOf = ({ key }: PartRow) => key;
