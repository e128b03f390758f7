import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { settings } from '@piezario/contract/settings';

import { IconMessageCircle } from '@tabler/icons-react';
import { useCall } from '../api/hooks.ts';

export const SUPPORT_HOURS = 'Lunes a viernes, de 8 a 18 h';

/** Opens the support chat, where the installation has one. */
export function SupportLink(props: ButtonProps & ElementProps<'a', keyof ButtonProps>) {
  const { data } = useCall(settings.show, {});
  if (!data?.support_url) return null;
  return (
    <Button
      component="a"
      href={data.support_url}
      target="_blank"
      rel="noopener noreferrer"
      variant="subtle"
      color="gray"
      px="xs"
      aria-label={`Soporte. ${SUPPORT_HOURS}`}
      leftSection={<IconMessageCircle size={18} aria-hidden />}
      {...props}
    >
      Soporte
    </Button>
  );
}
