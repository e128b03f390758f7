import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { importReview, type ReviewedChange } from '@piezario/contract/import-review';
import type { Filter } from '@piezario/contract/list';
import { IconCheck, IconX } from '@tabler/icons-react';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useLocalQuery } from '../../ui/table/useLocalQuery.ts';
import { reviewCards, reviewColumns } from './columns.tsx';
import { CHANGE } from './words.ts';

type Props = {
  udid: string;
  /** Filters that apply in addition to those of the table. */
  fixed: readonly Filter[];
  /** Fields that the table can be filtered by. */
  fields: readonly string[];
  /** Includes changes or leaves them out. Without it, the table is read-only. */
  onChoose?: (changes: readonly ReviewedChange[], accepted: 0 | 1) => void;
};

/** The changes of a review, or those that were left out of it. */
export function ChangesTable({ udid, fixed, fields, onChoose }: Props) {
  const state = useLocalQuery(importReview.changes);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <DataTable<typeof importReview.changes>
      list={importReview.changes}
      params={{ udid }}
      fixed={fixed}
      state={state}
      words={CHANGE}
      columns={(phone ? reviewCards : reviewColumns)(fields)}
      keyOf={idOf}
      selection={onChoose && { nameOf, bar: ({ rows }) => <Choice selected={rows} onChoose={onChoose} /> }}
      empty={{ title: 'Ningún cambio' }}
    />
  );
}

const idOf = ({ id }: ReviewedChange) => id;
const nameOf = ({ sheet, code, name }: ReviewedChange) =>
  name === code ? `${sheet} ${code}` : `${sheet} ${code} ${name}`;

type ChoiceProps = { selected: readonly ReviewedChange[]; onChoose: NonNullable<Props['onChoose']> };

const Choice = ({ selected, onChoose }: ChoiceProps) => (
  <Button.Group>
    <Button
      variant="default"
      size="xs"
      leftSection={<IconX size={16} />}
      disabled={!selected.some(({ accepted }) => accepted === 1)}
      onClick={() => onChoose(selected, 0)}
    >
      Dejar afuera
    </Button>
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCheck size={16} />}
      disabled={!selected.some(({ accepted }) => accepted === 0)}
      onClick={() => onChoose(selected, 1)}
    >
      Incluir
    </Button>
  </Button.Group>
);
