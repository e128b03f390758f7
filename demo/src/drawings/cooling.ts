import {
  around,
  box,
  C,
  circle,
  cylinder,
  each,
  ellipse,
  hole,
  line,
  path,
  repeat,
  rim,
  shadow,
  tube,
  turn,
} from './shapes.ts';

export const radiator = () =>
  shadow(1080, 1040) +
  box(190, 200, 820, 840, '#39414a') +
  repeat(26, (index) => box(196, 210 + index * 31.8, 808, 13, 'steel-down', 2)) +
  repeat(20, (index) => line(`M${220 + index * 40} 210v820`, '#23272b', 3, 'stroke-opacity=".55"')) +
  each(
    [110, 1000],
    (x) =>
      box(x, 160, 90, 920, 'black', 34, 'stroke="#0b0c0d" stroke-width="3"') +
      repeat(9, (index) => line(`M${x + 14} ${250 + index * 92}h62`, '#0b0c0d', 6)),
  ) +
  box(40, 250, 100, 84, 'black-down', 14) +
  box(1060, 880, 100, 84, 'black-down', 14) +
  cylinder(1045, 130, 74, 50, 'black', 0.14) +
  box(200, 180, 800, 26, 'steel-down', 4) +
  box(200, 1034, 800, 26, 'steel-down', 4);

const EARS = [
  [330, 270],
  [900, 360],
  [960, 830],
  [300, 860],
  [560, 1010],
] as const;

export const waterPump = () =>
  shadow(1080, 780) +
  path(
    'M600 150C760 150 790 260 900 300S1060 470 1010 600s20 230-80 330-230 40-330 100-270 0-340-110 20-190-40-320 10-330 130-390 90-60 250-60z',
    'steel-face',
    'stroke="#59636c" stroke-width="5"',
  ) +
  each(EARS, ([x, y]) => circle(x, y, 44, 'steel-face', 'stroke="#7d8891" stroke-width="3"') + hole(x, y, 20)) +
  circle(C, C, 290, 'iron-face', 'stroke="#39414a" stroke-width="4"') +
  circle(C, C, 262, '#343b42') +
  around(
    7,
    path(
      `M${C} ${C - 70}C${C - 60} 470 ${C - 40} 390 ${C + 20} 352L${C + 72} 360C${C + 20} 420 ${C + 10} 480 ${C + 44} ${C - 58}z`,
      'steel-face',
      'stroke="#59636c" stroke-width="3"',
    ),
  ) +
  circle(C, C, 88, 'steel-face', 'stroke="#59636c" stroke-width="4"') +
  circle(C, C, 40, 'iron-face');

export const fan = () =>
  shadow(1100, 860) +
  box(130, 130, 940, 940, 'black-face', 90, 'stroke="#0f1113" stroke-width="4"') +
  circle(C, C, 440, '#dfe4e8') +
  rim(440, '#0f1113', 8) +
  around(
    7,
    path(
      `M${C - 60} ${C - 120}C${C - 150} 380 ${C - 130} 240 ${C - 40} 176C${C + 70} 186 ${C + 130} 236 ${C + 150} 290C${C + 40} 330 ${C + 40} 420 ${C + 70} ${C - 110}z`,
      'black-face',
      'stroke="#0f1113" stroke-width="3"',
    ),
  ) +
  circle(C, C, 150, 'black-face', 'stroke="#0f1113" stroke-width="4"') +
  circle(C, C, 104, 'iron-face') +
  circle(C, C, 40, 'steel-face') +
  each([170, 1030], (x) => hole(x, 170, 22) + hole(x, 1030, 22));

const ferrule = (x: number, y: number, degrees: number) =>
  turn(
    degrees,
    box(x - 96, y - 86, 130, 172, 'steel-down', 14, 'stroke="#59636c" stroke-width="3"') +
      box(x - 50, y - 108, 44, 30, 'iron', 6) +
      ellipse(x - 94, y, 22, 84, 'iron-down') +
      ellipse(x - 96, y, 16, 68, '#0b0c0d'),
    x,
    y,
  );

export const hose = () =>
  shadow(1080, 820) +
  tube('M250 250C520 190 480 560 620 640S960 620 960 950', 150, 'black') +
  ferrule(250, 250, -10) +
  ferrule(960, 940, -90);
