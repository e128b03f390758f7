import { Title } from '@mantine/core';

export const ClientList = () => (
  <Title order={1} size="h3">
    Clientes
  </Title>
);
