import { Progress } from '@mantine/core';

type Props = {
  /** What moves on, for those who do not see it. */
  label: string;
  /** From 0 to 1; null when there is no telling: then it moves, and stands nowhere. */
  value: number | null;
};

/** How far something is. */
export const Bar = ({ label, value }: Props) => (
  <Progress.Root size={4}>
    <Progress.Section
      value={Math.round(100 * (value ?? 1))}
      animated={value === null}
      withAria={value !== null}
      role="progressbar"
      aria-label={label}
    />
  </Progress.Root>
);
