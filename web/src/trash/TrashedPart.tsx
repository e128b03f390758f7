import { Button, Text } from '@mantine/core';
import { activity, type OperationChange } from '@piezario/contract/activity';
import { type ChangedEntity, PART_ENTITIES } from '@piezario/contract/history';
import type { RemovedPart } from '@piezario/contract/trash';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useCall } from '../api/hooks.ts';
import { ENTITY_WORDS, fieldName, SYSTEM, visibleFields } from '../history/words.ts';
import { Failed } from '../ui/Failed.tsx';
import { FullScreen } from '../ui/FullScreen.tsx';
import { formatMoment, formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { capital } from '../ui/words.ts';
import classes from './Trash.module.css';

/** Limit of rows of the part that are read: the largest page. */
const MAX_ROWS = 200;

type Props = { part: RemovedPart; onClose: () => void; onRestore: () => void };

/** A removed part as it was, from the changes of the operation that removed it. */
export function TrashedPart({ part, onClose, onRestore }: Props) {
  const { brand, code, product, removed_at, removed_by, operation_id } = part;
  const filters = [{ column: 'part_id', mode: 'matches', value: String(part.id) }] as const;
  const read = useCall(activity.changes, {
    params: { operationId: operation_id },
    query: { page: 1, size: MAX_ROWS, filters, sort: [{ column: 'id', descending: false }] },
  });
  return (
    <FullScreen
      title={`${brand} ${code}`}
      onClose={onClose}
      actions={
        <Button leftSection={<IconArrowBackUp size={18} />} onClick={onRestore}>
          Recuperar
        </Button>
      }
    >
      <div className={classes.was}>
        {/* Gets the focus instead of the button, which a stray key press would click. */}
        <Text size="sm" c="dimmed" data-autofocus tabIndex={-1}>
          {product}. La eliminó {removed_by ?? SYSTEM}, {formatMoment(removed_at)}. Así era:
        </Text>
        {read.data ? (
          <>
            {PART_ENTITIES.map((entity) => (
              <Rows
                key={entity}
                entity={entity}
                changes={read.data.data.filter((change) => change.entity === entity)}
              />
            ))}
            {read.data.total > MAX_ROWS && (
              <Text size="sm">Tenía {formatNumber(read.data.total - MAX_ROWS)} renglones más.</Text>
            )}
          </>
        ) : read.error ? (
          <Failed title="No se pudo leer la pieza" read={read} />
        ) : (
          <Loading />
        )}
      </div>
    </FullScreen>
  );
}

type RowsProps = { entity: ChangedEntity; changes: readonly OperationChange[] };

function Rows({ entity, changes }: RowsProps) {
  if (changes.length === 0) return null;
  const { one, many } = ENTITY_WORDS[entity];
  return (
    <section aria-label={capital(entity === 'part' ? one : many)}>
      <h3>{capital(entity === 'part' ? one : many)}</h3>
      <ul className="stack text-md frame rounded divided">
        {entity === 'part'
          ? changes.flatMap(({ fields }) =>
              fields.map(({ field, before }) => (
                <li key={field} className={classes.row}>
                  <b>{fieldName(field)}</b>
                  <span>{before}</span>
                </li>
              )),
            )
          : changes.map((change) => (
              <li key={change.id} className={classes.row}>
                <b>{change.name}</b>
                <span>{inWords(change)}</span>
              </li>
            ))}
      </ul>
    </section>
  );
}

/** The value and unit of an attribute need no names. */
const inWords = (change: OperationChange) =>
  change.entity === 'attribute'
    ? visibleFields(change)
        .map(({ before }) => before)
        .join(' ')
    : visibleFields(change)
        .map(({ field, before }) => `${fieldName(field)}: ${before}`)
        .join(' · ');
