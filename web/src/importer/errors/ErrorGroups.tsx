import { Button, Checkbox, Paper, Text } from '@mantine/core';
import { type ErrorGroup, importMappings } from '@piezario/contract/import-mappings';
import type { ImportFile, Offer } from '@piezario/contract/importer';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../../api/hooks.ts';
import { useShowMore } from '../../ui/useShowMore.tsx';
import { counted } from '../../ui/words.ts';
import classes from './ErrorGroups.module.css';
import { canChoose, openOther } from './OtherValue.tsx';
import { openRemembered } from './Remembered.tsx';

/** How many groups are shown at first. */
const FIRST = 5;

type Said = Omit<Offer, 'label'>;

/** Errors that several rows share, or that a choice of another value solves. The failed rows are then read again. */
export function ErrorGroups({ file: { udid, state } }: { file: ImportFile }) {
  const groups = useCall(importMappings.groups, { params: { udid } }).data ?? [];
  const storing = useAction(importMappings.store);
  const [keep, setKeep] = useState(false);
  const isOpen = state === 'review' || state === 'done';
  const solvable = groups.filter((group) => group.rows > 1 || canBeSolved(group));
  const { visible, button } = useShowMore(solvable, FIRST);
  if (solvable.length === 0) return null;
  const say = ({ column, value, to }: Said) =>
    storing.mutate({ body: { udid, mappings: [{ column, value, to }], keep: keep ? 1 : 0 } });
  return (
    <Paper withBorder className={classes.groups}>
      <ul className="divided" aria-label="Errores que se repiten">
        {visible.map((group) => (
          <li key={group.id} className="row wrap apart pad-x-16 pad-y-8 gap-6 gap-x-16">
            <Reason group={group} />
            {isOpen && <Ways group={group} off={storing.isPending} onSay={say} />}
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {button}
        {isOpen && solvable.some(canBeSolved) && (
          <>
            <Checkbox
              size="sm"
              label="Recordar para los próximos archivos"
              checked={keep}
              onChange={() => setKeep(!keep)}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconBookmark size={16} />}
              onClick={openRemembered}
            >
              Valores recordados
            </Button>
          </>
        )}
      </div>
    </Paper>
  );
}

const canBeSolved = (group: ErrorGroup) => group.offers.length > 0 || canChoose(group);

const Reason = ({ group: { sheet, column, value, reason, rows } }: { group: ErrorGroup }) => (
  <Text size="sm" className={classes.reason}>
    <strong>{column || sheet}</strong> {value && <span className="text-sm code">«{value}»</span>} {reason}{' '}
    <span className={classes.rows}>{counted(rows, 'fila')}</span>
  </Text>
);

type WaysProps = { group: ErrorGroup; off: boolean; onSay: (said: Said) => void };

/** Buttons for the suggested values and, for brands and products, for any other. */
const Ways = ({ group, off, onSay }: WaysProps) =>
  canBeSolved(group) && (
    <div className="row wrap gap-6 gap-x-12">
      <Text span size="sm" c="dimmed">
        Leer como
      </Text>
      {group.offers.map((offer) => (
        <Button
          key={`${offer.column}|${offer.to}`}
          variant="light"
          size="compact-sm"
          disabled={off}
          aria-label={`Leer «${offer.value}» como ${offer.label}`}
          onClick={() => onSay(offer)}
        >
          {offer.label}
        </Button>
      ))}
      {canChoose(group) && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={off}
          aria-label={`Leer «${group.value}» como otro…`}
          onClick={() => openOther(group, (to) => onSay({ column: group.column, value: group.value, to }))}
        >
          Otro…
        </Button>
      )}
    </div>
  );
