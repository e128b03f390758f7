import { admits, SCREENS } from '@piezario/contract/access';
import type { PartSheet } from '@piezario/contract/parts';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRole } from '../../auth/session.tsx';
import type { OverCatalog } from '../../selection/usePartLink.ts';
import { gapsOf } from '../gaps.ts';
import type { Step } from '../wizard/usePartDialog.ts';
import { Block } from './Block.tsx';
import classes from './Gaps.module.css';

type Props = {
  part: PartSheet;
  /** Where a step is opened, for those who may change the part. */
  edit: ((step: Step) => OverCatalog) | null;
};

/** What the part lacks, each a link to where it is added. */
export function Gaps({ part, edit }: Props) {
  const gaps = gapsOf(part);
  const isPublishable = part.has_mercadolibre_category === 1;
  const isWhole = gaps.length === 0 && isPublishable;
  return (
    <Block title="Le falta" count={gaps.length + (isPublishable ? 0 : 1)}>
      <ul className={classes.gaps}>
        {gaps.map(({ words, step }) => (
          <li key={words}>
            <IconCircleDashed size={18} stroke={1.6} aria-hidden />
            {edit ? (
              <Link {...edit(step)} preload={false}>
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        ))}
        {!isPublishable && (
          <li>
            <IconCircleDashed size={18} stroke={1.6} aria-hidden />
            <CategoryOfProduct id={part.part_product_id} />
          </li>
        )}
        {isWhole && (
          <li data-whole>
            <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            Nada: tiene descripción, vehículos, atributos, fotos y equivalencias
          </li>
        )}
      </ul>
    </Block>
  );
}

function CategoryOfProduct({ id }: { id: number }): ReactNode {
  const words = 'Categoría de Mercado Libre de su producto';
  if (!admits(SCREENS.products, useRole())) return words;
  return (
    <Link to="/part_products/$id" params={{ id: String(id) }} preload={false}>
      {words}
    </Link>
  );
}
