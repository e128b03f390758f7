import { Title, UnstyledButton } from '@mantine/core';
import { type Gap, gapInWords } from '@piezario/contract/gaps';
import type { PartDetail } from '@piezario/contract/parts';
import { IconChevronRight, IconCircleCheck, IconPhotoPlus } from '@tabler/icons-react';
import { STEP_OF } from '../gaps.ts';
import { partName } from '../noun.ts';
import classes from './AtAGlance.module.css';
import type { Step } from './usePartDialog.ts';

type Props = { part: PartDetail; onStep: (step: Step, gap: Gap) => void };

/** Beside the fields: the first picture, and what the part still lacks, each leading to its field. */
export function AtAGlance({ part, onStep }: Props) {
  const [picture] = part.pictures;
  const missing = part.gaps.map((gap) => ({ gap, words: gapInWords(gap, part), step: STEP_OF[gap] }));
  return (
    <aside className={classes.glance} aria-label="La pieza de un vistazo">
      <UnstyledButton className={classes.picture} onClick={() => onStep(4, 'photos')}>
        {picture ? (
          <img className="fit" src={picture.thumbnailUrl} alt={`Foto principal de ${partName(part)}: ver las fotos`} />
        ) : (
          <span className={classes.none}>
            <IconPhotoPlus size={28} stroke={1.4} aria-hidden />
            Cargar la primera foto
          </span>
        )}
      </UnstyledButton>
      <Title order={3} size="sm">
        {missing.length > 0 ? 'Le falta' : part.completeness === null ? 'Deshabilitada' : 'No le falta nada'}
      </Title>
      {missing.length > 0 ? (
        <ul className="frame surface rounded-lg divided">
          {missing.map(({ gap, words, step }) => (
            <li key={words}>
              {step === null ? (
                <span className={classes.gap}>{words}</span>
              ) : (
                <UnstyledButton className={classes.gap} onClick={() => onStep(step, gap)}>
                  {words}
                  <IconChevronRight className="dim" size={16} stroke={1.6} aria-hidden />
                </UnstyledButton>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={`flex dim text-md gap-8 ${classes.complete}`}>
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
          {part.completeness === null
            ? 'Lo que le falta se dice cuando está habilitada.'
            : 'Tiene todo lo que pide su producto.'}
        </p>
      )}
    </aside>
  );
}
