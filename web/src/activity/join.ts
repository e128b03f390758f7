import type { Operation } from '@piezario/contract/activity';
import { PART_ENTITIES } from '@piezario/contract/history';

/** Longest pause between two operations that are joined, in milliseconds. */
const MAX_PAUSE = 10 * 60_000;

/** A line of the activity. `joined` are the operations that it stands for, the newest first. */
export type Line = Operation & {
  readonly joined: readonly Operation[];
  /** True for an operation that is listed below its joined line. */
  readonly isInner: boolean;
};

/** Joins what one person did to one part within minutes. The operations of an open line follow it. */
export function joinOperations(operations: readonly Operation[], open: ReadonlySet<number>): Line[] {
  const groups: [Operation, ...Operation[]][] = [];
  for (const operation of operations) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && belongsTo(last, operation)) group.push(operation);
    else groups.push([operation]);
  }
  return groups.flatMap((joined): Line[] => {
    const [newest] = joined;
    const undone = joined.every(({ undone_by }) => undone_by !== null);
    const line = {
      ...newest,
      ...{ done: addUp(joined), undone_by: undone ? newest.undone_by : null },
      ...{ joined, isInner: false },
    };
    const inner = joined.map((operation) => ({ ...operation, joined: [operation], isInner: true }));
    return joined.length > 1 && open.has(newest.id) ? [line, ...inner] : [line];
  });
}

function belongsTo(last: Operation, next: Operation): boolean {
  const isJoinable = ({ user, kind, names, done }: Operation) =>
    user !== null &&
    kind === 'screen' &&
    names.length === 1 &&
    done.every(({ entity }) => PART_ENTITIES.some((one) => one === entity));
  return (
    isJoinable(last) &&
    isJoinable(next) &&
    last.user === next.user &&
    last.names[0] === next.names[0] &&
    Math.abs(Date.parse(last.at) - Date.parse(next.at)) <= MAX_PAUSE
  );
}

function addUp(operations: readonly Operation[]): Operation['done'] {
  const sums = new Map<string, Operation['done'][number]>();
  for (const one of operations.flatMap(({ done }) => done)) {
    const key = `${one.entity} ${one.action}`;
    sums.set(key, { ...one, rows: one.rows + (sums.get(key)?.rows ?? 0) });
  }
  return [...sums.values()];
}
