import { ActionIcon } from '@mantine/core';
import type { Role } from '@piezario/contract/access';
import { IconHelp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useRole } from '../auth/session.tsx';
import type { AskedPage } from '../help/HelpPanel.tsx';
import { SUPPORT_HOURS, SupportLink } from '../settings/SupportLink.tsx';
import { CatalogTools } from '../toolbar/CatalogTools.tsx';
import { focusNotice } from '../ui/focus.ts';
import { Logo } from '../ui/Logo.tsx';
import { lazy, useLoaded } from '../ui/lazy.tsx';
import { undoShown } from '../ui/notices.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { visibleTo } from './menu.ts';
import { NavDrawer } from './NavDrawer.tsx';
import { NavMenu } from './NavMenu.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';
import type { RailState } from './useRail.ts';

// Loaded on demand.
const Palette = lazy(() => import('../palette/Palette.tsx'), 'Palette', 'part');
const ShortcutHelp = lazy(() => import('../ui/ShortcutHelp.tsx'), 'ShortcutHelp', 'part');

export function Toolbar({ rail }: { rail: RailState }) {
  const role = useRole();
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
  const close = () => setOpened(null);
  const shortcuts = () => setOpened('shortcuts');
  const [asked, setAsked] = useState<AskedPage>({ page: null });
  const help = useLoaded(() => import('../help/HelpPanel.tsx'));
  const openHelp = (page: AskedPage['page']) => {
    setAsked({ page });
    help.open();
  };
  useShortcut('palette', () => setOpened('palette'));
  useShortcut('help', shortcuts);
  useShortcut('undo', undoShown);
  useShortcut('notice', focusNotice);
  return (
    <header className={classes.toolbar}>
      <NavMenu rail={rail} />
      <NavDrawer />
      <Link to="/" className={classes.logo}>
        <Logo admin={role === 'admin'} isShort />
      </Link>
      <div className="grow slim">
        <CatalogTools />
      </div>
      <SupportLink className={classes.support} title={SUPPORT_HOURS} />
      <ActionIcon
        visibleFrom="md"
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Ayuda"
        title="Ayuda"
        aria-expanded={help.opened}
        onClick={() => (help.opened ? help.close() : openHelp(null))}
      >
        <IconHelp size={20} stroke={1.6} />
      </ActionIcon>
      <UserMenu onHelp={() => openHelp(null)} onShortcuts={shortcuts} />
      <Suspense>
        {opened === 'palette' && <Palette screens={screensOf(role)} onHelp={openHelp} onClose={close} />}
        {opened === 'shortcuts' && <ShortcutHelp onClose={close} />}
      </Suspense>
      {help.loaded && help.opened && <help.loaded.HelpPanel asked={asked} onClose={help.close} />}
    </header>
  );
}

/** The entries of the menu, as the palette offers them. */
const screensOf = (role: Role | null) =>
  visibleTo(role).flatMap(({ label: group, items }) =>
    items.map(({ icon, ...item }) => ({ ...item, group, icon: <MenuIcon name={icon} /> })),
  );
