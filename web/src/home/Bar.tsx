import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import classes from './Bar.module.css';

type Props = {
  /** Amount that is drawn solid. */
  value: number;
  /** Amount that is drawn hatched, after `value`. */
  next?: number;
  /** Total amount: the background. */
  whole: number;
  /** `whole` of the longest bar of the plot. */
  longest?: number;
};

/** One bar of a plot. Its numbers are in the text beside it. */
export function Bar({ value, next = 0, whole, longest = whole }: Props) {
  const hatched = useId();
  const across = scaleLinear().domain([0, longest]).range([0, 100]);
  const wide = (amount: number) => `${across(amount)}%`;
  return (
    <svg className={classes.bar} aria-hidden="true">
      <defs>
        <pattern id={hatched} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="5" className="warning" fill="currentColor" />
        </pattern>
      </defs>
      <rect width={wide(whole)} height="100%" rx="3" />
      {next > 0 && <rect x={wide(value)} width={wide(next)} height="100%" fill={`url(#${hatched})`} />}
      <rect className="accent" fill="currentColor" width={wide(value)} height="100%" rx="3" />
    </svg>
  );
}
