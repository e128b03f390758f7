import { Link } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { SUPPORT_HOURS, SupportLink } from '../settings/SupportLink.tsx';
import { CatalogTools } from '../toolbar/CatalogTools.tsx';
import { Logo } from '../ui/Logo.tsx';
import { NavDrawer } from './NavDrawer.tsx';
import { NavMenu } from './NavMenu.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

export function Toolbar() {
  const isAdmin = useRole() === 'admin';
  return (
    <header className={classes.toolbar}>
      <NavMenu />
      <NavDrawer />
      <Link to="/" className={classes.logo}>
        <Logo admin={isAdmin} />
      </Link>
      <div className={classes.slot}>
        <CatalogTools />
      </div>
      <SupportLink className={classes.support} title={SUPPORT_HOURS} />
      <UserMenu />
    </header>
  );
}
