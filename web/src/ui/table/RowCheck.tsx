import classes from './Table.module.css';

type Props = { checked: boolean /** `range` with Shift. */; onChange: (range: boolean) => void; label: string };

/** Selects a row. A plain element: there are hundreds of them in a table. */
export const RowCheck = ({ checked, onChange, label }: Props) => (
  // Keeps Shift from also selecting the text in between.
  <label className={classes.check} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  </label>
);

export type AllProps = { /** How many rows are selected. */ selected: number; of: number; onChange: () => void };

/** Selects every row of the page, or none. */
export const CheckAll = ({ selected, of, onChange }: AllProps) => (
  <label className={classes.check}>
    <input
      type="checkbox"
      aria-label="Seleccionar todas las filas de esta página"
      checked={of > 0 && selected === of}
      disabled={of === 0}
      ref={(input) => {
        if (input) input.indeterminate = selected > 0 && selected < of;
      }}
      onChange={onChange}
    />
  </label>
);
