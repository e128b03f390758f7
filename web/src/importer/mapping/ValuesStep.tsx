import { Button, Paper, Text } from '@mantine/core';
import type { UnknownValue, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { IconChecks } from '@tabler/icons-react';
import { useRef } from 'react';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { focusNextAfter } from '../../ui/focus.ts';
import { formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useShowMore } from '../../ui/useShowMore.tsx';
import { counted } from '../../ui/words.ts';
import { openOther } from '../errors/OtherValue.tsx';
import { type Edit, meaningOf, setMeaning, sheetOf } from './edit.ts';
import type { PreviewRead } from './usePreview.ts';
import classes from './Values.module.css';
import { groupBy } from './words.ts';

type Props = { mapping: WorkbookMapping; read: PreviewRead; onEdit: (edit: Edit) => void };
type Place = Pick<UnknownValue, 'sheet' | 'position' | 'value'> & Partial<Pick<UnknownValue, 'column' | 'rows'>>;
type Decide = (place: Place, means: string | undefined) => void;

/** Identifies the button of a value. */
const keyOf = ({ sheet, position, value }: Place) => `${sheet}|${position}|${value}`;

/** Values that are not in the catalog, and how each is read. */
export function ValuesStep({ mapping, read: { preview, isFresh }, onEdit }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // A decided value leaves its list, and the next value takes the focus.
  const decide: Decide = (place, means) => {
    const name = means === undefined ? 'decided' : 'unknown';
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>(`[data-${name}]`) ?? [])];
    const index = buttons.findIndex(({ dataset }) => dataset[name] === keyOf(place));
    focusNextAfter(() => onEdit(setMeaning(place, means)), box.current, `[data-${name}]`, index);
  };
  // Hides decided values until the new preview, which lists those whose new name is not in the catalog either.
  const unknown = preview?.unknown.filter((value) => isFresh || meaningOf(mapping, value) === undefined) ?? [];
  const groups = groupBy(unknown, ({ sheet, position, column }) => `${sheet}|${position}|${column}`);
  return (
    <div ref={box} tabIndex={-1} className="column unringed gap-12">
      {preview && unknown.length === 0 && <Notice icon={IconChecks} title="No hay valores por decidir" />}
      {[...groups].map(([key, values]) => (
        <Group key={key} values={values} mapping={mapping} onDecide={decide} />
      ))}
      <Decided mapping={mapping} onDecide={decide} />
      <Unclear texts={preview?.unclear ?? []} />
    </div>
  );
}

/** How many values of a column are shown at first. */
const FIRST = 20;

type GroupProps = {
  values: readonly UnknownValue[];
  mapping: WorkbookMapping;
  onDecide: Decide;
};

function Group({ values, mapping, onDecide }: GroupProps) {
  const { visible, button } = useShowMore(values, FIRST);
  const [sample] = values;
  if (!sample) return null;
  return (
    <Paper withBorder className="pad-y-8">
      <Text fw={600} component="h3" className={classes.title}>
        {sample.column} <span className="dim text-sm regular">{placeInWords(mapping, sample)}</span>
      </Text>
      <ul>
        {visible.map((value) => (
          <li key={`${value.value}|${value.rows}`} className={classes.line}>
            <Unknown value={value} meaning={meaningOf(mapping, value)} onDecide={(means) => onDecide(value, means)} />
          </li>
        ))}
      </ul>
      {button}
    </Paper>
  );
}

type UnknownProps = { value: UnknownValue; meaning: string | undefined; onDecide: (means: string) => void };

function Unknown({ value, meaning, onDecide }: UnknownProps) {
  const { value: text, rows, offers } = value;
  return (
    <>
      <Text size="sm" className={classes.value}>
        <span className="text-sm code">«{text}»</span>{' '}
        <span className="dim text-sm regular">
          · {rows === 0 ? 'en todas las filas' : counted(rows, 'fila')}
          {meaning && ` · «${meaning}» tampoco está en el catálogo`}
        </span>
      </Text>
      <div className="flex wrap gap-6">
        {offers.map((offer) => (
          <Button
            key={offer}
            variant="light"
            size="compact-sm"
            aria-label={`Leer como ${offer}: «${text}»`}
            onClick={() => onDecide(offer)}
          >
            Leer como {offer}
          </Button>
        ))}
        <Button
          data-unknown={keyOf(value)}
          variant="default"
          size="compact-sm"
          aria-label={`Otro… para «${text}»`}
          onClick={() => openOther(value, onDecide)}
        >
          Otro…
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Dejar en blanco: «${text}»`}
          onClick={() => onDecide('')}
        >
          Dejar en blanco
        </Button>
      </div>
    </>
  );
}

/** The title of the column, or where else the value is. */
function placeInWords(mapping: WorkbookMapping, { sheet, position }: Place): string {
  const title =
    position === null
      ? 'grupos, nombres de hojas o todas las filas'
      : sheetOf(mapping, sheet)?.columns.find((column) => column.position === position)?.title;
  return [title && `en ${title}`, mapping.sheets.length > 1 && sheet].filter(Boolean).join(' · ');
}

/** Limit of decisions shown: a stored mapping may have a thousand. */
const MAX_DECIDED = 200;

/** What was decided, here or in the stored mapping. */
function Decided({ mapping, onDecide }: Pick<GroupProps, 'mapping' | 'onDecide'>) {
  const decided = mapping.sheets.flatMap(({ names: [sheet = ''], columns, group_values }) => [
    ...group_values.map((meaning) => ({ sheet, position: null, ...meaning })),
    ...columns.flatMap(({ position, values }) => values.map((meaning) => ({ sheet, position, ...meaning }))),
  ]);
  if (decided.length === 0) return null;
  return (
    <Disclosure label={`Ya decididos: ${formatNumber(decided.length)}`}>
      <ul className={classes.plain}>
        {decided.slice(0, MAX_DECIDED).map((one) => (
          <li key={`${one.sheet}|${one.position}|${one.value}`} className={classes.line}>
            <span className={classes.value}>
              <span className="text-sm code">«{one.value}»</span>{' '}
              {one.means === '' ? 'queda en blanco' : `se lee ${one.means}`}{' '}
              <span className="dim text-sm regular">{placeInWords(mapping, one)}</span>
            </span>
            <Button
              data-decided={keyOf(one)}
              variant="subtle"
              size="compact-sm"
              aria-label={`Volver a preguntar: «${one.value}»`}
              onClick={() => onDecide(one, undefined)}
            >
              Volver a preguntar
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

type UnclearProps = { texts: NonNullable<PreviewRead['preview']>['unclear'] };

/** Free texts about vehicles that were not understood. The parts are read without them. */
const Unclear = ({ texts }: UnclearProps) =>
  texts.length > 0 && (
    <Disclosure label={`Vehículos que no se entendieron: ${formatNumber(texts.length)}`}>
      <ul className={classes.plain}>
        {texts.map(({ text, rows, reason }) => (
          <li key={text} className={classes.line}>
            <span className={classes.value}>
              <span className="text-sm code">«{text}»</span>{' '}
              <span className="dim text-sm regular">
                · {counted(rows, 'fila')} · {reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
