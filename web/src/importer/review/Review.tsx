import type { Sent } from '@piezario/contract/endpoint';
import { importReview, type ReviewedChange, type ReviewedKind } from '@piezario/contract/import-review';
import type { ImportFile } from '@piezario/contract/importer';
import type { Filter } from '@piezario/contract/list';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refresh, useCall, useRewrite } from '../../api/hooks.ts';
import { sendOrUndo } from '../../api/optimistic.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { Kinds, keyOfKind } from './Kinds.tsx';
import classes from './Review.module.css';
import { inOrder } from './words.ts';

/** The changes of a review: their kinds, and a table of all of them. */
export function Review({ file: { udid } }: { file: ImportFile }) {
  const kinds = useCall(importReview.kinds, { params: { udid } });
  const [shown, show] = useState<string | null>(null);
  const queries = useQueryClient();
  const rewrite = useRewrite(importReview.kinds);
  const pending = useRef(0);
  if (!kinds.data) {
    return kinds.error ? <Failed title="No se pudieron cargar los cambios" read={kinds} /> : <Loading />;
  }
  // Refreshes after a refusal too, which leaves the refused state on the screen.
  const send = async (body: Sent<typeof importReview.choose>['body']) => {
    pending.current += 1;
    await sendOrUndo(importReview.choose, { body });
    pending.current -= 1;
    // While other choices are pending, a read would return the state before them.
    if (pending.current === 0) await refresh(queries, importReview.choose);
  };
  const chooseKind = (kind: ReviewedKind, accepted: 0 | 1) => {
    // A pending read would restore the old state of the checkbox.
    void queries.cancelQueries({ queryKey: [importReview.kinds.path] });
    // The box changes before the server has answered.
    rewrite({ udid }, (all) =>
      all.map((one) =>
        keyOfKind(one) === keyOfKind(kind) ? { ...one, accepted: accepted === 1 ? one.changes : 0 } : one,
      ),
    );
    const { sheet, action, field, suspicion } = kind;
    void send({ udid, accepted, sheet, action, field, suspicion });
  };
  const choose = (changes: readonly ReviewedChange[], accepted: 0 | 1) =>
    void send({ udid, accepted, ids: changes.map(({ id }) => id) });
  const kind = kinds.data.find((one) => keyOfKind(one) === shown);
  return (
    <div className={`column gap-16 ${classes.review}`}>
      <Kinds kinds={inOrder(kinds.data)} shown={shown} onShow={show} onChoose={chooseKind} />
      <ChangesTable
        key={shown}
        udid={udid}
        fixed={kind ? filtersOf(kind) : ALL}
        fields={fieldsOf(kinds.data)}
        onChoose={choose}
      />
    </div>
  );
}

const ALL: readonly Filter[] = [];

const filtersOf = ({ sheet, action, field, suspicion }: ReviewedKind): readonly Filter[] => [
  { column: 'sheet', mode: 'matches', value: sheet },
  { column: 'action', mode: 'matches', value: action },
  field === '' ? { column: 'field', mode: 'is_empty', value: '1' } : { column: 'field', mode: 'matches', value: field },
  suspicion === null
    ? { column: 'suspicion', mode: 'is_empty', value: '1' }
    : { column: 'suspicion', mode: 'matches', value: suspicion },
];

const fieldsOf = (kinds: readonly ReviewedKind[]) => [...new Set(kinds.flatMap(({ field }) => field || []))];

const LEFT_OUT: readonly Filter[] = [{ column: 'accepted', mode: 'matches', value: '0' }];

/** What was left out of a review when it was applied. */
export const LeftOut = ({ file: { udid }, kinds }: { file: ImportFile; kinds: readonly ReviewedKind[] }) => (
  <ChangesTable udid={udid} fixed={LEFT_OUT} fields={fieldsOf(kinds)} />
);
