import { Drawer, Menu, UnstyledButton } from '@mantine/core';
import type { ExportKind } from '@piezario/contract/exporter';
import type { Filter } from '@piezario/contract/list';
import { useState } from 'react';
import { useRole } from '../auth/session.tsx';
import { type CatalogueOptions, namesOf } from '../products/cascade.ts';
import type { Selection } from '../selection/selection.ts';
import { useTableView } from '../selection/useFilters.ts';
import { download } from './download.tsx';
import classes from './ExportMenu.module.css';
import { exportPath, tablePath } from './exportPath.ts';
import { type Export, exportsFor, TABLE } from './exports.ts';
import { type Scope, SelectionCount } from './SelectionCount.tsx';

type AnyExport = Export<ExportKind>;

const NO_FILTERS: readonly Filter[] = [];

type Props = {
  selection: Selection & { brand: number };
  choices: CatalogueOptions;
  /** Visible columns of the table of parts. */
  columns: readonly string[];
  /** Shows the files in a sheet, on a phone, instead of a menu. */
  sheet?: { opened: boolean; close: () => void };
};

/** The files and their number of parts. If the table is filtered, they have the filtered parts or all parts. */
export function ExportMenu({ selection, choices, columns, sheet }: Props) {
  const view = useTableView();
  const filters = view?.filters ?? NO_FILTERS;
  const [scope, setScope] = useState<Scope>('filtered');
  const choose = (value: string) => setScope(value === 'all' ? 'all' : 'filtered');
  const files: readonly AnyExport[] = [...(view ? [TABLE] : []), ...exportsFor(useRole())];
  const start = ({ kind, name }: AnyExport) => {
    const chosen = { ...selection, filters: scope === 'all' ? NO_FILTERS : filters };
    const sort = view?.sort ?? [];
    void download({ name, path: kind === 'table' ? tablePath(chosen, { columns, sort }) : exportPath(kind, chosen) });
  };
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
          files={files}
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
      {files.map((one) => (
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

type FilesProps<File> = { files: readonly File[]; onStart: (file: File) => void };

/** Files in a sheet or a dialog. */
export const Files = <File extends AnyExport>({ files, onStart }: FilesProps<File>) =>
  files.map((one) => (
    <UnstyledButton key={one.kind} className={classes.item} onClick={() => onStart(one)}>
      <one.icon size={22} stroke={1.5} className="rigid accent" />
      <Description {...one} />
    </UnstyledButton>
  ));

const Description = ({ name, extension, holds }: AnyExport) => (
  <span>
    <span className="block text-md semibold">
      {name} <span className="dim text-xs regular">{extension}</span>
    </span>
    <span className="block dim text-sm tight">{holds}</span>
  </span>
);
