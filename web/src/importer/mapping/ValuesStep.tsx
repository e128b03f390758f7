import { Button, Paper, Text } from '@mantine/core';
import type { UnknownValue, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/Notice.tsx';
import { openOther } from '../errors/OtherValue.tsx';
import { type Edit, meaningOf, setMeaning, sheetOf } from './edit.ts';
import type { PreviewRead } from './usePreview.ts';
import classes from './Values.module.css';
import { groupBy, rowsInWords } from './words.ts';

type Props = { mapping: WorkbookMapping; read: PreviewRead; onEdit: (edit: Edit) => void };
type Place = Pick<UnknownValue, 'sheet' | 'position' | 'value'>;
type Decide = (place: Place, means: string | undefined) => void;

/** Values that are not in the catalog, and how each is read. */
export function ValuesStep({ mapping, read: { preview, isFresh }, onEdit }: Props) {
  const decide: Decide = (place, means) => onEdit(setMeaning(place, means));
  // A value stays in the list after its decision when the new preview does not know what it was read as either.
  const unknown = preview?.unknown.filter((value) => isFresh || meaningOf(mapping, value) === undefined) ?? [];
  const groups = groupBy(unknown, ({ sheet, position, column }) => `${sheet}|${position}|${column}`);
  return (
    <>
      {preview && unknown.length === 0 && <Notice icon={IconChecks} title="No hay valores por decidir" />}
      {[...groups].map(([key, values]) => (
        <Group key={key} values={values} mapping={mapping} onDecide={decide} />
      ))}
      <Decided mapping={mapping} onDecide={decide} />
      <Unclear texts={preview?.unclear ?? []} />
    </>
  );
}

/** How many values of a column are shown at first. */
const FIRST = 20;

type GroupProps = { values: readonly UnknownValue[]; mapping: WorkbookMapping; onDecide: Decide };

function Group({ values, mapping, onDecide }: GroupProps) {
  const [unfolded, unfold] = useState(false);
  const [first] = values;
  if (!first) return null;
  const more = unfolded ? 0 : values.length - FIRST;
  return (
    <Paper withBorder className={classes.group}>
      <Text fw={600} component="h3" className={classes.title}>
        {first.column} <span className={classes.place}>{placeInWords(mapping, first)}</span>
      </Text>
      <ul>
        {(more > 0 ? values.slice(0, FIRST) : values).map((value) => (
          <li key={value.value}>
            <Unknown value={value} meaning={meaningOf(mapping, value)} onDecide={onDecide} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => unfold(true)}>
          y {formatNumber(more)} más
        </Button>
      )}
    </Paper>
  );
}

type UnknownProps = { value: UnknownValue; meaning: string | undefined; onDecide: Decide };

function Unknown({ value, meaning, onDecide }: UnknownProps) {
  const { value: text, rows, offers } = value;
  return (
    <>
      <Text size="sm" className={classes.value}>
        <span className={classes.text}>«{text}»</span>{' '}
        <span className={classes.place}>
          · {rowsInWords(rows, formatNumber(rows))}
          {meaning && ` · «${meaning}» tampoco está en el catálogo`}
        </span>
      </Text>
      <div className={classes.ways}>
        {offers.map((offer) => (
          <Button
            key={offer}
            variant="light"
            size="compact-sm"
            aria-label={`Leer como ${offer}: «${text}»`}
            onClick={() => onDecide(value, offer)}
          >
            Leer como {offer}
          </Button>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Otro… para «${text}»`}
          onClick={() => openOther(value, (means) => onDecide(value, means))}
        >
          Otro…
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Dejar en blanco: «${text}»`}
          onClick={() => onDecide(value, '')}
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
      ? 'grupos y nombres de hojas'
      : sheetOf(mapping, sheet)?.columns.find((column) => column.position === position)?.title;
  return [title && `en ${title}`, mapping.sheets.length > 1 && sheet].filter(Boolean).join(' · ');
}

/** A stored mapping may bring a thousand of them. */
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
          <li key={`${one.sheet}|${one.position}|${one.value}`}>
            <span className={classes.value}>
              <span className={classes.text}>«{one.value}»</span>{' '}
              {one.means === '' ? 'queda en blanco' : `se lee ${one.means}`}{' '}
              <span className={classes.place}>{placeInWords(mapping, one)}</span>
            </span>
            <Button
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
          <li key={text}>
            <span className={classes.value}>
              <span className={classes.text}>«{text}»</span>{' '}
              <span className={classes.place}>
                · {rowsInWords(rows, formatNumber(rows))} · {reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
