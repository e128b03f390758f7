import { ActionIcon, type ActionIconProps, type ElementProps, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import type { CatalogueOptions } from '../products/cascade.ts';
import { useSelection } from '../selection/selection.ts';
import { useLoaded } from '../ui/lazy.tsx';

/** The files of the selection that can be downloaded: a menu, or a sheet on a phone. */
export function DownloadsMenu({ choices }: { choices: CatalogueOptions }) {
  const { selection } = useSelection();
  const { loaded, opened, open, close } = useLoaded(() => import('./CatalogDownloads.tsx'));
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { brand } = selection;
  if (brand === null) return <DownloadsButton title="Descargas: primero elegí una marca" disabled />;
  const menu = { selection: { ...selection, brand }, choices };
  if (phone) {
    return (
      <>
        <DownloadsButton aria-haspopup="dialog" aria-expanded={opened} onClick={open} />
        {loaded && <loaded.CatalogDownloads {...menu} sheet={{ opened, close }} />}
      </>
    );
  }
  return (
    <Menu position="bottom-end" width={380} opened={opened} onChange={(opens) => (opens ? open() : close())}>
      <Menu.Target>
        <DownloadsButton />
      </Menu.Target>
      <Menu.Dropdown>{loaded && <loaded.CatalogDownloads {...menu} />}</Menu.Dropdown>
    </Menu>
  );
}

type ButtonProps = ActionIconProps & ElementProps<'button', keyof ActionIconProps>;

const DownloadsButton = ({ title = 'Descargas', ...button }: ButtonProps) => (
  <ActionIcon
    variant="default"
    size={36}
    // A phone has no room for a disabled button.
    className={button.disabled ? 'rigid desk-only' : 'rigid'}
    aria-label="Descargas"
    title={title}
    {...button}
  >
    <IconDownload size={18} stroke={1.8} />
  </ActionIcon>
);
