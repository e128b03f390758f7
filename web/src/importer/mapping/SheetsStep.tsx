import { NativeSelect, Text } from '@mantine/core';
import { type SampleSheet, SHEET_USES, type WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { counted } from '../../ui/words.ts';
import { type Edit, setUse, sheetOf } from './edit.ts';
import classes from './Mapping.module.css';
import { USE_NAMES } from './words.ts';

const USES = SHEET_USES.map((value) => ({ value, label: USE_NAMES[value] }));

type Props = { samples: readonly SampleSheet[]; mapping: WorkbookMapping; onEdit: (edit: Edit) => void };

/** Which sheets are read, and as what. */
export const SheetsStep = ({ samples, mapping, onEdit }: Props) => (
  <ul className="frame surface rounded divided">
    {samples.map((sample) => {
      const { name, rows, reason } = sample;
      const sheet = sheetOf(mapping, name);
      const others = sheet?.names.filter((one) => one !== name) ?? [];
      return (
        <li key={name} className={classes.sheet}>
          <div>
            <Text fw={600} className="breaks">
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {counted(rows, 'fila')}
              {others.length > 0 && sheet?.use !== 'nothing' && ` · se lee igual que ${othersInWords(others)}`}
              {reason !== '' && (sheet?.use ?? 'nothing') === 'nothing' && ` · ${reason}`}
            </Text>
          </div>
          <NativeSelect
            aria-label={`Qué tiene la hoja ${name}`}
            data={USES}
            value={sheet?.use ?? 'nothing'}
            onChange={({ currentTarget }) =>
              onEdit(setUse(sample, SHEET_USES.find((use) => use === currentTarget.value) ?? 'nothing'))
            }
          />
        </li>
      );
    })}
  </ul>
);

const NAMED = 3;
const LIST = new Intl.ListFormat('es', { type: 'conjunction' });

/** Bujías, Filtros y 4 más */
export const othersInWords = (names: readonly string[]) =>
  LIST.format(names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} más`] : names);
