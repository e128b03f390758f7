import type { Part } from '@piezario/contract/parts';
import { IconArrowLeft } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { CellLink } from '../../ui/RowIcon.tsx';
import classes from './PartSheet.module.css';

/** Leads back to the screen that the part was opened from. Without one, leads to the parts of its brand. */
export function Back({ part }: { part: Part | undefined }) {
  const { buildLocation, navigate, history } = useRouter();
  const depth = useLocation({ select: ({ state }) => state.overlayDepth });
  const catalog = {
    to: '/parts/catalog',
    search: part ? { part_brand: String(part.part_brand_id) } : {},
  } as const;
  return (
    <CellLink
      className={classes.back}
      href={buildLocation(catalog).href}
      onOpen={() => (depth ? history.go(-depth) : void navigate(catalog))}
    >
      <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      Volver
    </CellLink>
  );
}
