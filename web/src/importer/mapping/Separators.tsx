import type { MappedColumn, SampleColumn } from '@piezario/contract/workbook-mappings';
import { formatNumber } from '../../ui/format.ts';
import classes from './ColumnRow.module.css';
import { toggle } from './edit.ts';
import { separatorName, splitCell } from './words.ts';

type Props = {
  /** The title of the column. */
  name: string;
  chosen: MappedColumn['separators'];
  found: SampleColumn['separators'];
  onChange: (change: Pick<MappedColumn, 'separators'>) => void;
};

/** Separators of several values in a cell, chosen among those that the cells contain, and an example of a split. */
export function Separators({ name, chosen, found, onChange }: Props) {
  const counts = new Map(found.map(({ separator, rows }) => [separator, rows]));
  const offered = [...new Set([...counts.keys(), ...chosen])];
  if (offered.length === 0) return null;
  const example = found.find(({ separator }) => chosen.includes(separator))?.example;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line */}
      <div role="group" aria-label={`Separadores de ${name}`} className="row wrap text-sm gap-4">
        <span>Separar por</span>
        {offered.map((separator) => (
          <button
            key={separator}
            type="button"
            className={classes.separator}
            aria-pressed={chosen.includes(separator)}
            onClick={() => onChange({ separators: toggle(chosen, separator) })}
          >
            {separatorName(separator)} {formatNumber(counts.get(separator) ?? 0)}
          </button>
        ))}
      </div>
      {example !== undefined && (
        <div className="row wrap text-sm gap-4">
          {splitCell(example, chosen).map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell may repeat a value
            <span key={index} className={classes.value}>
              {value}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
