import { Title } from '@mantine/core';
import { type Choice, vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryOf, useCall } from '../api/hooks.ts';
import { Failed } from '../ui/Failed.tsx';
import type { Search } from '../ui/table/list.ts';
import { Chosen } from './Chosen.tsx';
import { keyOf, nameOf, readChoice, useChoice } from './choice.ts';
import { FittingParts } from './FittingParts.tsx';
import { Steps } from './Steps.tsx';
import { nextStep, type StepName, versionOf } from './steps.ts';
import classes from './VehicleCatalog.module.css';
import { VehicleField } from './VehicleField.tsx';

export function loadVehicleCatalog(queries: QueryClient, search: Search) {
  const query = readChoice(search);
  void queries.prefetchQuery(queryOf(vehicleCatalog.choices, { query }));
  if (query.model) void queries.prefetchQuery(queryOf(vehicleCatalog.products, { query: { ...query, hidden: 0 } }));
}

/** The parts of a vehicle, which the person types in one line or chooses step by step. */
export function VehicleCatalog() {
  const { choice, choose } = useChoice();
  const read = useCall(vehicleCatalog.choices, { query: choice });
  const choices = read.isPlaceholderData ? undefined : read.data;
  const key = keyOf(choice);
  // The step that the person opened, or null when they closed it. Valid for this choice only.
  const [manualStep, setManualStep] = useState<{ key: string; step: StepName | null } | null>(null);
  const step = manualStep?.key === key ? manualStep.step : nextStep(choice);
  const { panel, result, moveFocus } = useFocusAfterChoice(key, step);
  const chooseNext = (next: Choice, then?: null) => {
    const nextKey = keyOf(next);
    if (then !== undefined) setManualStep({ key: nextKey, step: then });
    moveFocus(nextKey);
    choose(next);
  };
  return (
    <div className={classes.screen}>
      <header className="stack gap-12">
        <Title order={1} size="h3">
          Piezas por vehículo
        </Title>
        <VehicleField
          key={key}
          text={nameOf(choice)}
          onChoose={(next) => chooseNext(next, next.model ? null : undefined)}
        />
      </header>
      {Object.keys(choice).length > 0 && (
        <Chosen
          choice={choice}
          choices={choices}
          step={step}
          onStep={(next) => setManualStep({ key, step: next })}
          onDrop={(next) => chooseNext(next)}
        />
      )}
      {read.error && !read.data ? (
        <Failed title="No se pudieron cargar los vehículos" read={read} />
      ) : (
        step && (
          <Steps
            ref={panel}
            step={step}
            choice={choice}
            choices={choices}
            onChoose={chooseNext}
            onSkip={() => {
              setManualStep({ key, step: null });
              moveFocus(key);
            }}
          />
        )
      )}
      {choices && choices.vehicles.length > 0 && (
        <FittingParts
          key={key}
          heading={result}
          choice={choice}
          name={versionOf(choice, choices) ?? nameOf(choice)}
          vehicles={choices.vehicles}
        />
      )}
    </div>
  );
}

/** Moves the focus to the next step or to the parts, because the control of the last choice is removed. */
function useFocusAfterChoice(key: string, step: StepName | null) {
  const panel = useRef<HTMLElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const pendingKey = useRef<string | null>(null);
  // Runs after every render, because the parts appear only once the vehicles have loaded.
  useEffect(() => {
    const target = step ? panel.current : result.current;
    if (pendingKey.current !== key || !target) return;
    pendingKey.current = null;
    target.focus({ preventScroll: true });
  });
  return {
    panel,
    result,
    moveFocus: (to: string) => {
      pendingKey.current = to;
    },
  };
}
