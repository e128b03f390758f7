import { type Kind, MODES, type Mode } from '@piezario/contract/list';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react';
import { isField } from '../focus.ts';
import classes from './Filter.module.css';
import { FIELDS, listCells, maxLengthOf } from './filterTexts.ts';
import { isOption, type ListEndpoint, MODE_SIGNS, MODE_WORDS, type Option } from './list.ts';
import { type SetFilter, useFilterDraft } from './useFilterDraft.ts';

type Props = {
  list: ListEndpoint;
  column: string;
  label: string;
  kind: Kind;
  options: readonly Option[] | undefined;
  modes?: readonly Mode[] | undefined;
  hint?: string | undefined;
  /** The filter that applies to the column, if any. */
  mode: Mode | undefined;
  value: string;
  setFilter: SetFilter;
  /** Shows the mode as a sign, where there is little room. The choices have words. */
  compact?: boolean;
};

export function ColumnFilter({ options, ...props }: Props) {
  return options ? <ChoiceFilter {...props} options={options} /> : <ValueFilter {...props} />;
}

type ValueProps = Omit<Props, 'options'>;

function ChoiceFilter({
  column,
  label,
  mode = 'matches',
  value,
  setFilter,
  options,
}: ValueProps & { options: readonly Option[] }) {
  const chosen = options.find((option) => isOption({ value, mode }, option));
  const choose = (key: string) => {
    const option = options.find((one) => keyOf(one) === key);
    setFilter({ column, mode: option?.mode ?? 'matches', value: option?.value ?? '' });
  };
  return (
    <span className={classes.filter} data-on={value !== '' || undefined}>
      <select
        className={classes.choice}
        aria-label={`Filtrar ${label}`}
        data-filter
        value={chosen ? keyOf(chosen) : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">Todos</option>
        {options.map((option) => (
          <option key={keyOf(option)} value={keyOf(option)}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A value may be the same in two modes. */
const keyOf = ({ value, mode }: Option) => (mode ? `${mode}: ${value}` : value);

/** Suffixes of the name of each field. Filters for emptiness have no field. */
const FIELD_NAMES: Partial<Record<Mode, readonly string[]>> = {
  between: [', desde', ', hasta'],
  is_empty: [],
  is_not_empty: [],
};
const namesOf = (mode: Mode) => FIELD_NAMES[mode] ?? [''];

function ValueFilter({ list, column, label, kind, mode: applied, value, setFilter, compact, ...look }: ValueProps) {
  const { modes = MODES[kind], hint } = look;
  const [chosen, setChosen] = useState<Mode>(modes[0] ?? MODES[kind][0]);
  const mode = applied ?? chosen;
  const draft = useFilterDraft(list, column, mode, value, setFilter);
  const { text, invalid, clear } = draft;
  const names = namesOf(mode);
  // The header of a column of numbers has no room for the clear button. Escape clears too.
  const isNarrow = compact && kind === 'number' && mode !== 'in';
  const fields = text.split(FIELDS);
  const choose = (next: Mode) => {
    // A mode without fields lasts only while its filter applies.
    if (namesOf(next).length > 0) setChosen(next);
    draft.changeMode(next);
  };
  const type = (index: number, typed: string) => {
    // Keeps a mode that came from the URL when the typed text no longer filters.
    setChosen(mode);
    const all = names.map((_, at) => (at === index ? typed : (fields[at] ?? '')));
    draft.type(all.every((one) => one === '') ? '' : all.join(FIELDS));
  };
  const paste = (index: number, event: ClipboardEvent<HTMLInputElement>) => {
    const cells = mode === 'in' ? listCells(event.clipboardData.getData('text')) : null;
    if (cells === null) return;
    event.preventDefault();
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    type(index, before.slice(0, selectionStart ?? 0) + cells + before.slice(selectionEnd ?? 0));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') draft.flush();
    if (event.key === 'Escape' && (text !== '' || names.length === 0)) {
      // Inside a dialog, the first Escape empties and only the next one closes.
      event.stopPropagation();
      clear();
    }
  };
  // Moving between the two fields of a range applies the draft and keeps it.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    isField(relatedTarget) && currentTarget.parentElement?.contains(relatedTarget) ? draft.flush() : draft.leave();
  return (
    <span
      className={classes.filter}
      data-mode={mode}
      data-on={value !== '' || undefined}
      data-invalid={invalid || undefined}
    >
      <span className={classes.mode}>
        {compact && names.length > 0 ? MODE_SIGNS[mode] : MODE_WORDS[mode]}
        <select
          aria-label={`${label}: ${MODE_WORDS[mode]}. Cambiar el modo`}
          title={MODE_WORDS[mode]}
          value={mode}
          onChange={({ currentTarget }) => choose(modes.find((one) => one === currentTarget.value) ?? mode)}
          onKeyDown={onKeyDown}
        >
          {(modes.includes(mode) ? modes : [...modes, mode]).map((offered) => (
            <option key={offered} value={offered}>
              {MODE_WORDS[offered]}
            </option>
          ))}
        </select>
      </span>
      {names.map((name, index) => (
        <input
          key={name}
          className={classes.filterInput}
          aria-label={`Filtrar ${label}${name}`}
          aria-invalid={invalid}
          title={invalid ? warningOf(mode) : undefined}
          data-filter
          // Mantine's Drawer closes on Escape before the handler above runs, except from fields with this attribute.
          data-mantine-stop-propagation={text !== ''}
          type={kind === 'date' ? 'date' : 'text'}
          // The keyboard for numbers of a phone has no semicolon, which separates several values.
          inputMode={kind === 'number' && mode !== 'in' ? 'decimal' : undefined}
          placeholder={mode === 'in' ? hintOf(kind, mode, compact) : (hint ?? hintOf(kind, mode, compact))}
          autoComplete="off"
          maxLength={maxLengthOf(mode)}
          value={fields[index] ?? ''}
          onChange={(event) => type(index, event.currentTarget.value)}
          onPaste={(event) => paste(index, event)}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        />
      ))}
      {(text !== '' || names.length === 0) && !(isNarrow && names.length === 1) && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.filterClear}
          aria-label={`Quitar el filtro de ${label} (Escape)`}
          onClick={clear}
        />
      )}
    </span>
  );
}

const warningOf = (mode: Mode) =>
  mode === 'in' ? 'Algún valor no sirve para esta columna, o son demasiados' : 'El valor no sirve para esta columna';

/** Returns an example of several values, or the words of a mode that is shown as a sign. */
function hintOf(kind: Kind, mode: Mode, compact: boolean | undefined) {
  if (mode === 'in') return kind === 'number' ? '1; 2; 3' : 'A; B; C';
  return compact && kind !== 'number' && kind !== 'date' ? MODE_WORDS[mode] : undefined;
}
