import { IconPinnedOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { useCount } from './Count.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { type MenuItem, visibleTo } from './menu.ts';
import classes from './Rail.module.css';

/** The menu of a person who pinned it: its icons, beside every screen. */
export function Rail({ onUnpin }: { onUnpin: () => void }) {
  return (
    <nav className={classes.rail} aria-label="Principal">
      {visibleTo(useRole()).map(({ label, items }) => (
        <ul key={label} className={classes.group} aria-label={label}>
          {items.map((item) => (
            <li key={item.label}>
              <RailLink item={item} />
            </li>
          ))}
        </ul>
      ))}
      <button type="button" className={`${classes.item} ${classes.unpin}`} onClick={onUnpin}>
        <IconPinnedOff size={18} stroke={1.6} aria-hidden />
        <span className={classes.label}>Soltar el menú</span>
      </button>
    </nav>
  );
}

function RailLink({ item: { label, to, search, icon, count } }: { item: MenuItem }) {
  const counted = useCount(count);
  return (
    <Link to={to} search={search ?? {}} className={classes.item}>
      <MenuIcon name={icon} />
      <span className={classes.label}>{counted ? `${label}: ${counted.text}` : label}</span>
      {counted && (
        <span className={classes.badge} aria-hidden>
          {counted.number}
        </span>
      )}
    </Link>
  );
}
