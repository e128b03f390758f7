import { Checkbox, Text, TextInput } from '@mantine/core';
import type { MappedSheet, Question, SampleSheet } from '@piezario/contract/workbook-mappings';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { fold } from '../../ui/words.ts';
import { ColumnRow } from './ColumnRow.tsx';
import type { Edit } from './edit.ts';
import classes from './Mapping.module.css';
import { type Choice, SheetChoice } from './SheetChoice.tsx';
import { groupBy } from './words.ts';

type Props = {
  sheet: MappedSheet;
  sample: SampleSheet;
  /** The sheets of names. */
  lookups: readonly string[];
  questions: readonly Question[];
  /** The column that a question leads to. */
  sought: number | null;
  choice: Choice;
  onEdit: (edit: Edit) => void;
};

/** A short list is scanned without a filter. */
const FILTERED_FROM = 8;
const NO_QUESTIONS: readonly Question[] = [];

/** What each column contains. */
export function ColumnsStep({ sheet, sample, lookups, questions, sought, choice, onEdit }: Props) {
  const [typed, setTyped] = useState('');
  const [onlyIgnored, setOnlyIgnored] = useState(false);
  // An edit of one column must not render the others again: there may be hundreds.
  const lookupKey = lookups.join('\n');
  const stableLookups = useMemo(() => lookupKey.split('\n').filter(Boolean), [lookupKey]);
  const questionsByColumn = useMemo(() => groupBy(questions, ({ position }) => position), [questions]);
  const sampleByColumn = useMemo(() => new Map(sample.columns.map((one) => [one.position, one])), [sample]);
  const wanted = fold(typed.trim());
  const visible = sheet.columns.filter(
    ({ title, target }) => fold(title).includes(wanted) && (!onlyIgnored || target.is === 'ignored'),
  );
  return (
    <>
      <SheetChoice choice={choice} sheet={sheet} />
      {sheet.columns.length >= FILTERED_FROM && (
        <div className={classes.filter}>
          <TextInput
            aria-label="Buscar una columna"
            placeholder="Buscar una columna"
            leftSection={<IconSearch size={16} aria-hidden />}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Checkbox
            label="Sólo las que no se leen"
            checked={onlyIgnored}
            onChange={() => setOnlyIgnored(!onlyIgnored)}
          />
        </div>
      )}
      <Text size="sm" c="dimmed" role="status">
        {readInWords(sheet)}
      </Text>
      <ul className={`frame surface rounded divided ${classes.list}`}>
        {visible.map((column) => (
          <ColumnRow
            key={column.position}
            sheet={sample.name}
            use={sheet.use}
            column={column}
            sample={sampleByColumn.get(column.position)}
            lookups={stableLookups}
            questions={questionsByColumn.get(column.position) ?? NO_QUESTIONS}
            isSought={column.position === sought}
            onEdit={onEdit}
          />
        ))}
      </ul>
      {visible.length === 0 && <Text c="dimmed">Ninguna columna coincide.</Text>}
    </>
  );
}

/** Se leen 7 de 9 columnas */
function readInWords({ columns }: MappedSheet): string {
  const read = columns.filter(({ target }) => target.is !== 'ignored').length;
  return `${read === 1 ? 'Se lee' : 'Se leen'} ${formatNumber(read)} de ${formatNumber(columns.length)} columnas`;
}
