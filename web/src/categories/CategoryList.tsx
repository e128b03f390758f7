import { Title } from '@mantine/core';

export const CategoryList = () => (
  <Title order={1} size="h3">
    Categorías
  </Title>
);
