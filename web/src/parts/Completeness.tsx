import classes from './Completeness.module.css';

/** How much a part has of what is required: a bar, and the number for those who do not see it. */
export const Completeness = ({ percent }: { percent: number }) => (
  <span className="row text-sm digits nowrap gap-8" data-whole={percent === 100 || undefined}>
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
    {percent} %
  </span>
);
