import { Title } from '@mantine/core';

export const BrandList = () => (
  <Title order={1} size="h3">
    Marcas
  </Title>
);
