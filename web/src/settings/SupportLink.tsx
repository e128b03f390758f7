import { LANDING } from '@piezario/contract/landing';
import type { settings } from '@piezario/contract/settings';
import { IconMessageCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useCall } from '../api/hooks.ts';
import classes from './SupportLink.module.css';

export const SUPPORT_HOURS = 'Lunes a viernes, de 8 a 18h';

/** Opens the support chat, where the installation has one. */
export function SupportLink({ className = '', ...rest }: ComponentProps<'a'>) {
  const { data } = useCall<typeof settings.show>(LANDING.settings, {});
  if (!data?.support_url) return null;
  return (
    <a
      {...rest}
      className={`${classes.link} ${className}`}
      href={data.support_url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Soporte. ${SUPPORT_HOURS}`}
    >
      <IconMessageCircle size={18} aria-hidden />
      Soporte
    </a>
  );
}
