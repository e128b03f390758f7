import { Button, Menu } from '@mantine/core';
import { IconMenu2, IconPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useRole } from '../auth/session.tsx';
import { isAtHand } from '../ui/focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { visibleTo } from './menu.ts';
import classes from './Shell.module.css';
import type { RailState } from './useRail.ts';

// Loaded later with its contract: the menu opens without the counts.
const Count = lazy(() => import('./Count.tsx'), 'Count', 'part');

/** Hovering opens it after 150 ms (§9); so does a click or a key. */
export function NavMenu({ rail: { isPinned, pin } }: { rail: RailState }) {
  const groups = visibleTo(useRole());
  const [opened, setOpened] = useState(false);
  // Only the button opens the menu. Otherwise a pointer that is still over the menu would reopen it after a choice.
  const isAsked = useRef(false);
  const ask = () => {
    isAsked.current = true;
  };
  const change = (opens: boolean) => setOpened(opens && isAsked.current);
  const chose = () => {
    isAsked.current = false;
  };
  const button = useRef<HTMLButtonElement>(null);
  // Opens at once. A click would wait for `openDelay`, and the letter of an entry may be typed before.
  useShortcut('menu', () => {
    if (!isAtHand(button.current)) return false;
    ask();
    setOpened(true);
  });
  return (
    <Menu
      opened={opened}
      onChange={change}
      trigger="click-hover"
      openDelay={150}
      closeDelay={150}
      position="bottom-start"
      width={520}
      classNames={{ dropdown: classes.menu }}
    >
      <Menu.Target>
        <Button
          ref={button}
          aria-keyshortcuts="M"
          visibleFrom="sm"
          variant="subtle"
          color="gray"
          px="xs"
          leftSection={<IconMenu2 size={20} />}
          onMouseEnter={ask}
          onClick={ask}
        >
          Menú
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ label, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a menu holds groups of its items, and no fieldsets
          <div key={label} role="group" aria-label={label} className={classes.menuGroup}>
            <Menu.Label aria-hidden>{label}</Menu.Label>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className={classes.item}
                leftSection={<MenuIcon name={item.icon} />}
                rightSection={
                  item.count && (
                    <Suspense>
                      <Count count={item.count} />
                    </Suspense>
                  )
                }
                onClick={chose}
                renderRoot={(props) => <Link to={item.to} search={item.search ?? {}} {...props} />}
              >
                {item.label}
              </Menu.Item>
            ))}
          </div>
        ))}
        <div className={classes.menuEnd}>
          <Menu.Item
            leftSection={<IconPin size={18} stroke={1.6} />}
            onClick={() => {
              chose();
              pin(!isPinned);
            }}
          >
            {isPinned ? 'Soltar el menú' : 'Fijar el menú'}
          </Menu.Item>
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
