import { tidy } from '@piezario/contract/fields';
import { IconSearch } from '@tabler/icons-react';
import type { Result } from './ResultList.tsx';

/** Option that lists everything that a search finds. */
export const searchOfAll = (text: string, open: () => void): Result => ({
  key: 'all',
  group: 'En todo el catálogo',
  icon: <IconSearch size={20} stroke={1.6} />,
  title: `Buscar “${tidy(text)}” en todas las marcas`,
  detail: 'Códigos, números originales, equivalencias y palabras',
  open,
});
