import { Button, Menu } from '@mantine/core';
import type { ListedPart } from '@piezario/contract/parts';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { press } from '../ui/focus.ts';
import { formatNumber } from '../ui/format.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import type { Selected } from '../ui/table/useRowSelection.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { type Action, CHANGES, changeApplications, REMOVE, SWITCHES } from './actions.ts';
import { exampleOf, filtersOf, inWords, isPageOnly, type List, partsOf, vehiclesOf } from './chosen.ts';
import { ExportDialog } from './ExportDialog.tsx';
import classes from './SelectionBar.module.css';

type Props = { selected: Selected<ListedPart>; list: List };

/** The selected parts of the table, and the actions for them. */
export function SelectionBar({ selected, list }: Props) {
  const [doing, setDoing] = useState<Action | 'export' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('actions', () => press(button.current));
  const chosen = inWords(selected);
  const filters = filtersOf(selected, list);
  const vehicles = vehiclesOf(list);
  const item = (action: Action, more = '') => (
    <Menu.Item key={action.name} onClick={() => setDoing(action)}>
      {action.name}
      {more}
    </Menu.Item>
  );
  const close = () => {
    setDoing(null);
    button.current?.focus();
  };
  return (
    <div className={classes.bar}>
      <span role="status" className={classes.chosen}>
        {chosen}
      </span>
      {isPageOnly(selected) && (
        <Button variant="subtle" size="compact-sm" onClick={selected.invert}>
          Elegir las {formatNumber(selected.total)} que coinciden
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={selected.clear}>
        Quitar la selección
      </Button>
      <Menu position="top-end" width={270}>
        <Menu.Target>
          <Button
            ref={button}
            size="xs"
            className={classes.actions}
            rightSection={<IconChevronDown size={16} />}
            aria-keyshortcuts="A"
          >
            Acciones
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SWITCHES.map((action) => item(action))}
          <Menu.Divider />
          {CHANGES.map((action) => item(action, '…'))}
          {vehicles.length > 0 && item(changeApplications(vehicles), '…')}
          <Menu.Divider />
          <Menu.Item disabled={!filters} onClick={() => setDoing('export')}>
            Exportar…
            {!filters && <span className="block dim text-xs">Hasta 200 elegidas, o todas las que coinciden</span>}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setDoing(REMOVE)}>
            {REMOVE.name}…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'export'
        ? filters && <ExportDialog list={{ ...list, filters }} chosen={chosen} onClose={close} />
        : doing && (
            <ActionDialog
              action={doing}
              parts={partsOf(selected, list)}
              chosen={chosen}
              brand={list.brand}
              example={exampleOf(selected)}
              vehicles={vehicles}
              onClose={close}
            />
          )}
    </div>
  );
}
