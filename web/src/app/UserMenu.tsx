import {
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import {
  IconDeviceDesktop,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../auth/session.tsx';
import classes from './Shell.module.css';

const SCHEMES: readonly { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Claro', icon: IconSun },
  { value: 'dark', label: 'Oscuro', icon: IconMoon },
  { value: 'auto', label: 'Sistema', icon: IconDeviceDesktop },
];

export function UserMenu({ onHelp, onShortcuts }: { onHelp: () => void; onShortcuts: () => void }) {
  const { name, displayName, email, roleName, photoURL, viewer } = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          {photoURL ? (
            <img className={classes.face} src={photoURL} alt="" />
          ) : (
            <span className={classes.face} aria-hidden>
              {initialsOf(displayName)}
            </span>
          )}
          <VisuallyHidden>Tu cuenta:</VisuallyHidden>
          <span className="slim spoken-on-phone">
            <Text component="span" display="block" fz="sm" fw={550} lh={1.2} truncate>
              {displayName}
            </Text>{' '}
            <Text component="span" display="block" fz="xs" c="dimmed" lh={1.2}>
              {roleName}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="pad-x-12 pad-y-8">
          <Text fz="sm" fw={600} truncate>
            {name}
          </Text>
          <Text fz="xs" c="dimmed" truncate>
            {email}
          </Text>
          <Text fz="xs" c="dimmed">
            {roleName}
          </Text>
        </div>
        <Menu.Divider />
        {!viewer && (
          <Menu.Item
            leftSection={<IconUserCircle size={18} stroke={1.6} />}
            renderRoot={(props) => <Link to="/account" {...props} />}
          >
            Mi cuenta
          </Menu.Item>
        )}
        <Menu.Item hiddenFrom="md" leftSection={<IconHelp size={18} stroke={1.6} />} onClick={onHelp}>
          Ayuda
        </Menu.Item>
        <Menu.Item visibleFrom="sm" leftSection={<IconKeyboard size={18} stroke={1.6} />} onClick={onShortcuts}>
          Atajos de teclado
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Apariencia</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme.value} value={scheme.value} rightSection={<scheme.icon size={16} />}>
              {scheme.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} />}
          renderRoot={(props) => <Link to="/logout" preload={false} {...props} />}
        >
          Salir
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map(([first = '']) => first.toLocaleUpperCase('es'))
    .slice(0, 2)
    .join('');
