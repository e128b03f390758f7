import { ActionIcon, type ActionIconProps, Drawer, type ElementProps, Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useRole } from '../auth/session.tsx';
import { type CatalogueOptions, namesOf } from '../products/cascade.ts';
import { useSelection } from '../selection/selection.ts';
import classes from './DownloadsMenu.module.css';
import { exportPath } from './exportPath.ts';
import { type Export, exportsFor } from './exports.ts';

const SelectionCount = lazy(async () => ({ default: (await import('./SelectionCount.tsx')).SelectionCount }));

/** The files of the selection that can be downloaded: a menu, or a sheet on a phone. */
export function DownloadsMenu({ choices }: { choices: CatalogueOptions }) {
  const { selection, vehicles } = useSelection();
  const [opened, { open, close }] = useDisclosure();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const offered = exportsFor(useRole());
  const { brand } = selection;
  if (brand === null) return <DownloadsButton title="Descargas: primero elegí una marca" disabled />;
  const chosen = { ...selection, brand, vehicles };
  const start = async ({ kind, name }: Export) => {
    const { download } = await import('./download.tsx');
    return download({ name, path: exportPath(kind, chosen) });
  };
  const count = (
    <Suspense>
      <SelectionCount chosen={chosen} names={namesOf(selection, choices)} />
    </Suspense>
  );
  if (phone) {
    return (
      <>
        <DownloadsButton aria-haspopup="dialog" aria-expanded={opened} onClick={open} />
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          title="Descargas"
          classNames={{ content: classes.sheet }}
        >
          {count}
          {offered.map((one) => (
            <UnstyledButton
              key={one.kind}
              className={classes.item}
              onClick={() => {
                void start(one);
                close();
              }}
            >
              <one.icon size={22} stroke={1.5} className={classes.icon} />
              <Description {...one} />
            </UnstyledButton>
          ))}
        </Drawer>
      </>
    );
  }
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <DownloadsButton />
      </Menu.Target>
      <Menu.Dropdown>
        {count}
        {offered.map((one) => (
          <Menu.Item
            key={one.kind}
            className={classes.menuItem}
            leftSection={<one.icon size={20} stroke={1.5} className={classes.icon} />}
            onClick={() => void start(one)}
          >
            <Description {...one} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ButtonProps = ActionIconProps & ElementProps<'button', keyof ActionIconProps>;

const DownloadsButton = ({ title = 'Descargas', ...button }: ButtonProps) => (
  <ActionIcon variant="default" size={36} className={classes.button} aria-label="Descargas" title={title} {...button}>
    <IconDownload size={18} stroke={1.8} />
  </ActionIcon>
);

const Description = ({ name, extension, holds }: Export) => (
  <span>
    <span className={classes.name}>
      {name} <span className={classes.format}>{extension}</span>
    </span>
    <span className={classes.holds}>{holds}</span>
  </span>
);
