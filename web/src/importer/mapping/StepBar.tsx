import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { formatNumber } from '../../ui/format.ts';
import steps from '../../ui/steps.module.css';
import classes from './StepBar.module.css';
import { STEPS, type Step } from './words.ts';

type Props = {
  step: Step;
  /** Values without a decision. */
  unknown: number;
  onStep: (step: Step) => void;
};

/** The steps. They may be opened in any order. */
export const StepBar = ({ step, unknown, onStep }: Props) => (
  <nav aria-label="Pasos">
    <ol className={steps.steps}>
      {STEPS.map((one, index) => (
        <li key={one}>
          <UnstyledButton
            className={`${steps.step} ${classes.step}`}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onStep(one)}
          >
            <span className="text-sm digits desk-only">{index + 1}</span>
            {one}
            {one === 'Valores' && unknown > 0 && (
              <span className={classes.count}>
                {formatNumber(unknown)}
                <VisuallyHidden> sin decidir</VisuallyHidden>
              </span>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  </nav>
);
