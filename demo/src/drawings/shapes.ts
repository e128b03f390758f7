import { type Material, SIZE } from './paint.ts';

/* Shapes that many parts share, as SVG. Light, shadow and print have the class `light`, which blueprints leave out. */

/** The center of the canvas, in both directions. */
export const C = SIZE / 2;

const num = (value: number) => String(Math.round(value * 10) / 10);
export const repeat = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('');
export const each = <T>(list: readonly T[], draw: (item: T, index: number) => string) => list.map(draw).join('');
export const at = (x: number, y: number, drawing: string) =>
  `<g transform="translate(${num(x)} ${num(y)})">${drawing}</g>`;
export const turn = (degrees: number, drawing: string, x = C, y = C) =>
  `<g transform="rotate(${num(degrees)} ${x} ${y})">${drawing}</g>`;
/** Copies of a drawing around a center. */
export const around = (count: number, drawing: string, x = C, y = C, first = 0) =>
  repeat(count, (index) => turn(first + (index * 360) / count, drawing, x, y));

const fill = (paint: string) => (paint.startsWith('#') || paint === 'none' ? paint : `url(#${paint})`);
export const path = (d: string, paint: string, rest = '') => `<path d="${d}" fill="${fill(paint)}" ${rest}/>`;
export const line = (d: string, colour: string, width: number, rest = '') =>
  `<path d="${d}" fill="none" stroke="${fill(colour)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;
export const circle = (x: number, y: number, r: number, paint: string, rest = '') =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill(paint)}" ${rest}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, paint: string, rest = '') =>
  `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill(paint)}" ${rest}/>`;
export const box = (x: number, y: number, width: number, height: number, paint: string, radius = 0, rest = '') =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="${radius}" fill="${fill(paint)}" ${rest}/>`;

export const shadow = (y: number, width: number, x = C) =>
  ellipse(x, y, width / 2, Math.min(46, width / 12), 'shadow', 'class="light"');

const circlePath = (x: number, y: number, r: number) =>
  `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0z`;
export const ring = (r: number, hole: number, paint: string, x = C, y = C) =>
  path(circlePath(x, y, r) + circlePath(x, y, hole), paint, 'fill-rule="evenodd"');

/** A hole with a lit edge. */
export const hole = (x: number, y: number, r: number) =>
  circle(x, y, r + Math.max(2, r * 0.1), '#f1f4f6', 'class="light"') +
  circle(x, y, r, '#2b3136') +
  circle(x + r * 0.1, y + r * 0.12, r * 0.86, '#4a525a', 'class="light"');

/** An upright cylinder, seen slightly from above. */
export function cylinder(x: number, y: number, width: number, height: number, paint: Material, tilt = 0.09): string {
  const [rx, ry] = [width / 2, width * tilt];
  const body = `M${num(x - rx)} ${num(y)}v${num(height)}a${num(rx)} ${num(ry)} 0 0 0 ${num(width)} 0v${num(-height)}z`;
  return path(body, paint) + ellipse(x, y, rx, ry, `${paint}-face`);
}

/** A nut or the head of a bolt, from above. */
export function hexagon(x: number, y: number, r: number, paint: string): string {
  const corners = Array.from({ length: 6 }, (_, index) => polar(x, y, r, index * 60));
  return path(`M${corners.join('L')}z`, paint, 'stroke="#5b656e" stroke-width="2"');
}

export const polar = (x: number, y: number, r: number, degrees: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${num(x + r * Math.cos(angle))} ${num(y + r * Math.sin(angle))}`;
};

/** The outline of a gear. */
export function toothed(teeth: number, r: number, depth: number, x = C, y = C): string {
  const step = 360 / teeth;
  const corners = Array.from({ length: teeth }, (_, index) =>
    [
      [r - depth, 0],
      [r - depth, 0.28],
      [r, 0.42],
      [r, 0.78],
      [r - depth, 0.92],
    ]
      .map(([radius = 0, share = 0]) => polar(x, y, radius, (index + share) * step))
      .join('L'),
  );
  return `M${corners.join('L')}z`;
}

/** A coil around a vertical axis. The rear half is drawn first, so that the front half covers it. */
export function coil(x: number, top: number, width: number, pitch: number, turns: number, wire: number): string {
  const [left, right] = [x - width / 2, x + width / 2];
  const slope = pitch / 2;
  const behind = repeat(turns, (index) => {
    const y = top + index * pitch;
    return tube(
      `M${left} ${num(y + slope)}C${left} ${num(y + slope - 20)} ${right} ${num(y + pitch - 34)} ${right} ${num(y + pitch)}`,
      wire,
      'iron',
    );
  });
  const before = repeat(turns + 1, (index) => {
    const y = top + index * pitch;
    return tube(
      `M${right} ${num(y)}C${right} ${num(y + 34)} ${left} ${num(y + slope - 14)} ${left} ${num(y + slope)}`,
      wire,
      'steel',
    );
  });
  return behind + before;
}

const TUBES: Readonly<Record<string, readonly [edge: string, body: string, light: string]>> = {
  steel: ['#59636c', '#a7b2bb', '#eef2f4'],
  iron: ['#2f353b', '#59636c', '#89949d'],
  black: ['#0f1113', '#2a2e33', '#666f77'],
  red: ['#6f1414', '#c92a2a', '#f09a94'],
  teal: ['#06404b', '#0f7f93', '#63c0cf'],
  brass: ['#7a5a1c', '#cda24a', '#f8e7b4'],
};

/** A hose, wire or spring along a path. */
export function tube(d: string, width: number, paint: keyof typeof TUBES & string): string {
  const [edge, body, light] = TUBES[paint] ?? ['#000', '#000', '#000'];
  return (
    line(d, edge, width) +
    line(d, body, width * 0.78, 'class="light"') +
    line(d, light, width * 0.26, `class="light" transform="translate(${num(-width * 0.13)} ${num(-width * 0.13)})"`)
  );
}

export const rim = (r: number, colour = '#4d565e', width = 3) =>
  circle(C, C, r, 'none', `stroke="${colour}" stroke-width="${width}"`);

export const thread = (x: number, y: number, width: number, height: number, pitch = 13) =>
  box(x - width / 2, y, width, height, 'steel') +
  repeat(Math.floor(height / pitch), (index) =>
    line(`M${x - width / 2} ${y + 5 + index * pitch}l${width} 5`, '#59636c', 4),
  );

/** Tilts a long drawing, so that it fills its square. */
export const lean = (drawing: string, degrees = 24) => turn(degrees, drawing);

/** A label without text, because no font is certain to be installed. */
export const label = (x: number, y: number, width: number, height: number) =>
  box(x, y, width, height, '#ffffff', 6, 'fill-opacity=".92" class="light"') +
  box(x + 24, y + height * 0.2, width * 0.5, height * 0.2, '#0b7285', 4, 'class="light"') +
  box(x + 24, y + height * 0.52, width - 48, height * 0.08, '#adb5bd', 3, 'class="light"') +
  box(x + 24, y + height * 0.7, width * 0.6, height * 0.08, '#ced4da', 3, 'class="light"');
