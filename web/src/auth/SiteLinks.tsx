import { IconArrowUpRight } from '@tabler/icons-react';
import classes from './Login.module.css';

type Props = { catalog: string | null; reports: string | null };

/** Links to related sites, if the installation has them. */
export function SiteLinks({ catalog, reports }: Props) {
  if (!catalog && !reports) return null;
  return (
    <nav aria-label="Otros sitios" className={classes.sites}>
      {catalog && <SiteLink href={catalog} label="Ver el catálogo" />}
      {reports && <SiteLink href={reports} label="Ver los reportes" />}
    </nav>
  );
}

const SiteLink = ({ href, label }: { href: string; label: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={classes.site}>
    {label}
    <IconArrowUpRight size={15} aria-hidden />
  </a>
);
