import {
  around,
  box,
  C,
  circle,
  cylinder,
  each,
  ellipse,
  hexagon,
  hole,
  label,
  lean,
  line,
  path,
  polar,
  repeat,
  rim,
  ring,
  shadow,
  thread,
  tube,
  turn,
} from './shapes.ts';

export const sparkPlug = () =>
  shadow(1120, 520) +
  lean(
    box(C - 32, 80, 64, 74, 'steel', 14) +
      path(`M${C - 62} 160q62-26 124 0l14 260h-152z`, 'white', 'stroke="#aab2b9" stroke-width="2"') +
      repeat(5, (index) => line(`M${C - 66} ${200 + index * 34}q66 20 132 0`, '#c3cad0', 5)) +
      box(C - 66, 330, 132, 26, 'teal', 4, 'class="light"') +
      box(C - 110, 420, 220, 44, 'steel', 8) +
      path(`M${C - 128} 464h256v120h-256z`, 'steel', 'stroke="#59636c" stroke-width="2"') +
      line(`M${C - 48} 464v120M${C + 48} 464v120`, '#7d8891', 4) +
      box(C - 104, 584, 208, 50, 'steel', 6) +
      box(C - 112, 634, 224, 22, 'copper', 8) +
      thread(C, 656, 152, 290, 18) +
      box(C - 30, 946, 60, 40, 'white', 6) +
      box(C - 10, 980, 20, 44, 'steel', 4) +
      line(`M${C + 62} 946v96q0 22-24 22h-50`, '#7d8891', 20),
  );

export const coilPack = () =>
  shadow(1110, 520) +
  turn(
    14,
    path(
      'M430 150h340q40 0 40 40v150q0 40-40 40H430q-40 0-40-40V190q0-40 40-40z',
      'black',
      'stroke="#0b0c0d" stroke-width="3"',
    ) +
      box(800, 190, 150, 120, 'black-down', 18) +
      repeat(3, (index) => box(940, 208 + index * 34, 40, 14, 'brass-down', 4)) +
      hole(440, 330, 22) +
      repeat(5, (index) => line(`M${480 + index * 60} 170v120`, '#0b0c0d', 10)) +
      box(520, 380, 160, 330, 'black', 30) +
      box(540, 690, 120, 320, 'black', 50) +
      repeat(6, (index) => line(`M548 ${760 + index * 34}q52 18 104 0`, '#0b0c0d', 6)) +
      ellipse(C, 1004, 42, 12, '#5b646c'),
  );

export const injector = () =>
  shadow(1120, 520) +
  lean(
    box(C - 42, 90, 84, 60, 'black', 20) +
      box(C - 56, 140, 112, 26, 'iron', 8) +
      box(C - 46, 166, 92, 170, 'steel', 6) +
      path(`M${C + 40} 330l170-70 40 96-170 84z`, 'black-down', 'stroke="#0f1113" stroke-width="3"') +
      box(C - 92, 330, 184, 270, 'teal', 26) +
      box(C - 70, 600, 140, 130, 'steel', 8) +
      box(C - 54, 730, 108, 140, 'steel', 8) +
      box(C - 62, 770, 124, 32, 'black', 14) +
      box(C - 38, 870, 76, 130, 'iron', 8) +
      box(C - 24, 1000, 48, 60, 'steel', 8),
  );

export const sensor = () =>
  shadow(1100, 560) +
  lean(
    tube(`M${C} 260C${C - 20} 160 ${C + 140} 150 ${C + 240} 96`, 40, 'black') +
      box(C - 76, 230, 152, 180, 'black', 30) +
      repeat(3, (index) => line(`M${C - 60} ${280 + index * 34}h120`, '#0b0c0d', 6)) +
      path(`M${C - 134} 420h268l20 40v110l-20 40h-268l-20-40v-110z`, 'steel', 'stroke="#59636c" stroke-width="3"') +
      line(`M${C - 50} 422v186M${C + 50} 422v186`, '#7d8891', 4) +
      box(C - 100, 610, 200, 28, 'copper', 10) +
      thread(C, 638, 160, 190, 18) +
      box(C - 56, 828, 112, 220, 'steel', 30) +
      repeat(3, (index) => box(C - 30, 868 + index * 54, 60, 22, '#3d454c', 11)),
  );

export const battery = () =>
  shadow(1010, 1000) +
  path('M130 400L270 260h800L940 400z', 'black-down') +
  path('M940 400l130-140v560L940 980z', '#101214') +
  box(130, 400, 810, 580, 'black-face', 16, 'stroke="#0b0c0d" stroke-width="3"') +
  box(130, 400, 810, 96, '#2a2e33', 10) +
  repeat(6, (index) => line(`M${180 + index * 145} 520v440`, '#0b0c0d', 5)) +
  label(210, 560, 650, 320) +
  each(
    [320, 880],
    (x, index) =>
      cylinder(x, 300, 84, 40, index ? 'iron' : 'steel', 0.16) +
      ellipse(x, 346, 62, 16, index ? '#1971c2' : '#c92a2a', 'fill-opacity=".9"') +
      cylinder(x, 296, 72, 36, 'steel', 0.16),
  ) +
  line('M330 330q270-150 560 0', '#23272b', 26) +
  line('M330 326q270-150 560 0', '#646c74', 7, 'class="light"');

export const relay = () =>
  shadow(1060, 640) +
  path('M320 330l90-90h470l-80 90z', '#646c74') +
  path('M800 330l80-90v470l-80 110z', '#101214') +
  box(320, 330, 480, 490, 'black-face', 20, 'stroke="#0b0c0d" stroke-width="3"') +
  label(370, 400, 380, 260) +
  line('M380 740h100v-40h60M640 740h100', '#8b969f', 6) +
  line('M480 740l90-44', '#8b969f', 6) +
  repeat(
    4,
    (index) =>
      box(360 + index * 112, 816, 54, 190, 'brass', 6) +
      box(368 + index * 112, 980, 38, 20, '#7a5a1c', 4, 'class="light"'),
  );

export const controlUnit = () =>
  shadow(1010, 980) +
  box(150, 330, 900, 560, 'steel-face', 34, 'stroke="#59636c" stroke-width="4"') +
  repeat(
    11,
    (index) =>
      box(210 + index * 50, 380, 22, 330, '#7d8891', 11) +
      box(206 + index * 50, 380, 10, 330, '#ffffff', 5, 'fill-opacity=".7" class="light"'),
  ) +
  label(790, 400, 220, 240) +
  box(270, 780, 660, 200, 'black-down', 20, 'stroke="#0b0c0d" stroke-width="3"') +
  each(
    [0, 1],
    (side) =>
      box(310 + side * 310, 820, 270, 120, '#0b0c0d', 10) +
      repeat(24, (index) =>
        circle(330 + side * 310 + (index % 8) * 33, 846 + Math.floor(index / 8) * 34, 8, 'brass-face'),
      ),
  ) +
  each([190, 1010], (x) => each([370, 850], (y) => hole(x, y, 15)));

export const alternator = () =>
  shadow(1080, 820) +
  path(
    'M250 330L190 250Q170 190 235 185L360 250zM950 870l60 80q20 60-45 65l-125-65z',
    'steel-face',
    'stroke="#59636c" stroke-width="4"',
  ) +
  hole(226, 226, 20) +
  hole(974, 974, 20) +
  circle(C, C, 430, 'steel-face', 'stroke="#59636c" stroke-width="4"') +
  ring(392, 240, 'iron-face') +
  around(
    26,
    path(`M${polar(C, C, 384, -4)}L${polar(C, C, 384, 4)}L${polar(C, C, 262, 4)}L${polar(C, C, 262, -4)}z`, '#23272b'),
  ) +
  around(26, line(`M${polar(C, C, 372, 0)}L${polar(C, C, 274, 0)}`, '#b06a3c', 8, 'class="light"')) +
  circle(C, C, 238, 'steel-face', 'stroke="#59636c" stroke-width="4"') +
  repeat(5, (index) => rim(200 - index * 14, index % 2 ? '#39414a' : '#dfe5e9', 6)) +
  circle(C, C, 130, 'iron-face') +
  hexagon(C, C, 66, 'steel-face') +
  circle(C, C, 26, '#39414a');

export const starter = () =>
  turn(
    -16,
    shadow(960, 960) +
      box(330, 220, 460, 210, 'steel-down', 40, 'stroke="#59636c" stroke-width="4"') +
      circle(330, 290, 20, 'copper-face') +
      circle(330, 356, 20, 'copper-face') +
      box(220, 400, 640, 400, 'black-down', 60, 'stroke="#0b0c0d" stroke-width="4"') +
      line('M330 410v380M760 410v380', '#0b0c0d', 8) +
      path('M850 330h120l60 90v330l-60 70H850z', 'steel-down', 'stroke="#59636c" stroke-width="4"') +
      box(1020, 540, 110, 130, 'iron-down', 10) +
      repeat(7, (index) => line(`M1024 ${552 + index * 18}h100`, '#2c3237', 6)) +
      hole(930, 380, 24) +
      hole(930, 770, 24),
  );

export const bulb = () =>
  shadow(1110, 480) +
  turn(
    18,
    path(
      `M${C - 100} 560c-30-120-40-260 0-350 30-70 170-70 200 0 40 90 30 230 0 350z`,
      'glass',
      'stroke="#9bbcc6" stroke-width="4"',
    ) +
      ellipse(C, 196, 62, 40, '#5b646c', 'class="light"') +
      line(`M${C - 40} 560v-140q0-40 26-50M${C + 40} 560v-140q0-40-26-50`, '#8b969f', 6) +
      line(`M${C - 16} 372q8-22 16 0t16 0`, '#e8590c', 9) +
      path(
        `M${C - 62} 240c-14 90-14 180-2 260`,
        'none',
        'stroke="#fff" stroke-width="16" stroke-linecap="round" class="light"',
      ) +
      box(C - 120, 552, 240, 70, 'steel', 10) +
      ellipse(C, 650, 230, 34, 'steel-face', 'stroke="#59636c" stroke-width="3"') +
      box(C - 130, 662, 260, 150, 'steel', 14) +
      box(C - 110, 812, 220, 90, 'white', 14) +
      repeat(3, (index) => box(C - 84 + index * 66, 896, 36, 120, 'brass', 6)),
  );
