import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import classes from './Folded.module.css';

type Props = {
  /** How many are shown at first. Paper has them all. */
  first: number;
  /** With their article: «los modelos». */
  what: string;
  className: string | undefined;
  children: readonly ReactNode[];
};

/** A list of which the beginning is shown until one asks for the rest. */
export function Folded({ first, what, className = '', children }: Props) {
  const [unfolded, unfold] = useState(false);
  // To hide a few rows would take as much room as to show them.
  const folds = children.length > first + 2 && !unfolded;
  return (
    <>
      <ul className={className}>
        {folds ? children.slice(0, first) : children}
        {folds && (
          <li className={classes.onPaper}>
            <ul className={className}>{children.slice(first)}</ul>
          </li>
        )}
      </ul>
      {folds && (
        <Button
          variant="subtle"
          size="compact-sm"
          fw={500}
          mt={6}
          ml={-8}
          className={classes.more}
          onClick={() => unfold(true)}
        >
          Ver {what}: {formatNumber(children.length)}
        </Button>
      )}
    </>
  );
}
