import { Button, VisuallyHidden } from '@mantine/core';
import { templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { fold } from '../ui/words.ts';
import type { Row } from './rows.ts';
import classes from './Template.module.css';

/** Limit of offered attributes, the most frequent first: people do not read a longer list. */
const MAX_OFFERED = 12;

type Props = { id: number; rows: readonly Row[]; onAdd: (attribute: { name: string; unit: string }) => void };

/** The attributes that parts of the product have and the template has not. */
export function Proposals({ id, rows, onAdd }: Props) {
  const { data = [] } = useCall(templates.proposals, { params: { productId: id } });
  const taken = new Set(rows.flatMap(({ name, aliases }) => [name, ...aliases].map(fold)));
  const offered = data.filter(({ name }) => !taken.has(fold(name))).slice(0, MAX_OFFERED);
  if (offered.length === 0) return null;
  return (
    <ul className={classes.proposals} aria-label="Atributos que ya usan sus piezas">
      {offered.map(({ name, unit, parts }) => (
        <li key={name}>
          <Button variant="default" size="compact-sm" radius="xl" onClick={() => onAdd({ name, unit })}>
            <VisuallyHidden>Agregar </VisuallyHidden>
            {unit ? `${name} (${unit})` : name}&nbsp;<small>{formatNumber(parts)}</small>
            <VisuallyHidden> {parts === 1 ? 'pieza' : 'piezas'}</VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  );
}
