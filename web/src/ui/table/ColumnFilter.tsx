import { Menu, UnstyledButton } from '@mantine/core';
import { type Kind, MODES, type Mode } from '@piezario/contract/list';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import classes from './Filter.module.css';
import { type ListEndpoint, MODE_SIGNS, MODE_WORDS, type Option } from './list.ts';
import { type SetFilter, useFilterDraft } from './useFilterDraft.ts';

type Props = {
  list: ListEndpoint;
  column: string;
  label: string;
  kind: Kind;
  options: readonly Option[] | undefined;
  /** The filter that applies to the column, if any. */
  mode: Mode | undefined;
  value: string;
  setFilter: SetFilter;
  /** Where there is little room, the modes of numbers and dates are shown as signs; the menu always has the words. */
  compact?: boolean;
};

export function ColumnFilter({ options, ...props }: Props) {
  return options ? <ChoiceFilter {...props} options={options} /> : <ValueFilter {...props} />;
}

type ValueProps = Omit<Props, 'options'>;

const ChoiceFilter = ({ column, label, value, setFilter, options }: ValueProps & { options: readonly Option[] }) => (
  <span className={classes.filter} data-on={value !== '' || undefined}>
    <select
      className={classes.filterInput}
      aria-label={`Filtrar ${label}`}
      data-filter
      value={value}
      onChange={(event) => setFilter({ column, mode: 'matches', value: event.currentTarget.value })}
    >
      <option value="">Todos</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);

function ValueFilter({ list, column, label, kind, mode: applied, value, setFilter, compact }: ValueProps) {
  const [chosen, setChosen] = useState<Mode>(MODES[kind][0]);
  const mode = applied ?? chosen;
  const { text, invalid, type, flush, clear, leave } = useFilterDraft(list, column, mode, value, setFilter);
  const choose = (next: Mode) => {
    setChosen(next);
    if (value !== '') setFilter({ column, mode: next, value });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') flush();
    if (event.key === 'Escape' && text !== '') {
      // Inside a sheet or a dialog, the first Escape empties and only the next one closes.
      event.stopPropagation();
      clear();
    }
  };
  return (
    <span className={classes.filter} data-on={value !== '' || undefined} data-invalid={invalid || undefined}>
      <ModeMenu label={label} kind={kind} mode={mode} compact={compact} onChoose={choose} />
      <input
        className={classes.filterInput}
        aria-label={`Filtrar ${label}`}
        aria-invalid={invalid}
        title={invalid ? 'El valor no sirve para esta columna' : undefined}
        data-filter
        type={kind === 'date' ? 'date' : 'text'}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {text !== '' && (
        <UnstyledButton className={classes.filterClear} aria-label={`Quitar el filtro de ${label}`} onClick={clear}>
          <IconX size={14} />
        </UnstyledButton>
      )}
    </span>
  );
}

type ModeMenuProps = {
  label: string;
  kind: Kind;
  mode: Mode;
  compact: boolean | undefined;
  onChoose: (mode: Mode) => void;
};

const ModeMenu = ({ label, kind, mode, compact, onChoose }: ModeMenuProps) => (
  <Menu position="bottom-start" width={170}>
    <Menu.Target>
      <UnstyledButton className={classes.mode} aria-label={`${label}: ${MODE_WORDS[mode]}. Cambiar el modo`}>
        <span>{(compact && MODE_SIGNS[mode]) || MODE_WORDS[mode]}</span>
        <IconChevronDown size={12} />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.RadioGroup
        value={mode}
        onChange={(next) => {
          const offered = MODES[kind].find((candidate) => candidate === next);
          if (offered) onChoose(offered);
        }}
      >
        {MODES[kind].map((offered) => (
          <Menu.RadioItem key={offered} value={offered} closeMenuOnClick>
            {MODE_WORDS[offered]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
