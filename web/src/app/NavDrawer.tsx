import { ActionIcon, Drawer, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { visibleTo } from './menu.ts';
import classes from './Shell.module.css';

/** The same menu on a phone. */
export function NavDrawer() {
  const groups = visibleTo(useRole());
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size="lg" aria-label="Menú" onClick={open}>
        <IconMenu2 size={22} />
      </ActionIcon>
      <Drawer opened={opened} onClose={close} size={280} title={<Text fw={600}>Menú</Text>} hiddenFrom="sm">
        <nav aria-label="Principal">
          {groups.map(({ label, items }) => (
            <div key={label} className={classes.group}>
              <Text className={classes.groupLabel}>{label}</Text>
              {items.map((item) => (
                <Link
                  key={item.label}
                  to={item.to}
                  search={item.search ?? {}}
                  className={`${classes.item} ${classes.drawerItem}`}
                  onClick={close}
                >
                  <MenuIcon name={item.icon} />
                  {item.label}
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </Drawer>
    </>
  );
}
