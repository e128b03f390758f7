import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { BackLink } from '../ui/BackLink.tsx';
import { Missing } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';

type Props = Pick<ComponentProps<typeof Missing>, 'what' | 'read'> & {
  /** Where it leads back to. */
  path: ComponentProps<typeof BackLink>['path'];
  title: string;
  subtitle?: string | undefined;
  /** Why it may not be there. */
  reason: string;
  /** What is told of the job, once it is read. */
  children: ReactNode;
};

/** The screen of one job: how it goes, and what it did. */
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
