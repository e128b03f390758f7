import { useElementSize } from '@mantine/hooks';
import { home, type Point } from '@piezario/contract/home';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { Card } from './Card.tsx';
import classes from './Line.module.css';
import { formatDay, percent } from './words.ts';

/** Shares of the catalog that can be published, and that are complete, over the last weeks. */
export function ProgressCard({ brand }: { brand: number | null }) {
  const read = useCall(home.progress, { query: brand === null ? {} : { part_brand_id: brand } });
  return (
    <Card
      title="Listo para Mercado Libre"
      about="Qué parte de las piezas a la venta se puede publicar, y cuál está completa, semana a semana."
      read={read}
      isEmpty={(points) => (points.at(-1)?.parts ?? 0) === 0}
      empty="Todavía no hay piezas a la venta."
      table={(points) => ({
        head: ['Día', 'Piezas', 'Listas', 'Listas, %', 'Completas', 'Completas, %'],
        rows: points.map(({ day, parts, publishable, complete }) => [
          formatDay(day),
          formatNumber(parts),
          formatNumber(publishable),
          percent(publishable, parts),
          formatNumber(complete),
          percent(complete, parts),
        ]),
      })}
    >
      {(points) => <Plot points={points} />}
    </Card>
  );
}

const HEIGHT = 230;
const MARGIN = { top: 14, right: 104, bottom: 26, left: 48 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Minimum distance in pixels between the labels of the two lines. */
const APART = 34;

const SERIES = [
  { key: 'publishable', name: 'Listas', className: 'accent', isDashed: false },
  { key: 'complete', name: 'Completas', className: 'warning', isDashed: true },
] as const;

function Plot({ points }: { points: readonly Point[] }) {
  const { ref, width } = useElementSize();
  const [from, until] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''].map((day) => new Date(day));
  const x = scaleUtc()
    .domain([from ?? 0, until ?? 0])
    .range([MARGIN.left, Math.max(width - MARGIN.right, MARGIN.left)]);
  const y = scaleLinear()
    .domain([0, 1])
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const share = (point: Point, key: 'publishable' | 'complete') => (point.parts === 0 ? 0 : point[key] / point.parts);
  const last = points.at(-1);
  if (!last) return null;
  const [upper, lower] = SERIES.toSorted((a, b) => share(last, b.key) - share(last, a.key));
  const heightOf = (key: 'publishable' | 'complete') => {
    const own = y(share(last, key));
    const above = upper ? y(share(last, upper.key)) : own;
    return key === lower?.key ? Math.max(own, above + APART) : own;
  };
  return (
    <div ref={ref} className={classes.plot}>
      {width > 0 && (
        <svg className="block" width={width} height={HEIGHT} aria-hidden="true">
          {TICKS.map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line x1={MARGIN.left} x2={width - MARGIN.right} className={classes.grid} />
              <text x={MARGIN.left - 6} dy="0.32em" textAnchor="end" className={classes.tick}>
                {tick * 100} %
              </text>
            </g>
          ))}
          {daysOf(points, width).map(({ day, anchor }) => (
            <text key={day} x={x(new Date(day))} y={HEIGHT - 6} textAnchor={anchor} className={classes.tick}>
              {formatDay(day)}
            </text>
          ))}
          {SERIES.map(({ key, name, className, isDashed }) => (
            <g key={key} className={`${classes.series} ${className}`} data-dashed={isDashed || undefined}>
              <path
                d={
                  line<Point>()
                    .x(({ day }) => x(new Date(day)))
                    .y((point) => y(share(point, key)))([...points]) ?? ''
                }
              />
              <circle cx={x(new Date(last.day))} cy={y(share(last, key))} r="4" />
              <text x={width - MARGIN.right + 10} y={heightOf(key)} className={classes.label}>
                <tspan className={classes.share}>{percent(last[key], last.parts)}</tspan>
                <tspan x={width - MARGIN.right + 10} dy="1.25em">
                  {name}
                </tspan>
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

type Marked = { readonly day: string; readonly anchor: 'start' | 'middle' | 'end' };

/** The first day, the last, and one between them where there is room. */
function daysOf(points: readonly Point[], width: number): Marked[] {
  const [first, middle, last] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)];
  return [
    ...(first ? [{ day: first.day, anchor: 'start' as const }] : []),
    ...(middle && points.length > 4 && width > 420 ? [{ day: middle.day, anchor: 'middle' as const }] : []),
    ...(last && points.length > 1 ? [{ day: last.day, anchor: 'end' as const }] : []),
  ];
}
