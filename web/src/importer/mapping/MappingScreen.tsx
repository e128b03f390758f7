import { Button, Text } from '@mantine/core';
import type { ImportFile } from '@piezario/contract/importer';
import { type Question, workbookMappings } from '@piezario/contract/workbook-mappings';
import { IconArrowRight, IconBookmark } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCall } from '../../api/hooks.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Recovered } from '../../ui/Recovered.tsx';
import { ApplyBar } from './ApplyBar.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { readSheets, sheetOf } from './edit.ts';
import classes from './Mapping.module.css';
import { PreviewPanel } from './PreviewPanel.tsx';
import { Questions } from './Questions.tsx';
import { RowsStep } from './RowsStep.tsx';
import { SheetsStep } from './SheetsStep.tsx';
import { StepBar } from './StepBar.tsx';
import { type Proposal, useMapping } from './useMapping.ts';
import { usePreview } from './usePreview.ts';
import { ValuesStep } from './ValuesStep.tsx';
import { formatDay, STEPS, type Step } from './words.ts';

const ONCE = { gcTime: 0, refetchOnWindowFocus: false } as const;

type Props = {
  file: ImportFile;
  /** The element at the bottom of the window that the final button is rendered into. */
  footer: HTMLElement | null;
};

/** Asks how to read a file of another format, beside a preview of its first parts. */
export function MappingScreen({ file: { udid }, footer }: Props) {
  const read = useCall(workbookMappings.show, { params: { udid } }, ONCE);
  if (read.data) return <Mapping proposal={read.data} footer={footer} />;
  return read.error ? <Failed title="No se pudieron leer las hojas del archivo" read={read} /> : <Loading />;
}

/** What the screen shows. `visits` counts the steps that were opened, so that each one moves the focus. */
type Place = { step: Step; sheet: string; position: number | null; visits: number };

function Mapping({ proposal, footer }: { proposal: Proposal; footer: HTMLElement | null }) {
  const { sheets: samples } = proposal;
  const state = useMapping(proposal);
  const { mapping, edit } = state;
  const read = usePreview(proposal.file.udid, mapping);
  const [place, setPlace] = useState<Place>({ step: 'Hojas', sheet: '', position: null, visits: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, position, visits } = place;
  const go = (next: Partial<Place>) => setPlace((now) => ({ ...now, position: null, ...next, visits: now.visits + 1 }));
  useEffect(() => {
    if (visits > 0 && position === null) heading.current?.focus();
  }, [visits, position]);
  const names = readSheets(mapping, samples);
  const name = names.includes(place.sheet) ? place.sheet : (names[0] ?? '');
  const sample = samples.find((one) => one.name === name);
  const sheet = sheetOf(mapping, name);
  const questions = read.preview?.questions ?? [];
  const about = questions.filter((question) => sheet?.names.includes(question.sheet));
  const choice = { names, name, onChoose: (chosen: string) => setPlace({ ...place, sheet: chosen }) };
  const next = STEPS[STEPS.indexOf(step) + 1];
  return (
    <div className="column slim gap-12">
      {state.draft.isRecovered && <Recovered onDiscard={state.draft.discard} />}
      <Origin proposal={proposal} />
      <StepBar step={step} unknown={read.preview?.unknown.length ?? 0} onStep={(to) => go({ step: to })} />
      <div className={classes.columns}>
        <section className="column slim gap-12" aria-labelledby="mapping-step">
          <Questions questions={questions} withSheet={samples.length > 1} onGo={(question) => go(placeOf(question))} />
          <h2 id="mapping-step" ref={heading} tabIndex={-1} className={classes.heading}>
            {step}
          </h2>
          {step === 'Hojas' ? (
            <SheetsStep samples={samples} mapping={mapping} onEdit={edit} />
          ) : step === 'Valores' ? (
            <ValuesStep mapping={mapping} read={read} onEdit={edit} />
          ) : !sheet || !sample ? (
            <Text c="dimmed">No se lee ninguna hoja: elegí cuáles en el paso Hojas.</Text>
          ) : step === 'Filas' ? (
            <RowsStep
              key={name}
              sheet={sheet}
              sample={sample}
              kinds={read.preview?.rows ?? []}
              questions={about.filter((question) => question.position === null)}
              choice={choice}
              onEdit={edit}
            />
          ) : (
            <ColumnsStep
              key={`${name} ${position === null ? '' : visits}`}
              sheet={sheet}
              sample={sample}
              lookups={mapping.sheets.filter(({ use }) => use === 'names').flatMap(({ names }) => names)}
              questions={about}
              sought={position}
              choice={choice}
              onEdit={edit}
            />
          )}
          {next && (
            <Button
              variant="light"
              className="self-start"
              rightSection={<IconArrowRight size={18} />}
              onClick={() => go({ step: next })}
            >
              Seguir con {next}
            </Button>
          )}
        </section>
        <PreviewPanel read={read} withSheet={names.length > 1} />
      </div>
      {footer && createPortal(<ApplyBar udid={proposal.file.udid} state={state} read={read} />, footer)}
    </div>
  );
}

/** Where a question is answered. */
const placeOf = ({ sheet, position }: Question): Partial<Place> => ({
  step: sheet === '' ? 'Hojas' : position === null ? 'Filas' : 'Columnas',
  sheet,
  position,
});

/** The stored mapping that the proposal comes from, and how a text file was read. */
const Origin = ({ proposal: { stored, text } }: { proposal: Proposal }) => (
  <>
    {stored && (
      <Text size="sm" className="row gap-8">
        <IconBookmark className="accent" size={18} stroke={1.6} aria-hidden />
        <span>
          Usando <strong>«{stored.name}»</strong> del {formatDay(stored.updated_at)}
        </span>
      </Text>
    )}
    {text && (
      <Text size="sm" c="dimmed">
        Texto {text.encoding}, separado por {text.separator === '\t' ? 'tabulaciones' : `«${text.separator}»`}
      </Text>
    )}
  </>
);
