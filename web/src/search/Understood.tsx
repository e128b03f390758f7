import type { Explanation } from '@piezario/contract/search';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './Understood.module.css';
import { PIECE_NAMES } from './words.ts';

/** The meaning that the search gave to each piece of the text. Each piece can be left out. */
export function Understood({ explanation: { pieces, unknown } }: { explanation: Explanation }) {
  const understood = pieces.filter(({ typed }) => !unknown.includes(typed));
  if (understood.length === 0) return null;
  return (
    <div className="row wrap dim text-md below-12 gap-6 gap-x-8">
      <span id="understood">Entendí:</span>
      <ul className={classes.pieces} aria-labelledby="understood">
        {understood.map(({ kind, typed, name, is_corrected, without }) => (
          <li key={`${kind} ${typed}`} className={classes.piece} title={PIECE_NAMES[kind]}>
            {is_corrected && <span className="dim">{typed} →</span>} {name}
            {without !== '' && (
              <Link
                to="/parts/search"
                search={{ text: without }}
                className={classes.drop}
                aria-label={`Buscar sin “${typed}”`}
                title={`Buscar sin “${typed}”`}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
