import { UnstyledButton } from '@mantine/core';
import type { FittingPart } from '@piezario/contract/vehicle-catalog';
import { IconChecks, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { counted } from '../ui/words.ts';
import classes from './Fits.module.css';

type FitsProps = { fits: FittingPart['fits'] };

/** Limits of distinguishing columns, and of values of each, that are shown. */
const MAX_COLUMNS = 2;
const MAX_VALUES = 3;

/** Whether a part fits all selected vehicles and, if not, what distinguishes the ones that it fits. */
export function Fits({ fits: { all, versions, told_by } }: FitsProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  if (all) {
    return (
      <p className={classes.all}>
        <IconChecks size={15} stroke={1.8} aria-hidden />
        Va en todas las versiones
      </p>
    );
  }
  const differences = told_by.slice(0, MAX_COLUMNS).map(({ name, values }) => `${name} ${firstOf(values)}`);
  return (
    <div className={classes.some}>
      <p>
        <strong>Según versión{differences.length > 0 && ':'}</strong> {differences.join(' · ')}
      </p>
      <UnstyledButton
        className={classes.opener}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        Va en {counted(versions.length, 'versión', 'versiones')}
        <IconChevronDown size={14} stroke={1.8} aria-hidden />
      </UnstyledButton>
      <ul id={id} className={classes.versions} hidden={!opened}>
        {versions.map((version) => (
          <li key={version}>{version}</li>
        ))}
      </ul>
    </div>
  );
}

const firstOf = (values: readonly string[]) =>
  values.length <= MAX_VALUES ? values.join(', ') : `${values.slice(0, MAX_VALUES).join(', ')}…`;
