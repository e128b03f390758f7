import '../ui/mantineLater.ts';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { MAX_GRID } from '@piezario/contract/grid';
import { IconArrowBackUp, IconArrowForwardUp, IconColumns3, IconReplace } from '@tabler/icons-react';
import { formatNumber } from '../ui/format.ts';
import { type CellText, cellsOf, changeCells, redo, undo } from '../ui/grid/edits.ts';
import { Recovered } from '../ui/Recovered.tsx';
import { PanelMenu } from '../ui/table/PanelMenu.tsx';
import { counted } from '../ui/words.ts';
import classes from './Grid.module.css';
import type { PartRow } from './rows.ts';
import type { Only, useListed } from './useListed.ts';
import type { Sheet } from './useSheet.ts';

type Props = { sheet: Sheet; list: ReturnType<typeof useListed>; onFind: () => void };

const SHOWN: { value: Only; label: string }[] = [
  { value: 'all', label: 'Todas' },
  { value: 'changed', label: 'Con cambios' },
  { value: 'problems', label: 'Con problemas' },
];

/** Actions on the whole sheet, conflicts, and changes that it does not show. */
export function SheetBar({ sheet, list, onFind }: Props) {
  const { history, setHistory, arranged, preferences, prefer, read, conflicts } = sheet;
  const { corrections, only, show } = list;
  const unsaved = [...cellsOf(history.edits)];
  const outside = unsaved.filter(({ row, column }) => !sheet.isListed(row) || !sheet.columnByKey.has(column));
  const drop = (cells: readonly CellText[]) => {
    const stored = (row: string, column: string) => (sheet.isListed(row) ? sheet.stored(row, column) : '');
    const back = cells.map(({ row, column }) => ({ row, column, text: stored(row, column) }));
    setHistory((now) => changeCells(now, back, stored));
  };
  const discard = () => {
    drop(unsaved);
    sheet.forget();
  };
  const isOne = conflicts.length === 1;
  return (
    <>
      <div className={classes.bar}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Deshacer (Ctrl+Z)"
          disabled={history.past.length === 0}
          onClick={() => setHistory(undo)}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Rehacer (Ctrl+Y)"
          disabled={history.future.length === 0}
          onClick={() => setHistory(redo)}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
        <Button variant="default" size="xs" leftSection={<IconReplace size={16} />} onClick={onFind}>
          Buscar y reemplazar
        </Button>
        <PanelMenu
          label="Columnas"
          name="Columnas"
          icon={<IconColumns3 size={16} />}
          load={async () => (await import('../ui/table/ColumnsPanel.tsx')).ColumnsPanel<PartRow>}
          panel={{ columns: arranged, usuallyHidden: [], preferences, prefer, asCards: false, inGrid: true }}
        />
        <SegmentedControl
          size="xs"
          aria-label="Qué filas se ven"
          value={only}
          onChange={(value) => show(value)}
          data={SHOWN}
        />
        {corrections.length > 0 && (
          <Button variant="light" size="xs" onClick={() => sheet.change(corrections)}>
            Corregir {counted(corrections.length, 'celda')}
          </Button>
        )}
        {outside.length > 0 && (
          <>
            <span className="dim">
              {counted(outside.length, 'cambio')} sin guardar {outside.length === 1 ? 'es' : 'son'} de piezas que no
              están acá: un filtro las deja afuera, o ya no existen
            </span>
            <Button variant="subtle" size="compact-sm" onClick={() => drop(outside)}>
              Descartarlos
            </Button>
          </>
        )}
        {(read.data?.length ?? 0) >= MAX_GRID && (
          <span className="dim">Son las primeras {formatNumber(MAX_GRID)}: filtrá las piezas para ver otras</span>
        )}
      </div>
      {sheet.isRecovered && history.edits.size > 0 && <Recovered onDiscard={discard} />}
      {conflicts.length > 0 && (
        <div className={classes.conflicts} role="alert">
          <span>
            {counted(conflicts.length, 'celda')} {isOne ? 'tiene' : 'tienen'} otro valor que cuando empezaste a{' '}
            {isOne ? 'cambiarla' : 'cambiarlas'}.
          </span>
          <Button variant="default" size="compact-sm" onClick={() => sheet.resolve(true, conflicts)}>
            Dejar lo mío
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => sheet.resolve(false, conflicts)}>
            Dejar lo de los demás
          </Button>
        </div>
      )}
    </>
  );
}
