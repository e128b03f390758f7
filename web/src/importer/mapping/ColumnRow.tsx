import { Checkbox, NativeSelect, Text } from '@mantine/core';
import type { MappedColumn, MappedSheet, Question, SampleColumn, Target } from '@piezario/contract/workbook-mappings';
import { memo, useEffect, useRef } from 'react';
import { counted } from '../../ui/words.ts';
import classes from './ColumnRow.module.css';
import { type Edit, editColumn, setTarget } from './edit.ts';
import { QuestionsHere } from './Questions.tsx';
import { Separators } from './Separators.tsx';
import { TargetFields } from './TargetFields.tsx';
import { NAME_TARGETS, optionOf, ROW_TARGETS, targetOf } from './targets.ts';
import { columnLetters } from './words.ts';

type Props = {
  sheet: string;
  use: MappedSheet['use'];
  column: MappedColumn;
  sample: SampleColumn | undefined;
  /** The sheets of names. */
  lookups: readonly string[];
  questions: readonly Question[];
  /** Whether the column takes the focus. */
  isSought: boolean;
  onEdit: (edit: Edit) => void;
};

/** A column of the file, and what its cells contain. */
export const ColumnRow = memo(function ColumnRow(props: Props) {
  const { sheet, use, column, sample, lookups, questions, isSought, onEdit } = props;
  const { position, title, target } = column;
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isSought) select.current?.focus();
  }, [isSought]);
  const name = title || columnLetters(position);
  const change = (next: Partial<MappedColumn>) => onEdit(editColumn(sheet, position, (one) => ({ ...one, ...next })));
  const isRead = target.is !== 'ignored';
  return (
    <li className={classes.column} data-ignored={!isRead || undefined}>
      <div className="column slim gap-6">
        <Text fw={600} className={classes.title}>
          <span className={classes.letter}>{columnLetters(position)}</span> {title || 'Sin título'}
        </Text>
        <Examples sample={sample} />
        {sample?.note && <span className="dim text-sm">{sample.note}</span>}
      </div>
      <div className="column slim gap-6">
        <NativeSelect
          ref={select}
          aria-label={`Qué tiene ${name}`}
          value={optionOf(target)}
          onChange={({ currentTarget }) =>
            onEdit(setTarget(sheet, position, targetOf(currentTarget.value, column), sample?.separators))
          }
        >
          {use === 'names' ? NAME_OPTIONS : ROW_OPTIONS}
        </NativeSelect>
        <TargetFields name={name} target={target} onChange={(next) => onEdit(setTarget(sheet, position, next))} />
        {isRead && use === 'rows' && (
          <>
            {isSplit(column) && (
              <Separators name={name} chosen={column.separators} found={sample?.separators ?? []} onChange={change} />
            )}
            <Checkbox
              label="Rellenar hacia abajo"
              aria-label={`Rellenar hacia abajo ${name}`}
              checked={column.fills_down}
              onChange={() => change({ fills_down: !column.fills_down })}
            />
            {(target.is === 'code' || target.is === 'codes') &&
              (column.drops_marks || sample?.values.some(({ value }) => value.includes('*'))) && (
                <Checkbox
                  label="Sin los asteriscos"
                  aria-label={`Sin los asteriscos de ${name}`}
                  checked={column.drops_marks}
                  onChange={() => change({ drops_marks: !column.drops_marks })}
                />
              )}
            {lookups.length > 0 && LOOKED_UP.has(target.is) && (
              <NativeSelect
                aria-label={`Tabla de nombres de ${name}`}
                data={[
                  { value: '', label: 'Sin tabla de nombres' },
                  ...lookups.map((value) => ({ value, label: `Con los nombres de ${value}` })),
                ]}
                value={column.names_in}
                onChange={({ currentTarget }) => change({ names_in: currentTarget.value })}
              />
            )}
          </>
        )}
        <QuestionsHere questions={questions} />
      </div>
    </li>
  );
});

/* Made once: React skips elements that are the same object as in the last render. */
const optionsOf = (targets: typeof ROW_TARGETS) =>
  targets.map((target) =>
    'group' in target ? (
      <optgroup key={target.group} label={target.group}>
        {target.items.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </optgroup>
    ) : (
      <option key={target.value} value={target.value}>
        {target.label}
      </option>
    ),
  );
const ROW_OPTIONS = optionsOf(ROW_TARGETS);
const NAME_OPTIONS = optionsOf(NAME_TARGETS);

/** Whether cells of a column may have several values. Texts about vehicles are split by what they mean. */
const isSplit = ({ target, names_in }: MappedColumn) =>
  SPLIT.has(target.is) || (target.is === 'attribute' && target.attributes.length > 1) || names_in !== '';
const SPLIT: ReadonlySet<Target['is']> = new Set(['attributes', 'cross', 'codes']);

/** Targets whose cells may have an abbreviation. */
const LOOKED_UP: ReadonlySet<Target['is']> = new Set(['brand', 'product', 'field', 'attribute', 'cross', 'vehicle']);

const EXAMPLES = 3;

function Examples({ sample }: Pick<Props, 'sample'>) {
  if (!sample || sample.filled === 0) return <span className={classes.example}>Está vacía</span>;
  return (
    <>
      <span className="flex wrap gap-4">
        {sample.values.slice(0, EXAMPLES).map(({ value }) => (
          <span key={value} className={classes.example} title={value}>
            {value}
          </span>
        ))}
      </span>
      <span className="dim text-sm">{counted(sample.filled, 'celda')}</span>
    </>
  );
}
