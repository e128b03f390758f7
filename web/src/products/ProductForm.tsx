import { Title } from '@mantine/core';

export const ProductForm = () => (
  <Title order={1} size="h3">
    Producto
  </Title>
);
