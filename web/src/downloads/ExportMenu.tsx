import { Drawer, Menu, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../auth/session.tsx';
import { type CatalogueOptions, namesOf } from '../products/cascade.ts';
import type { Selection } from '../selection/selection.ts';
import { useFilters } from '../selection/useFilters.ts';
import { download } from './download.tsx';
import classes from './ExportMenu.module.css';
import { exportPath } from './exportPath.ts';
import { type Export, exportsFor } from './exports.ts';
import { type Scope, SelectionCount } from './SelectionCount.tsx';

type Props = {
  selection: Selection & { brand: number };
  choices: CatalogueOptions;
  /** Shows the files in a sheet, on a phone, instead of a menu. */
  sheet?: { opened: boolean; close: () => void };
};

/** The files and their number of parts. If the table is filtered, they have the filtered parts or all parts. */
export function ExportMenu({ selection, choices, sheet }: Props) {
  const filters = useFilters();
  const [scope, setScope] = useState<Scope>('filtered');
  const choose = (value: string) => setScope(value === 'all' ? 'all' : 'filtered');
  const exports = exportsFor(useRole());
  const start = ({ kind, name }: Export) =>
    void download({ name, path: exportPath(kind, { ...selection, filters: scope === 'all' ? [] : filters }) });
  const count = (
    <SelectionCount
      chosen={selection}
      names={namesOf(selection, choices)}
      filters={filters}
      choice={(options) =>
        sheet ? (
          options.map(({ value, label }) => (
            <label key={value} className={classes.scope}>
              <input type="radio" name="scope" checked={scope === value} onChange={() => choose(value)} />
              {label}
            </label>
          ))
        ) : (
          <Menu.RadioGroup value={scope} onChange={choose}>
            {options.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value} className={classes.menuItem}>
                {label}
              </Menu.RadioItem>
            ))}
            <Menu.Divider />
          </Menu.RadioGroup>
        )
      }
    />
  );
  if (sheet) {
    return (
      <Drawer
        opened={sheet.opened}
        onClose={sheet.close}
        position="bottom"
        title="Descargas"
        classNames={{ content: 'bottom-sheet' }}
      >
        {count}
        <Files
          onStart={(one) => {
            start(one);
            sheet.close();
          }}
        />
      </Drawer>
    );
  }
  return (
    <>
      {count}
      {exports.map((one) => (
        <Menu.Item
          key={one.kind}
          className={classes.menuItem}
          leftSection={<one.icon size={20} stroke={1.5} className="rigid accent" />}
          onClick={() => start(one)}
        >
          <Description {...one} />
        </Menu.Item>
      ))}
    </>
  );
}

/** The files that the person may download, in a sheet or a dialog. */
export const Files = ({ onStart }: { onStart: (file: Export) => void }) =>
  exportsFor(useRole()).map((one) => (
    <UnstyledButton key={one.kind} className={classes.item} onClick={() => onStart(one)}>
      <one.icon size={22} stroke={1.5} className="rigid accent" />
      <Description {...one} />
    </UnstyledButton>
  ));

const Description = ({ name, extension, holds }: Export) => (
  <span>
    <span className="block text-md semibold">
      {name} <span className="dim text-xs regular">{extension}</span>
    </span>
    <span className="block dim text-sm tight">{holds}</span>
  </span>
);
