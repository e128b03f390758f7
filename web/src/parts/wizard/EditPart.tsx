import { Button, Text, Title } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import { parts } from '@piezario/contract/parts';
import { IconArrowLeft, IconArrowRight, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { AttributesStep } from '../../attributes/AttributesStep.tsx';
import { CrossesStep } from '../../crosses/CrossesStep.tsx';
import { Missing } from '../../ui/Failed.tsx';
import { FullScreen } from '../../ui/FullScreen.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { RowButton } from '../../ui/RowIcon.tsx';
import { useRecordTitle } from '../../ui/title.ts';
import { Unsaved } from '../../ui/Unsaved.tsx';
import { ApplicationsStep } from '../../vehicles/ApplicationsStep.tsx';
import { partName } from '../noun.ts';
import { Neighbours } from '../sheet/Neighbours.tsx';
import { useRemembered } from '../sheet/recentParts.ts';
import { usePartRemoval } from '../usePartRemoval.ts';
import { AtAGlance } from './AtAGlance.tsx';
import { ConfigureStep, FORM } from './ConfigureStep.tsx';
import { Stepper } from './Stepper.tsx';
import { STEPS } from './steps.ts';
import { type Step, useGoToPart, usePartDialog } from './usePartDialog.ts';
import classes from './Wizard.module.css';

/** Loaded when they are opened: one is the heaviest step, the other is rarely needed. */
const PicturesStep = lazy(() => import('../../pictures/PicturesStep.tsx'), 'PicturesStep');
const HistoryView = lazy(() => import('../../history/HistoryView.tsx'), 'HistoryView');

type Part = Result<typeof parts.show>;

/**
 * The wizard: five steps of one part, in any order, and its history. The first is a form; the others save each change
 * at once.
 */
export function EditPart({ id, step }: { id: number; step: Step }) {
  const { open, close, leave } = usePartDialog();
  const remove = usePartRemoval(leave);
  // Not from the cache: the form must start with the stored values.
  const read = useCall(parts.show, { params: { partId: id } }, { gcTime: 0 });
  const part = read.isPlaceholderData ? undefined : read.data;
  useRemembered(part);
  useRecordTitle(part && partName(part));
  const neighbours = <Neighbours id={id} go={useGoToPart()} />;
  const [isDirty, setDirty] = useState(false);
  const go = (to: Step) => {
    if (to !== step) open(id, to);
  };
  if (!part) {
    return (
      <FullScreen title="Pieza" onClose={close} actions={neighbours}>
        {read.error ? (
          <Missing what="la pieza" read={read}>
            Puede que ya no exista o que no esté entre tus marcas.
          </Missing>
        ) : (
          <Loading />
        )}
      </FullScreen>
    );
  }
  return (
    <FullScreen
      title={<PartTitle part={part} />}
      onClose={close}
      actions={
        <>
          {neighbours}
          <RowButton
            icon={IconTrash}
            title="Eliminar la pieza"
            label={`Eliminar ${partName(part)}`}
            onClick={() => remove(part)}
          />
        </>
      }
      footer={<Buttons step={step} isDirty={isDirty} go={go} close={close} />}
    >
      <div className={classes.wizard} data-step={step}>
        <Stepper part={part} step={step} onStep={go} />
        <StepTitle step={step} />
        <Beside aside={(step === 1 || step === 3 || step === 5) && <AtAGlance part={part} step={step} onStep={go} />}>
          {step === 1 ? (
            <ConfigureStep
              key={id}
              part={part}
              onDirty={setDirty}
              onSaved={(submitted) => {
                if (submitted === 'close') close();
                if (submitted === 'continue') open(id, 2);
              }}
            />
          ) : (
            <Suspense fallback={<Loading />}>
              <OtherStep key={id} part={part} step={step} />
            </Suspense>
          )}
        </Beside>
      </div>
    </FullScreen>
  );
}

/** The tables and the pictures need the whole width. */
const Beside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className={classes.columns}>
      <div>{children}</div>
      {aside}
    </div>
  ) : (
    children
  );

function OtherStep({ part, step }: { part: Part; step: Exclude<Step, 1> }): ReactNode {
  switch (step) {
    case 2:
      return <ApplicationsStep part={part} />;
    case 3:
      return <AttributesStep part={part} />;
    case 4:
      return <PicturesStep partId={part.id} name={partName(part)} pictures={part.pictures} />;
    case 5:
      return <CrossesStep partId={part.id} crosses={part.cross} />;
    case 6:
      return <HistoryView partId={part.id} />;
  }
}

const PartTitle = ({ part: { brand, code, product_with_category } }: { part: Part }) => (
  <span className={classes.title}>
    <span>{brand}</span>
    <span className={classes.code}>{code}</span>
    <Text span inherit c="dimmed" fw={400}>
      {product_with_category.name}
    </Text>
  </span>
);

/** Takes the focus when the step opens, so that screen readers announce it. */
function StepTitle({ step }: { step: Step }) {
  const { label, hint } = STEPS[step - 1] ?? STEPS[0];
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what it waits for
  useEffect(() => title.current?.focus({ preventScroll: true }), [step]);
  return (
    <div className={classes.heading}>
      <Title order={2} size="h4" ref={title} tabIndex={-1} data-autofocus className={classes.stepTitle}>
        {label}
      </Title>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {hint}
      </Text>
    </div>
  );
}

type ButtonsProps = { step: Step; isDirty: boolean; go: (step: Step) => void; close: () => void };

/** The next step is always at the right. */
const Buttons = ({ step, isDirty, go, close }: ButtonsProps) => (
  <div className={classes.buttons} data-step={step}>
    {step < 5 && (
      <Button variant="default" onClick={close}>
        Cerrar
      </Button>
    )}
    <span className={classes.space} />
    {step > 1 && (
      <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={() => go((step - 1) as Step)}>
        Volver
      </Button>
    )}
    {step === 1 && (
      <>
        <Unsaved isDirty={isDirty} />
        <Button className={classes.alone} variant="subtle" onClick={() => go(2)}>
          Continuar
        </Button>
        <Button variant="default" type="submit" form={FORM} value="close">
          Guardar y cerrar
        </Button>
        <Button variant="default" type="submit" form={FORM} leftSection={<IconDeviceFloppy size={18} />}>
          Guardar
        </Button>
        <Button type="submit" form={FORM} value="continue">
          Guardar y continuar
        </Button>
      </>
    )}
    {step > 1 && step < 5 && (
      <Button rightSection={<IconArrowRight size={18} />} onClick={() => go((step + 1) as Step)}>
        Continuar
      </Button>
    )}
    {step >= 5 && <Button onClick={close}>Cerrar</Button>}
  </div>
);
