import type { ListedPart } from '@piezario/contract/parts';
import { useState } from 'react';
import { leaveCell, reopenCell, type Step } from '../../ui/table/leaveCell.ts';
import type { EditorProps } from '../../ui/table/useEditing.ts';
import { DescriptionEditor } from './DescriptionEditor.tsx';
import { FlagEditor } from './FlagEditor.tsx';
import { type Field, forgetRefused, refusedIn, useCellSave, type Value } from './useCellSave.ts';

const FIELDS: Readonly<Record<string, Field>> = {
  enabled: 'enabled',
  discontinued: 'discontinued',
  has_observation_str: 'observation',
};

const LABELS: Readonly<Record<Field, string>> = {
  enabled: 'Habilitada',
  discontinued: 'Discontinuada',
  observation: 'Descripción',
};

/** Edits one field of a part in its cell. A value that was refused is still there when the cell opens again. */
export function CellEditor({ row, column, edits }: EditorProps<ListedPart>) {
  const field = FIELDS[column] ?? 'observation';
  const [first] = useState(row);
  const store = useCellSave(() => reopenCell(edits, row, column));
  const refused = refusedIn(row.id, field);
  // Saved with the version that the person saw: the list may be read again while the cell is edited. After a refusal
  // it was read again on purpose, so that a retry overwrites.
  const opened = refused ? row : first;
  const props = {
    label: `${LABELS[field]} de ${row.brand} ${row.code}`,
    error: refused?.message,
    save: (value: Value, step: Step) => {
      forgetRefused(row.id, field);
      leaveCell(edits, row, column, step);
      if (value !== opened[field]) void store(opened, field, value);
    },
    cancel: () => {
      forgetRefused(row.id, field);
      leaveCell(edits, row, column, 'stay');
    },
  };
  return field === 'observation' ? (
    <DescriptionEditor {...props} value={refused ? String(refused.value) : opened.observation} />
  ) : (
    <FlagEditor {...props} value={refused?.value === 0 || refused?.value === 1 ? refused.value : opened[field]} />
  );
}
