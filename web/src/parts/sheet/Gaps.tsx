import { admits, SCREENS } from '@piezario/contract/access';
import { GAP_NAMES, type Gap, gapInWords, publicationInWords } from '@piezario/contract/gaps';
import type { PartSheet } from '@piezario/contract/parts';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRole } from '../../auth/session.tsx';
import type { OverCatalog } from '../../selection/usePartLink.ts';
import { Completeness } from '../Completeness.tsx';
import { STEP_OF } from '../gaps.ts';
import type { Step } from '../wizard/usePartDialog.ts';
import { Block } from './Block.tsx';
import classes from './Gaps.module.css';

type Props = {
  part: PartSheet;
  /** Returns a link to the field of a gap; null for those who may not change the part. */
  edit: ((step: Step, gap: Gap) => OverCatalog) | null;
};

/** The gaps of a part, each with a link to the field that fills it. */
export function Gaps({ part, edit }: Props) {
  const { gaps, completeness } = part;
  return (
    <Block title="Le falta" count={gaps.length}>
      {completeness !== null && <Completeness percent={completeness} />}
      {part.blocked_by && <p className="text-md">Mercado Libre · {publicationInWords(part.blocked_by)}</p>}
      <ul className={classes.gaps}>
        {gaps.map((gap) => {
          const step = STEP_OF[gap];
          return (
            <li key={gap} className="row gap-8 tap-28">
              <IconCircleDashed size={18} stroke={1.6} aria-hidden />
              {step === null ? (
                <CategoryOfProduct id={part.part_product_id} />
              ) : edit ? (
                <Link {...edit(step, gap)} preload={false} className="line tap-28">
                  {gapInWords(gap, part)}
                </Link>
              ) : (
                gapInWords(gap, part)
              )}
            </li>
          );
        })}
        {gaps.length === 0 && (
          <li className="row gap-8 tap-28" data-whole>
            <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            {completeness === null
              ? 'Lo que le falta se dice cuando está habilitada'
              : 'Nada: tiene todo lo que pide su producto'}
          </li>
        )}
      </ul>
    </Block>
  );
}

function CategoryOfProduct({ id }: { id: number }): ReactNode {
  const words = GAP_NAMES.category;
  if (!admits(SCREENS.products, useRole())) return words;
  return (
    <Link to="/part_products/$id" params={{ id: String(id) }} preload={false} className="line tap-28">
      {words}
    </Link>
  );
}
