import { Title } from '@mantine/core';

export const UserForm = () => (
  <Title order={1} size="h3">
    Usuario
  </Title>
);
