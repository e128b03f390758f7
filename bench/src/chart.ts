import type { Measured } from './compare.ts';
import { figure } from './report.ts';

const WIDTH = 900;
const LABELS = 240;
const FIGURES = 110;
const TOP = 80;
const ROW = 24;
const BAR = 8;
const COLORS = { app: '#1c6dd0', limit: '#a9b4c0', text: '#22282e', faint: '#6b7680', grid: '#e3e7eb' };

/** Bars of the median of each call, of the application and of the limit, on a logarithmic scale. */
export function drawChart(measured: readonly Measured[], title: string): string {
  const times = measured.flatMap(({ app, limit }) => [app.p50, limit.p50]);
  const from = Math.floor(Math.log10(Math.min(...times)));
  const to = Math.ceil(Math.log10(Math.max(...times)));
  const scale = (WIDTH - LABELS - FIGURES) / Math.max(1, to - from);
  const width = (ms: number) => Math.max(1, (Math.log10(ms) - from) * scale);
  const bottom = TOP + measured.length * ROW;

  const grid = Array.from({ length: to - from + 1 }, (_, index) => {
    const x = LABELS + index * scale;
    return [
      `<line x1="${x}" y1="${TOP - 6}" x2="${x}" y2="${bottom}" stroke="${COLORS.grid}"/>`,
      text(x, TOP - 12, `${10 ** (from + index)} ms`, { anchor: 'middle', fill: COLORS.faint }),
    ];
  }).flat();
  const bar = (y: number, ms: number, fill: string) =>
    `<rect x="${LABELS}" y="${y}" width="${width(ms).toFixed(1)}" height="${BAR}" fill="${fill}"/>`;
  const rows = measured.flatMap(({ name, app, limit }, index) => {
    const y = TOP + index * ROW;
    return [
      text(LABELS - 8, y + 13, name, { anchor: 'end' }),
      bar(y + 2, app.p50, COLORS.app),
      bar(y + 2 + BAR, limit.p50, COLORS.limit),
      text(WIDTH - FIGURES + 8, y + 13, `${figure(app.p50)} / ${figure(limit.p50)}`, { fill: COLORS.faint }),
    ];
  });
  const legend = [
    `<rect x="${LABELS}" y="34" width="10" height="10" fill="${COLORS.app}"/>`,
    text(LABELS + 16, 43, 'Piezario'),
    `<rect x="${LABELS + 90}" y="34" width="10" height="10" fill="${COLORS.limit}"/>`,
    text(LABELS + 106, 43, 'the best that could be done'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${bottom + 16}" viewBox="0 0 ${WIDTH} ${bottom + 16}"`,
    '  font-family="system-ui, sans-serif" font-size="12">',
    `<title>${inXml(title)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    `<text x="16" y="24" font-size="15" font-weight="600" fill="${COLORS.text}">${inXml(title)}</text>`,
    ...legend,
    ...grid,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

const inXml = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function text(x: number, y: number, value: string, { anchor = 'start', fill = COLORS.text } = {}): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" fill="${fill}">${inXml(value)}</text>`;
}
