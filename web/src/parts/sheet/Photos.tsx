import { UnstyledButton } from '@mantine/core';
import type { PartSheet } from '@piezario/contract/parts';
import { IconPhoto, IconRulerMeasure } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OverCatalog } from '../../selection/usePartLink.ts';
import { partName } from '../noun.ts';
import classes from './Photos.module.css';

type Props = { part: PartSheet /** Link to the large pictures. */; view: OverCatalog };

/** One picture, with a link to the large pictures, and thumbnails to choose another one. */
export function Photos({ part, view }: Props) {
  const { pictures } = part;
  const [chosen, choose] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (!shown) {
    return (
      <div className={classes.none}>
        <IconPhoto size={40} stroke={1} aria-hidden />
        Sin fotos
      </div>
    );
  }
  return (
    <div className="stack gap-8">
      <Link
        {...view}
        preload={false}
        className={classes.shown}
        aria-label={`Ver en grande las fotos de ${partName(part)}`}
      >
        <img
          key={shown.id}
          className="fit"
          src={shown.imageUrl}
          alt=""
          style={{ backgroundImage: `url("${shown.thumbnailUrl}")` }}
        />
      </Link>
      {pictures.length > 1 && (
        <ul className="flex wrap gap-6 screen-only">
          {pictures.map(({ id, thumbnailUrl, is_blueprint }, index) => (
            <li key={id}>
              <UnstyledButton
                className={classes.other}
                aria-label={`Ver la foto ${index + 1}${is_blueprint ? ', plano' : ''}`}
                aria-current={id === shown.id}
                onClick={() => choose(index)}
              >
                <img className="fit" src={thumbnailUrl} alt="" width={56} height={56} loading="lazy" decoding="async" />
                {is_blueprint === 1 && (
                  <IconRulerMeasure className={classes.blueprint} size={16} stroke={1.6} aria-hidden />
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
