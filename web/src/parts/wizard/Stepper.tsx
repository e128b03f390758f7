import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Part } from '@piezario/contract/parts';
import { formatNumber } from '../../ui/format.ts';
import steps from '../../ui/steps.module.css';
import classes from './Stepper.module.css';
import { STEPS } from './steps.ts';
import type { Step, WizardPage } from './usePartDialog.ts';

type Props = { part: Part; page: WizardPage; onStep: (step: Step) => void };

/** The steps with their counts. They may be opened in any order. */
export const Stepper = ({ part, page, onStep }: Props) => (
  <nav aria-label="Pasos">
    <ol className={steps.steps}>
      {STEPS.map(({ step, label, short, icon: Icon, count }) => (
        <li key={step}>
          <UnstyledButton
            className={`${steps.step} ${classes.step}`}
            aria-current={step === page ? 'step' : undefined}
            onClick={() => onStep(step)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span className={classes.label}>
              <VisuallyHidden>{step}. </VisuallyHidden>
              {label}
            </span>
            <span className={classes.short} aria-hidden>
              {short}
            </span>
            {count && <span className={classes.count}>{formatNumber(count(part))}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  </nav>
);
