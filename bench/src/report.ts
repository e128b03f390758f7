import { type Measured, TOGETHER } from './compare.ts';

/** The figures of one size, by the name of the call. */
export type Results = ReadonlyMap<string, Measured>;

const HEADERS = [
  'call',
  'p50, ms',
  'ratio',
  'p99, ms',
  'first after a change, ms',
  `calls/s, ${TOGETHER} clients`,
  'CPU of node, ms',
  'CPU of PostgreSQL, ms',
  'growth of p50',
];

export const tableHead = () => `| ${HEADERS.join(' | ')} |\n|${HEADERS.map(() => '---').join('|')}|`;

/** Figures are those of the application and of the limit. Growth is against the smallest size. */
export function tableRow({ name, app, limit, changed }: Measured, smallest: Measured | undefined): string {
  const both = (read: (figures: Measured['app']) => number) => `${figure(read(app))} / ${figure(read(limit))}`;
  const growth = smallest && [app.p50 / smallest.app.p50, limit.p50 / smallest.limit.p50];
  const cells = [
    name,
    both(({ p50 }) => p50),
    `${(app.p50 / limit.p50).toFixed(2)}×`,
    both(({ p99 }) => p99),
    changed === null ? '' : figure(changed),
    both(({ rate }) => rate),
    both(({ node }) => node),
    both(({ postgres }) => postgres),
    growth ? growth.map((times) => `${times.toFixed(1)}×`).join(' / ') : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Formats a value with three digits: the measurements are not more precise. */
export function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
