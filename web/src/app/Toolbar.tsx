import type { Role } from '@piezario/contract/access';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useRole } from '../auth/session.tsx';
import { SUPPORT_HOURS, SupportLink } from '../settings/SupportLink.tsx';
import { CatalogTools } from '../toolbar/CatalogTools.tsx';
import { focusNotice } from '../ui/focus.ts';
import { Logo } from '../ui/Logo.tsx';
import { lazy } from '../ui/lazy.tsx';
import { undoShown } from '../ui/notices.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { visibleTo } from './menu.ts';
import { NavDrawer } from './NavDrawer.tsx';
import { NavMenu } from './NavMenu.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

// Loaded when they are asked for.
const Palette = lazy(() => import('../palette/Palette.tsx'), 'Palette', 'part');
const ShortcutHelp = lazy(() => import('../ui/ShortcutHelp.tsx'), 'ShortcutHelp', 'part');

export function Toolbar() {
  const role = useRole();
  const [opened, setOpened] = useState<'palette' | 'help' | null>(null);
  const close = () => setOpened(null);
  const help = () => setOpened('help');
  useShortcut('palette', () => setOpened('palette'));
  useShortcut('help', help);
  useShortcut('undo', undoShown);
  useShortcut('notice', focusNotice);
  return (
    <header className={classes.toolbar}>
      <NavMenu />
      <NavDrawer />
      <Link to="/" className={classes.logo}>
        <Logo admin={role === 'admin'} />
      </Link>
      <div className={classes.slot}>
        <CatalogTools />
      </div>
      <SupportLink className={classes.support} title={SUPPORT_HOURS} />
      <UserMenu onHelp={help} />
      <Suspense>
        {opened === 'palette' && <Palette screens={screensOf(role)} onClose={close} />}
        {opened === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </header>
  );
}

/** The entries of the menu, as the palette offers them. */
const screensOf = (role: Role | null) =>
  visibleTo(role).flatMap(({ label: group, items }) =>
    items.map(({ icon, ...item }) => ({ ...item, group, icon: <MenuIcon name={icon} /> })),
  );
