import { Drawer, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRole } from '../auth/session.tsx';
import { Count } from './Count.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { visibleTo } from './menu.ts';
import classes from './Shell.module.css';

export function NavSheet({ opened, close }: { opened: boolean; close: () => void }) {
  const groups = visibleTo(useRole());
  return (
    <Drawer opened={opened} onClose={close} size={280} title={<Text fw={600}>Menú</Text>} hiddenFrom="sm">
      <nav aria-label="Principal">
        {groups.map(({ label, items }) => (
          <div key={label} className={classes.group}>
            <Text className="dim text-xs semibold pad-x-12 below-4">{label}</Text>
            {items.map((item) => (
              <Link
                key={item.label}
                to={item.to}
                search={item.search ?? {}}
                className={`${classes.item} row inherit undecorated text-md pad-x-12 pad-y-8 gap-12 presses`}
                onClick={close}
              >
                <MenuIcon name={item.icon} />
                {item.label}
                {item.count && <Count count={item.count} isShort />}
              </Link>
            ))}
          </div>
        ))}
      </nav>
    </Drawer>
  );
}
