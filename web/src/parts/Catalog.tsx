import { Center, Stack, Text, Title } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';

export const Catalog = () => (
  <Center mih="60dvh">
    <Stack align="center" gap="xs">
      <IconCategory size={40} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h3">
        Seleccioná una marca
      </Title>
      <Text c="dimmed">Las piezas de la marca aparecen acá.</Text>
    </Stack>
  </Center>
);
