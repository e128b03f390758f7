import classes from './Logo.module.css';

const LETTER = 'M12.5 23V9.5h4.4a4.6 4.6 0 0 1 0 9.2h-4.4';
const TEETH = [0, 45, 90, 135, 180, 225, 270, 315];

/** A nut with a P; for admins, a gear and the word Admin (§6). With `isShort`, a phone shows the mark alone. */
export function Logo({ admin = false, isShort = false }: { admin?: boolean; isShort?: boolean }) {
  const hidden = isShort ? 'spoken-on-phone' : '';
  return (
    <span className={classes.logo} data-admin={admin || undefined}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden>
        {admin ? <Gear /> : <path className={classes.body} d="M16 3 27.3 9.5v13L16 29 4.7 22.5v-13Z" />}
        <path className={classes.letter} d={LETTER} transform={admin ? 'matrix(.8 0 0 .8 3.6 3.2)' : undefined} />
      </svg>
      <span className={`${classes.name} ${hidden}`}>Piezario</span>
      {admin && <span className={`${classes.admin} ${hidden}`}>Admin</span>}
    </span>
  );
}

const Gear = () => (
  <g className={classes.body}>
    <circle cx="16" cy="16" r="10.5" />
    {TEETH.map((angle) => (
      <path key={angle} d="m13.6 5 1-3h2.8l1 3Z" transform={`rotate(${angle} 16 16)`} />
    ))}
  </g>
);
