import { UnstyledButton } from '@mantine/core';
import type { Choice } from '@piezario/contract/vehicle-catalog';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import classes from './Chosen.module.css';
import { type Level, withoutLevel } from './choice.ts';
import { type Choices, type StepName, versionOf } from './steps.ts';

type Props = {
  choice: Choice;
  choices: Choices | undefined;
  step: StepName | null;
  onStep: (step: StepName | null) => void;
  onDrop: (choice: Choice) => void;
};

/** The choice, with buttons that remove each piece, and the steps that narrow it down. */
export function Chosen({ choice, choices, step, onStep, onDrop }: Props) {
  const { brand, model, year, words, vehicle_id } = choice;
  const chips: readonly { level: Level; label: string; value: string | undefined }[] = [
    { level: 'brand', label: 'la marca', value: brand },
    { level: 'model', label: 'el modelo', value: model },
    { level: 'year', label: 'el año', value: year?.toString() },
    { level: 'words', label: 'las palabras', value: words },
    { level: 'vehicle_id', label: 'la versión', value: versionOf(choice, choices) },
  ];
  const toggle = (name: StepName) => onStep(step === name ? null : name);
  return (
    <div className={classes.bar}>
      <ul className={classes.chips} aria-label="Vehículo elegido">
        {chips.map(
          ({ level, label, value }) =>
            value && (
              <li key={level}>
                <UnstyledButton
                  className={classes.chip}
                  aria-label={`Quitar ${label}: ${value}`}
                  onClick={() => onDrop(withoutLevel(choice, level))}
                >
                  <span className="truncate">{value}</span>
                  <IconX size={16} stroke={1.8} aria-hidden />
                </UnstyledButton>
              </li>
            ),
        )}
        {model !== undefined && year === undefined && vehicle_id === undefined && (
          <li>
            <Opener label="Año" opened={step === 'year'} onClick={() => toggle('year')} />
          </li>
        )}
        {model !== undefined && vehicle_id === undefined && (choices?.versions.length ?? 0) > 1 && (
          <li>
            <Opener
              label={`Versión (${choices?.versions.length})`}
              opened={step === 'version'}
              onClick={() => toggle('version')}
            />
          </li>
        )}
      </ul>
    </div>
  );
}

const Opener = ({ label, opened, onClick }: { label: string; opened: boolean; onClick: () => void }) => (
  <UnstyledButton className={classes.opener} aria-expanded={opened} onClick={onClick}>
    {label}
    <IconChevronDown size={16} stroke={1.8} aria-hidden />
  </UnstyledButton>
);
