/* Gradients that look like materials, and the canvas of the drawings. */

/** Side of the canvas. Drawings leave a margin. */
export const SIZE = 1200;

type Stops = readonly (readonly [offset: number, colour: string])[];

/** Gradients across a cylinder, lit from the left. */
const MATERIALS = {
  steel: [
    [0, '#626d76'],
    [0.14, '#b4bec6'],
    [0.3, '#f6f8f9'],
    [0.5, '#c4cdd4'],
    [0.8, '#84909a'],
    [1, '#525c65'],
  ],
  iron: [
    [0, '#3a4148'],
    [0.2, '#7a848d'],
    [0.34, '#a3adb5'],
    [0.55, '#707a83'],
    [0.85, '#454d55'],
    [1, '#2c3237'],
  ],
  black: [
    [0, '#17191c'],
    [0.18, '#3b4147'],
    [0.3, '#646c74'],
    [0.48, '#353a40'],
    [0.85, '#1c1f22'],
    [1, '#0f1113'],
  ],
  white: [
    [0, '#b9c0c6'],
    [0.2, '#eceff1'],
    [0.35, '#ffffff'],
    [0.6, '#eef1f3'],
    [1, '#a9b1b8'],
  ],
  brass: [
    [0, '#7a5a1c'],
    [0.2, '#d3ab57'],
    [0.34, '#f8e7b4'],
    [0.55, '#cda24a'],
    [0.85, '#94701f'],
    [1, '#654a12'],
  ],
  copper: [
    [0, '#6d3a1d'],
    [0.2, '#c47a4a'],
    [0.34, '#f2c6a3'],
    [0.55, '#bf7140'],
    [1, '#5c2f15'],
  ],
  teal: [
    [0, '#06404b'],
    [0.2, '#0f7f93'],
    [0.34, '#4fb6c6'],
    [0.55, '#0e7a8d'],
    [1, '#053a44'],
  ],
  red: [
    [0, '#6f1414'],
    [0.2, '#c92a2a'],
    [0.34, '#f28b82'],
    [0.55, '#c22626'],
    [1, '#641010'],
  ],
  amber: [
    [0, '#a85b00'],
    [0.3, '#ffc35c'],
    [0.6, '#f08c00'],
    [1, '#8a4a00'],
  ],
  paper: [
    [0, '#d9b98c'],
    [0.5, '#e9cfa6'],
    [1, '#c9a673'],
  ],
  cloth: [
    [0, '#cfd6db'],
    [0.5, '#f7f9fa'],
    [1, '#bcc5cc'],
  ],
  glass: [
    [0, '#d8eef2'],
    [0.35, '#ffffff'],
    [0.6, '#cfe6ec'],
    [1, '#9fc3cd'],
  ],
} as const satisfies Record<string, Stops>;
export type Material = keyof typeof MATERIALS;

const stops = (list: Stops) =>
  list.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('');

/** `steel` across, `steel-down` from above, `steel-face` over a flat side. */
const PAINTS = Object.entries(MATERIALS)
  .map(
    ([name, list]) => `<linearGradient id="${name}">${stops(list)}</linearGradient>
      <linearGradient id="${name}-down" x2="0" y2="1">${stops(list)}</linearGradient>
      <linearGradient id="${name}-face" x1=".1" x2=".9" y2="1">${stops(face(list))}</linearGradient>`,
  )
  .join('');

/** A flat face has no dark edges. */
function face(list: Stops): Stops {
  const inner = list.slice(1, -1).length > 1 ? list.slice(1, -1) : list;
  return inner.map(([, colour], index) => [index / (inner.length - 1), colour]);
}

const SHADE = `<radialGradient id="shadow"><stop offset="0" stop-opacity=".34"/><stop offset=".55" stop-opacity=".13"/>
  <stop offset="1" stop-opacity="0"/></radialGradient>`;

const PAPER = `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>`;
const sheet = (contents: string, view = `0 0 ${SIZE} ${SIZE}`) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="${view}">${contents}</svg>`;

/** The drawing on white, whole or the area of `view`. */
export const onWhite = (drawing: string, view?: string) =>
  sheet(`<defs>${PAINTS}${SHADE}</defs>${PAPER}${drawing}`, view);

const PLAN_STYLE = `<style>.plan *{fill:#fff;stroke:#1864ab;stroke-width:4;fill-opacity:1;stroke-opacity:1;stroke-dasharray:none}
  .plan [fill="none"]{fill:none}.plan .light{display:none}</style>`;
const MEASURES = `<g stroke="#4a90c4" stroke-width="2.5" fill="#4a90c4">
  <path d="M180 1000V1110M1020 1000V1110M200 1090H1000M1020 180H1120M1020 940H1120M1100 200V920" fill="none"/>
  <path d="M182 1090l26-9v18zM1018 1090l-26-9v18zM1100 182l-9 26h18zM1100 938l-9-26h18z" stroke="none"/></g>
  <g fill="none" stroke="#1864ab" stroke-width="3"><path d="M30 30H1170V1170H30zM790 1120V1170M790 1120H1170"/></g>
  <g stroke="#4a90c4" stroke-width="2" stroke-dasharray="26 8 5 8"><path d="M600 110V1010M130 560H1070" fill="none"/></g>`;

/** The same drawing as lines with dimensions. Each shape hides those behind it. */
export const asBlueprint = (drawing: string) =>
  sheet(`${PLAN_STYLE}${PAPER}<g class="plan" transform="translate(180 140) scale(.7)">${drawing}</g>${MEASURES}`);
