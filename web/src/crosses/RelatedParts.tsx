import { Title } from '@mantine/core';
import { crosses } from '@piezario/contract/crosses';
import type { Result } from '@piezario/contract/endpoint';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { useOverlayState } from '../ui/overlay.ts';
import classes from './RelatedParts.module.css';

type Related = Result<typeof crosses.related>;

/** Related parts open like this part: in a sheet, or in the same view or step over the catalog. */
type From = 'sheet' | 'overlay';

/** Parts in the person's scope whose cross references name the part, and parts that share an OEM number with it. */
export function RelatedParts({ partId, from = 'overlay' }: { partId: number; from?: From }) {
  const read = useCall(crosses.related, { params: { partId } });
  if (!read.data) return null;
  const { named_by, sharing } = read.data;
  return (
    <div className={classes.related}>
      <Group title="Nombrada por">
        {named_by.map((part) => (
          <Entry key={part.id} part={part} from={from} />
        ))}
      </Group>
      <Group title="Comparten número original">
        {sharing.map((part) => (
          <Entry key={`${part.id} ${part.number}`} part={part} number={part.number} from={from} />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} size="sm" className="below-8">
        {title}
      </Title>
      <ul className="frame surface rounded divided">{children}</ul>
    </section>
  );
}

type EntryProps = { part: Related['named_by'][number]; number?: string; from: From };

function Entry({ part, number, from }: EntryProps) {
  const id = String(part.id);
  const look = { state: useOverlayState()('push'), preload: false, className: classes.part } as const;
  const content = (
    <>
      <span>{part.brand}</span> <span className="part-code">{part.code}</span>
      <span className="grow dim">{part.product}</span>
      {number && (
        <span className="dim">
          por <span className="part-code">{number}</span>
        </span>
      )}
    </>
  );
  return (
    <li>
      {from === 'sheet' ? (
        <Link to="/parts/$id" params={{ id }} {...look}>
          {content}
        </Link>
      ) : (
        <Link
          from="/parts/catalog"
          to="/parts/catalog"
          search={(before) => ({ ...before, part: id })}
          resetScroll={false}
          {...look}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
