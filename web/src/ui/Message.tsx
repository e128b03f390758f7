import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Message.module.css';

type Props = { code: string; title: string; children: ReactNode; actions: ReactNode };

/** One thing to say and a way out, instead of a screen. */
export const Message = ({ code, title, children, actions }: Props) => (
  <div className={classes.page}>
    <Stack gap="md" maw={460} align="flex-start">
      <Text className={classes.code}>{code}</Text>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children}
      <Group gap="sm" mt="xs">
        {actions}
      </Group>
    </Stack>
  </div>
);
