import { Anchor, Group } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import classes from './Login.module.css';

type Props = { catalog: string | null; reports: string | null };

/** The sites beside this one, where the installation has them. */
export function SiteLinks({ catalog, reports }: Props) {
  if (!catalog && !reports) return null;
  return (
    <Group component="nav" aria-label="Otros sitios" className={classes.sites} gap="lg">
      {catalog && <SiteLink href={catalog} label="Ver el catálogo" />}
      {reports && <SiteLink href={reports} label="Ver los reportes" />}
    </Group>
  );
}

const SiteLink = ({ href, label }: { href: string; label: string }) => (
  <Anchor href={href} target="_blank" rel="noopener noreferrer" fz="sm" className={classes.site}>
    {label}
    <IconArrowUpRight size={15} aria-hidden />
  </Anchor>
);
