import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { BackLink } from '../ui/BackLink.tsx';
import { Missing } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';

type Props = Pick<ComponentProps<typeof Missing>, 'what' | 'read'> & {
  /** Path of the link back. */
  path: ComponentProps<typeof BackLink>['path'];
  title: string;
  subtitle?: string | undefined;
  /** Why the job may be missing. */
  reason: string;
  /** Content, once the job has loaded. */
  children: ReactNode;
};

/** The screen of one job: its progress and its results. */
export const JobScreen = ({ path, title, subtitle, what, read, reason, children }: Props) => (
  <Stack gap="md">
    <BackLink path={path} />
    <div>
      <Title order={1} size="h3">
        {title}
      </Title>
      {subtitle && <Text c="dimmed">{subtitle}</Text>}
    </div>
    {children ||
      (read.error ? (
        <Paper withBorder>
          <Missing what={what} read={read}>
            {reason}
          </Missing>
        </Paper>
      ) : (
        <Loading />
      ))}
  </Stack>
);
