import {
  around,
  box,
  C,
  circle,
  coil,
  cylinder,
  each,
  ellipse,
  hexagon,
  hole,
  lean,
  line,
  path,
  repeat,
  rim,
  ring,
  shadow,
  thread,
  toothed,
  turn,
} from './shapes.ts';

const eye = (y: number) =>
  circle(C, y, 62, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
  circle(C, y, 44, 'black-face') +
  circle(C, y, 24, 'steel-face') +
  circle(C, y, 14, '#fff');

export const shockAbsorber = () =>
  shadow(1120, 620) +
  lean(
    eye(96) +
      box(C - 22, 150, 44, 330, 'steel') +
      box(C - 96, 190, 192, 44, 'iron', 14) +
      cylinder(C, 330, 150, 330, 'black', 0.06) +
      repeat(7, (index) => line(`M${C - 74} ${380 + index * 38}q74 22 148 0`, '#0b0c0d', 5)) +
      cylinder(C, 560, 170, 430, 'teal', 0.06) +
      box(C - 85, 700, 170, 16, '#ffffff', 0, 'fill-opacity=".75" class="light"') +
      box(C - 85, 730, 170, 50, '#ffffff', 0, 'fill-opacity=".18" class="light"') +
      eye(1080),
  );

export const strut = () =>
  shadow(1130, 620) +
  lean(
    thread(C, 60, 34, 90) +
      box(C - 24, 140, 48, 260, 'steel') +
      ellipse(C, 226, 210, 46, 'black-face', 'stroke="#0f1113" stroke-width="3"') +
      ellipse(C, 212, 90, 24, 'iron-face') +
      coil(C, 270, 330, 92, 4, 40) +
      ellipse(C, 724, 216, 44, 'black-face', 'stroke="#0f1113" stroke-width="3"') +
      cylinder(C, 700, 150, 320, 'iron', 0.06) +
      path('M520 1000h160v130h-50v-70h-60v70h-50z', 'iron', 'stroke="#2c3237" stroke-width="3"') +
      hole(C, 1040, 14),
    16,
  );

export const spring = () => shadow(1110, 640) + coil(C, 150, 440, 150, 5, 62);

export const bush = () =>
  shadow(1080, 680) +
  cylinder(C, 330, 560, 620, 'steel', 0.16) +
  ellipse(C, 330, 236, 76, 'black-face', 'stroke="#0f1113" stroke-width="4"') +
  ellipse(C, 318, 236, 76, 'black-face') +
  path(
    'M430 318a170 50 0 0 1 120-44v18a150 40 0 0 0-100 32zM770 318a170 50 0 0 1-120 44v-18a150 40 0 0 0 100-32z',
    '#0b0c0d',
  ) +
  cylinder(C, 262, 200, 60, 'steel', 0.16) +
  ellipse(C, 262, 60, 20, '#23272b');

const joint = (x: number, y: number, r: number) =>
  circle(x, y, r, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
  circle(x, y, r * 0.66, 'black-face') +
  circle(x, y, r * 0.34, 'steel-face') +
  hexagon(x, y, r * 0.22, 'iron-face');

export const controlArm = () =>
  shadow(1070, 900) +
  path(
    'M240 260C420 300 560 420 640 560S860 800 1000 850l-30 120C780 940 620 860 500 760S330 560 300 900l-130 10C160 700 170 480 240 260z',
    'iron-face',
    'stroke="#2c3237" stroke-width="5" stroke-linejoin="round"',
  ) +
  path(
    'M300 380C420 430 500 520 570 630S720 800 840 860C690 830 560 740 470 640S330 480 300 380z',
    '#4b545c',
    'class="light"',
  ) +
  joint(250, 240, 104) +
  joint(228, 900, 92) +
  joint(990, 900, 96);

export const tieRod = () =>
  turn(
    -38,
    shadow(800, 980) +
      box(330, 566, 560, 68, 'steel-down', 12) +
      repeat(16, (index) => line(`M${350 + index * 15} 568l-6 64`, '#59636c', 4)) +
      box(600, 546, 70, 108, 'iron-down', 8) +
      joint(250, 600, 128) +
      joint(960, 600, 118),
  );

export const steeringRack = () =>
  turn(
    -18,
    shadow(820, 1080) +
      box(40, 584, 1120, 32, 'steel-down', 12) +
      box(300, 540, 600, 120, 'iron-down', 40, 'stroke="#2c3237" stroke-width="4"') +
      each([240, 860], (x) => repeat(5, (index) => box(x + index * 22, 536, 26, 128, 'black-down', 12))) +
      path('M420 400h120v160H400z', 'steel', 'stroke="#59636c" stroke-width="3"') +
      box(446, 300, 60, 120, 'steel', 10) +
      each(
        [40, 1160],
        (x) => circle(x, 600, 46, 'iron-face', 'stroke="#2c3237" stroke-width="4"') + hexagon(x, 600, 24, 'steel-face'),
      ),
  );

export const bellows = () =>
  shadow(1110, 620) +
  repeat(9, (index) => {
    const width = 300 + index * 34;
    return box(C - width / 2, 250 + index * 84, width, 92, 'black', 44, 'stroke="#0b0c0d" stroke-width="3"');
  }) +
  cylinder(C, 170, 210, 100, 'black') +
  ellipse(C, 170, 74, 13, '#0b0c0d');

export const hub = () =>
  shadow(1080, 760) +
  around(5, path('M520 560V250q0-80 80-80t80 80v310z', 'iron-face', 'stroke="#2c3237" stroke-width="4"')) +
  circle(C, C, 330, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
  circle(C, C, 318, 'iron-face') +
  around(
    5,
    circle(C, 250, 50, 'steel-face', 'stroke="#4d565e" stroke-width="3"') +
      circle(C, 250, 30, 'iron-face') +
      circle(C, 250, 18, 'steel-face'),
  ) +
  circle(C, C, 262, 'steel-face') +
  rim(262) +
  ring(232, 190, 'iron-face') +
  ring(188, 120, 'steel-face') +
  path(toothed(26, 122, 16), '#2c3237') +
  circle(C, C, 104, '#fff');

const ball = (y: number) =>
  circle(C, y, 56, 'iron-face') +
  circle(C, y, 53, 'steel-face') +
  ellipse(C - 16, y - 18, 16, 12, '#fff', 'class="light"');

export const bearing = () =>
  shadow(1070, 800) +
  ring(450, 344, 'steel-face') +
  rim(450) +
  rim(424, '#8b969f', 2) +
  ring(350, 336, '#454d55') +
  ring(340, 226, '#23272b') +
  around(11, ball(C - 284)) +
  ring(232, 132, 'steel-face') +
  rim(232) +
  rim(206, '#8b969f', 2) +
  rim(132, '#454d55', 6);
