import type { CSSProperties, ReactNode } from 'react';
import classes from './ExplodedView.module.css';

/** How flat a circle looks from where it is seen. */
const TILT = 0.34;
const AXIS = 210;

const turns = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + (index * 2 * Math.PI) / count);
const round = (value: number) => Math.round(value * 10) / 10;
const at = (x: number, radius: number, angle: number) =>
  [round(x + radius * TILT * Math.cos(angle)), round(AXIS + radius * Math.sin(angle))] as const;

const Ring = ({ x, r }: { x: number; r: number }) => <ellipse cx={x} cy={AXIS} rx={round(r * TILT)} ry={r} />;

/** A solid of revolution: its far edge, its side, and the face turned to us. */
const Drum = ({ x, r, depth }: { x: number; r: number; depth: number }) => (
  <>
    <path
      className={classes.side}
      d={`M${x} ${AXIS - r}h${depth}a${round(r * TILT)} ${r} 0 0 1 0 ${2 * r}h${-depth}`}
    />
    <Ring x={x} r={r} />
  </>
);

/** Lines across the face, from one radius to another. */
const Spokes = ({ x, from, to, angles }: { x: number; from: number; to: number; angles: readonly number[] }) => (
  <path d={angles.map((angle) => `M${at(x, from, angle).join(' ')}L${at(x, to, angle).join(' ')}`).join('')} />
);

const Holes = ({ x, on, r, count, from }: { x: number; on: number; r: number; count: number; from?: number }) =>
  turns(count, from).map((angle) => {
    const [cx, cy] = at(x, on, angle);
    return <ellipse key={angle} cx={cx} cy={cy} rx={round(r * TILT)} ry={r} />;
  });

/** The teeth along the visible half of a rim. */
const Teeth = ({ x, r, depth }: { x: number; r: number; depth: number }) => (
  <path
    d={turns(96)
      .filter((angle) => Math.cos(angle) > -0.05)
      .map((angle) => `M${at(x, r, angle).join(' ')}h${depth}`)
      .join('')}
  />
);

const Flywheel = () => (
  <>
    <Drum x={640} r={168} depth={26} />
    <Teeth x={640} r={168} depth={26} />
    <Ring x={640} r={154} />
    <Ring x={640} r={146} />
    <Ring x={640} r={84} />
    <Holes x={640} on={66} r={9} count={8} />
    <Ring x={640} r={40} />
    <Ring x={640} r={24} />
  </>
);

const ClutchDisc = () => (
  <>
    <Drum x={478} r={134} depth={8} />
    <Ring x={478} r={84} />
    <Spokes x={478} from={84} to={134} angles={turns(18)} />
    <Holes x={478} on={109} r={4} count={18} from={Math.PI / 18} />
    <Ring x={478} r={70} />
    <Holes x={478} on={50} r={13} count={6} />
    <Holes x={478} on={50} r={7} count={6} />
    <Drum x={470} r={27} depth={8} />
    <Ring x={470} r={19} />
    <Spokes x={470} from={15} to={19} angles={turns(16)} />
  </>
);

const PressurePlate = () => (
  <>
    <Drum x={306} r={138} depth={24} />
    <Holes x={306} on={126} r={6} count={9} />
    <Ring x={306} r={112} />
    <Ring x={306} r={104} />
    <Spokes x={306} from={44} to={96} angles={turns(18)} />
    <Holes x={306} on={96} r={5} count={18} />
    <Ring x={306} r={44} />
  </>
);

const Bearing = () => (
  <>
    <Drum x={158} r={58} depth={36} />
    <Ring x={158} r={50} />
    <Holes x={158} on={41} r={7} count={12} />
    <Ring x={158} r={32} />
    <Ring x={158} r={25} />
  </>
);

const Bolt = () => (
  <>
    <path className={classes.side} d={`M70 ${AXIS - 8}h44a2.7 8 0 0 1 0 16h-44`} />
    <path d={Array.from({ length: 8 }, (_, index) => `M${80 + index * 4.5} ${AXIS - 8}a2.7 8 0 0 1 0 16`).join('')} />
    <Drum x={58} r={19} depth={12} />
    <path
      d={`M${turns(6)
        .map((angle) => at(58, 15, angle).join(' '))
        .join('L')}Z`}
    />
  </>
);

type Part = { name: string; code: string; x: number; top: number; from: number; drawing: ReactNode };

/** The far ones first: the near ones are drawn over them. */
const PARTS: readonly Part[] = [
  { name: 'Volante', code: 'PZ 4410', x: 640, top: 168, from: -300, drawing: <Flywheel /> },
  { name: 'Disco', code: 'PZ 2207', x: 478, top: 134, from: -150, drawing: <ClutchDisc /> },
  { name: 'Placa', code: 'PZ 2214', x: 306, top: 138, from: 0, drawing: <PressurePlate /> },
  { name: 'Crapodina', code: 'PZ 1183', x: 158, top: 58, from: 110, drawing: <Bearing /> },
  { name: 'Bulón', code: 'PZ 0032', x: 58, top: 19, from: 190, drawing: <Bolt /> },
];

/** A clutch, taken apart along its axis as parts catalogues draw it. Decoration: it says nothing that the text does not. */
export function ExplodedView({ className }: { className?: string | undefined }) {
  return (
    <svg className={`${classes.view} ${className ?? ''}`} viewBox="26 8 708 376" aria-hidden>
      <path className={classes.axis} d={`M34 ${AXIS}H734`} />
      {PARTS.map(({ name, from, drawing }) => (
        <g key={name} className={classes.part} style={{ '--from': `${from}px` } as CSSProperties}>
          {drawing}
        </g>
      ))}
      {PARTS.map(({ name, code, x, top }) => (
        <g key={name} className={classes.label}>
          <path d={`M${x} ${AXIS - top - 4}v-14`} />
          <text x={x} y={AXIS - top - 24}>
            {name} <tspan>{code}</tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
