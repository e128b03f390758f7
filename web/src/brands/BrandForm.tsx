import { Title } from '@mantine/core';

export const BrandForm = () => (
  <Title order={1} size="h3">
    Marca
  </Title>
);
