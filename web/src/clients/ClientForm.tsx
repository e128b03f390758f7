import { Title } from '@mantine/core';

export const ClientForm = () => (
  <Title order={1} size="h3">
    Cliente
  </Title>
);
