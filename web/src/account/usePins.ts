import { account, type Pin } from '@piezario/contract/account';
import { useWrite } from '../api/hooks.ts';
import { useUser } from '../auth/session.tsx';

/** How the brands of the person are pinned, and a function that pins one. */
export function usePins() {
  const { pinnedBrands, defaultBrand } = useUser();
  const write = useWrite(account.pinBrand);
  return {
    pinnedBrands,
    pinOf: (id: number): Pin => (id === defaultBrand ? 'default' : pinnedBrands.includes(id) ? 'pinned' : 'none'),
    pin: (part_brand_id: number, pin: Pin) => void write({ body: { part_brand_id, pin } }, () => {}),
  };
}
