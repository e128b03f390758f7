import { Title } from '@mantine/core';

export const CategoryForm = () => (
  <Title order={1} size="h3">
    Categoría
  </Title>
);
