import { Button, Text, Title } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import type { Gap } from '@piezario/contract/gaps';
import { parts } from '@piezario/contract/parts';
import { IconArrowLeft, IconArrowRight, IconDeviceFloppy, IconHistory, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { type AskedGap, AttributesStep } from '../../attributes/AttributesStep.tsx';
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
import { HISTORY, STEPS } from './steps.ts';
import { useNext } from './useNext.ts';
import { type Step, useGoToPart, usePartDialog, type WizardPage } from './usePartDialog.ts';
import classes from './Wizard.module.css';

/** Loaded on demand: the pictures are the heaviest step, and the history is rarely opened. */
const PicturesStep = lazy(() => import('../../pictures/PicturesStep.tsx'), 'PicturesStep');
const HistoryView = lazy(() => import('../../history/HistoryView.tsx'), 'HistoryView');

type Part = Result<typeof parts.show>;

/** Fields to focus for gaps. The attributes step finds its own field; the other steps need none. */
const FIELD_OF: Partial<Record<Gap, string>> = { observation: 'part-observation', crosses: 'new-cross-brand' };

/**
 * The wizard: five steps of one part, in any order, and its history. The first is a form; the others save each change
 * at once.
 */
export function EditPart({ id, page }: { id: number; page: WizardPage }) {
  const { open, close, leave, gap } = usePartDialog();
  const [asked, ask] = useState<AskedGap | null>(gap && { gap });
  const remove = usePartRemoval(leave);
  // Not from the cache: the form must start with the stored values.
  const read = useCall(parts.show, { params: { partId: id } }, { gcTime: 0 });
  const part = read.isPlaceholderData ? undefined : read.data;
  useRemembered(part);
  useRecordTitle(part && partName(part));
  const neighbours = <Neighbours id={id} go={useGoToPart()} />;
  const [isDirty, setDirty] = useState(false);
  const go = (to: WizardPage, lacked?: Gap) => {
    ask(lacked ? { gap: lacked } : null);
    if (to !== page) open(id, to);
  };
  const isRead = part !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is there once the part is read and its page is open
  useEffect(() => {
    const field = asked && FIELD_OF[asked.gap];
    if (field) document.querySelector<HTMLElement>(`[data-path="${field}"]`)?.focus();
  }, [asked, page, isRead]);
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
            icon={IconHistory}
            title="Historial"
            label={`Historial de ${partName(part)}`}
            aria-current={page === 'history' ? 'page' : undefined}
            onClick={() => go('history')}
          />
          <RowButton
            icon={IconTrash}
            title="Eliminar la pieza"
            label={`Eliminar ${partName(part)}`}
            onClick={() => remove(part)}
          />
        </>
      }
      footer={<Buttons page={page} isDirty={isDirty} go={go} close={close} />}
    >
      <div className={classes.wizard} data-step={page}>
        <Stepper part={part} page={page} onStep={go} />
        <PageTitle page={page} />
        <Beside aside={(page === 1 || page === 3 || page === 5) && <AtAGlance part={part} onStep={go} />}>
          {page === 1 ? (
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
              <OtherPage key={id} part={part} page={page} asked={asked} />
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

type OtherProps = { part: Part; page: Exclude<WizardPage, 1>; asked: AskedGap | null };

function OtherPage({ part, page, asked }: OtherProps): ReactNode {
  switch (page) {
    case 2:
      return <ApplicationsStep part={part} />;
    case 3:
      return <AttributesStep part={part} asked={asked} />;
    case 4:
      return <PicturesStep partId={part.id} name={partName(part)} pictures={part.pictures} />;
    case 5:
      return <CrossesStep partId={part.id} crosses={part.cross} />;
    case 'history':
      return <HistoryView partId={part.id} />;
  }
}

const PartTitle = ({ part: { brand, code, product_with_category } }: { part: Part }) => (
  <span className="flex wrap strong gap-x-10">
    <span className="slim breaks">{brand}</span>
    <span className="code slim breaks">{code}</span>
    <Text span inherit c="dimmed" fw={400} className="slim breaks">
      {product_with_category.name}
    </Text>
  </span>
);

/** Takes the focus when the page opens, so that screen readers announce it. */
function PageTitle({ page }: { page: WizardPage }) {
  const { label, hint } = page === 'history' ? HISTORY : (STEPS[page - 1] ?? STEPS[0]);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for
  useEffect(() => title.current?.focus({ preventScroll: true }), [page]);
  return (
    <div className={classes.heading}>
      <Title order={2} size="h4" ref={title} tabIndex={-1} data-autofocus className="unringed">
        {label}
      </Title>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {hint}
      </Text>
    </div>
  );
}

type ButtonsProps = { page: WizardPage; isDirty: boolean; go: (step: Step) => void; close: () => void };

/** The next step is always at the right. The history is not one of the steps, so it has no next step. */
const Buttons = ({ page, isDirty, go, close }: ButtonsProps) => {
  const step = page === 'history' ? null : page;
  const isLast = step === null || step === 5;
  const next = useNext();
  return (
    <div className={classes.buttons} data-step={page}>
      {!isLast && (
        <Button variant="default" onClick={close}>
          Cerrar
        </Button>
      )}
      <span className="grow desk-only" />
      {step !== null && step > 1 && (
        <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={() => go((step - 1) as Step)}>
          Volver
        </Button>
      )}
      {step === 1 && (
        <>
          <Unsaved isDirty={isDirty} />
          <Button className="desk-only" variant="subtle" onClick={() => go(2)}>
            Continuar
          </Button>
          <Button variant="default" type="submit" form={FORM} value="close">
            Guardar y cerrar
          </Button>
          <Button variant="default" type="submit" form={FORM} leftSection={<IconDeviceFloppy size={18} />}>
            Guardar
          </Button>
          <Button {...next} type="submit" form={FORM} value="continue">
            Guardar y continuar
          </Button>
        </>
      )}
      {!isLast && step > 1 && (
        <Button {...next} rightSection={<IconArrowRight size={18} />} onClick={() => go((step + 1) as Step)}>
          Continuar
        </Button>
      )}
      {isLast && (
        <Button {...next} onClick={close}>
          Cerrar
        </Button>
      )}
    </div>
  );
};
