import { Title } from '@mantine/core';

export const ProductList = () => (
  <Title order={1} size="h3">
    Productos
  </Title>
);
