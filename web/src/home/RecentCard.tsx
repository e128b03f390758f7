import { Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useUser } from '../auth/session.tsx';
import { recentParts } from '../parts/sheet/recentParts.ts';
import card from './Card.module.css';
import classes from './Rows.module.css';

/** The parts that the person opened last in this browser. */
export function RecentCard() {
  const id = useId();
  const { id: userId } = useUser();
  const [parts] = useState(() => recentParts(userId));
  return (
    <Paper component="section" withBorder className={card.card} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        Piezas recientes
      </Title>
      {parts.length === 0 ? (
        <p className="dim text-md pad-y-12">Las piezas que abras van a quedar acá.</p>
      ) : (
        <ul className="stack text-md lined">
          {parts.map((part) => (
            <li key={part.id} className={classes.fact}>
              <Link to="/parts/$id" params={{ id: String(part.id) }} className={classes.name}>
                {part.brand} {part.code}
              </Link>
              <span className="dim text-sm right">{part.product}</span>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
