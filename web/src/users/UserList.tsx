import { Title } from '@mantine/core';

export const UserList = () => (
  <Title order={1} size="h3">
    Usuarios
  </Title>
);
