import { Stack, Text } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';

type Props = { icon: ComponentType<IconProps>; title: string; children?: ReactNode; action?: ReactNode };

/** Shown in place of missing content: the reason, and what to do next. */
export const Notice = ({ icon: Icon, title, children, action }: Props) => (
  <Stack align="center" gap={6} py="xl" px="md" ta="center">
    <Icon size={32} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
    <Text fw={600}>{title}</Text>
    {children && (
      <Text size="sm" c="dimmed" maw={440}>
        {children}
      </Text>
    )}
    {action && <div style={{ marginTop: 10 }}>{action}</div>}
  </Stack>
);
