import { Title } from '@mantine/core';

export const Importer = () => (
  <Title order={1} size="h3">
    Importador
  </Title>
);
