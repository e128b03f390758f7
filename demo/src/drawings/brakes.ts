import {
  around,
  at,
  box,
  C,
  circle,
  cylinder,
  each,
  hexagon,
  hole,
  line,
  path,
  repeat,
  rim,
  ring,
  shadow,
  turn,
} from './shapes.ts';

export const brakeDisc = () =>
  shadow(1090, 860) +
  circle(C, C, 470, '#59636b') +
  ring(466, 250, 'steel-face') +
  repeat(9, (index) => circle(C, C, 280 + index * 22, 'none', 'stroke="#8b969f" class="light"')) +
  each([0, 14, 28], (first) => around(4, circle(C, 190, 15, '#3d454c'), C, C, first)) +
  ring(256, 236, '#3d454c') +
  circle(C, C, 238, 'iron-face') +
  rim(238, '#2c3237', 4) +
  circle(C, C, 196, 'steel-face') +
  rim(196) +
  around(5, hole(C, 470, 24)) +
  circle(C, 760, 9, '#3d454c') +
  circle(C, C, 84, '#2c3237') +
  circle(C, C, 76, '#fff');

export const drum = () =>
  shadow(1080, 820) +
  circle(C, C, 450, 'iron-face') +
  rim(450, '#2c3237', 4) +
  ring(436, 408, 'steel-face') +
  repeat(3, (index) => rim(408 - index * 16, '#4d565e', 3)) +
  circle(C, C, 356, 'iron-face') +
  rim(300, '#2c3237', 3) +
  circle(C, C, 220, 'steel-face') +
  rim(220) +
  around(4, hole(C, 450, 26)) +
  around(2, hole(C, 462, 14), C, C, 45) +
  circle(C, C, 82, '#2c3237') +
  circle(C, C, 74, '#fff');

export const brakePads = () => shadow(1050, 960) + at(60, -50, pad('#454d55')) + at(-40, 120, pad('#23272b'));

const pad = (friction: string) =>
  path(
    'M210 440q30-150 190-180h400q160 30 190 180l40 20v110l-50 20q-10 160-40 200H260q-30-40-40-200l-50-20V460z',
    'iron-face',
    'stroke="#23272b" stroke-width="5" stroke-linejoin="round"',
  ) +
  path(
    'M290 460q20-110 130-130h360q110 20 130 130l-20 270H310z',
    friction,
    'stroke="#14171a" stroke-width="4" stroke-linejoin="round"',
  ) +
  path('M310 470q16-90 116-116h348q100 26 116 116l-2 30H308z', '#ffffff', 'fill-opacity=".1" class="light"') +
  box(586, 332, 28, 398, '#14171a', 4) +
  repeat(60, (index) =>
    circle(
      320 + ((index * 137) % 560),
      380 + ((index * 89) % 330),
      2 + (index % 3),
      '#8b969f',
      'fill-opacity=".55" class="light"',
    ),
  );

export const caliper = () =>
  shadow(1010, 980) +
  box(60, 470, 1080, 120, 'iron-down', 50, 'stroke="#2c3237" stroke-width="4"') +
  each(
    [130, 1070],
    (x) =>
      circle(x, 530, 76, 'steel-face', 'stroke="#59636c" stroke-width="4"') +
      circle(x, 530, 46, 'iron-face') +
      hexagon(x, 530, 30, 'steel-face'),
  ) +
  path(
    'M230 420q10-130 140-150h460q130 20 140 150l20 380q0 110-110 130H320q-110-20-110-130z',
    'iron-face',
    'stroke="#2c3237" stroke-width="5" stroke-linejoin="round"',
  ) +
  path('M270 400q20-80 110-92h440q90 12 110 92-330-40-660 0z', '#ffffff', 'fill-opacity=".28" class="light"') +
  box(470, 270, 260, 130, '#ffffff', 24, 'stroke="#2c3237" stroke-width="5"') +
  each(
    [415, 785],
    (x) =>
      circle(x, 660, 164, '#2c3237') +
      circle(x, 660, 156, 'steel-face') +
      ring(132, 118, '#39414a', x, 660) +
      circle(x, 660, 104, 'iron-face') +
      circle(x, 660, 84, '#343b42'),
  ) +
  box(574, 410, 52, 440, 'iron-down', 20) +
  box(566, 170, 68, 110, 'brass', 10) +
  box(578, 100, 44, 80, 'black', 14);

export const masterCylinder = () =>
  turn(
    -12,
    shadow(900, 980) +
      path(
        'M360 300q0-60 60-60h330q60 0 60 60v170q0 40-40 50H400q-40-10-40-50z',
        'white',
        'stroke="#aab2b9" stroke-width="4"',
      ) +
      line('M370 420h430', '#aab2b9', 4) +
      cylinder(500, 210, 170, 50, 'black', 0.12) +
      box(150, 530, 720, 230, 'steel-down', 60, 'stroke="#59636c" stroke-width="4"') +
      box(860, 480, 60, 330, 'iron-down', 14, 'stroke="#2c3237" stroke-width="4"') +
      box(920, 590, 130, 110, 'steel-down', 20) +
      box(1040, 622, 90, 46, 'iron-down', 16) +
      each([320, 560], (x) => box(x, 740, 90, 70, 'brass', 10) + box(x + 20, 800, 50, 40, 'iron', 8)) +
      hole(890, 520, 16) +
      hole(890, 770, 16),
  );
