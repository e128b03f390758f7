import {
  box,
  C,
  circle,
  each,
  ellipse,
  hexagon,
  hole,
  line,
  path,
  repeat,
  ring,
  shadow,
  tube,
  turn,
} from './shapes.ts';

export const headlight = () =>
  shadow(960, 1060) +
  path(
    'M90 640Q160 380 480 340q380-44 620 60 20 190-40 340-420 180-760 150-200-30-210-250z',
    'black-face',
    'stroke="#0b0c0d" stroke-width="5"',
  ) +
  path(
    'M140 640q70-210 360-250 330-40 550 40 14 150-30 270-380 150-690 130-170-26-190-190z',
    'glass',
    'stroke="#8fa9b1" stroke-width="4"',
  ) +
  each(
    [
      [400, 610, 150],
      [740, 600, 132],
    ],
    ([x = 0, y = 0, r = 0]) =>
      circle(x, y, r, 'iron-face', 'stroke="#39414a" stroke-width="4"') +
      ring(r - 14, r - 40, 'steel-face', x, y) +
      circle(x, y, r - 42, '#dff1f5') +
      circle(x, y, r - 42, 'glass-down') +
      ellipse(x - r * 0.2, y - r * 0.24, r * 0.3, r * 0.2, '#fff', 'class="light"'),
  ) +
  path('M900 470q80 4 130 26 4 110-20 190-60 24-110 36z', 'amber', 'fill-opacity=".85"') +
  path('M170 600Q250 440 520 408q260-30 480 20-260-6-480 26T200 640z', '#ffffff', 'fill-opacity=".55" class="light"');

export const tailLight = () =>
  shadow(1080, 620) +
  path(
    'M360 130q300-40 470 60 40 420-40 880-200 60-430 0-80-460 0-940z',
    'black-face',
    'stroke="#0b0c0d" stroke-width="5"',
  ) +
  path('M400 170q250-30 396 44l14 260-424 16q-10-170 14-320z', 'red-face', 'stroke="#641010" stroke-width="4"') +
  path('M384 510l426-16-2 180-418 10z', 'amber', 'stroke="#8a4a00" stroke-width="4"') +
  path('M390 704l416-10-34 340q-180 40-360 0-18-170-22-330z', 'red-face', 'stroke="#641010" stroke-width="4"') +
  repeat(12, (index) =>
    line(
      `M${410 + index * 33} ${200 + (index % 2) * 8}v270M${410 + index * 32} 724v290`,
      '#ffffff',
      3,
      'stroke-opacity=".22" class="light"',
    ),
  ) +
  path('M430 200q180-24 330 30l6 110q-180-40-344 0z', '#ffffff', 'fill-opacity=".35" class="light"');

export const mirror = () =>
  shadow(1060, 760) +
  path('M980 640q120 20 130 150v130H930q-60-140-60-230z', 'black-face', 'stroke="#0b0c0d" stroke-width="4"') +
  path(
    'M130 330q40-130 260-140h360q190 10 220 200 20 220-50 340-60 90-260 90H330q-160-10-190-160-30-190-10-330z',
    'black-face',
    'stroke="#0b0c0d" stroke-width="4"',
  ) +
  path(
    'M200 370q20-90 190-100h350q140 10 160 150 14 170-40 260-50 66-200 66H360q-120-4-144-116-26-150-16-260z',
    'glass',
    'stroke="#5b646c" stroke-width="6"',
  ) +
  path('M330 270l200 0-260 380q-40-10-50-40z', '#ffffff', 'fill-opacity=".7" class="light"') +
  path('M600 270h60L370 730h-50z', '#ffffff', 'fill-opacity=".5" class="light"');

export const bumper = () =>
  shadow(900, 1080) +
  path(
    'M70 520Q90 400 250 380h700q160 20 180 140l-30 230q-90 110-260 110H360q-170 0-260-110z',
    'black-face',
    'stroke="#0b0c0d" stroke-width="5"',
  ) +
  path('M90 510Q120 420 260 404h680q140 16 170 106-500-60-1020 0z', '#ffffff', 'fill-opacity=".22" class="light"') +
  path('M330 590h540l-40 170H370z', '#0f1113') +
  repeat(5, (index) => line(`M${344 + index * 8} ${614 + index * 32}h${512 - index * 16}`, '#353a40', 10)) +
  each(
    [220, 980],
    (x) => circle(x, 690, 62, '#0f1113') + circle(x, 690, 44, 'glass-down', 'stroke="#353a40" stroke-width="5"'),
  );

export const door = () =>
  shadow(1110, 820) +
  path(
    'M210 520Q300 210 520 150h420q60 6 64 60l6 760q-4 80-80 86H280q-70-6-72-90z',
    'steel-face',
    'stroke="#59636c" stroke-width="5"',
  ) +
  path('M270 500Q350 260 540 204h380q24 4 26 30v266z', '#ffffff', 'stroke="#59636c" stroke-width="5"') +
  path('M290 494Q366 276 546 222h370q12 4 14 20v252z', 'glass', 'fill-opacity=".65"') +
  line('M216 600h790M214 880h794', '#8b969f', 4) +
  box(790, 640, 160, 46, 'black-down', 20) +
  path('M232 640h760v26H232z', '#ffffff', 'fill-opacity=".6" class="light"');

export const windscreen = () =>
  shadow(960, 1060) +
  path(
    'M130 880Q250 430 330 300q270-70 540 0 80 130 200 580-470 90-940 0z',
    'glass',
    'stroke="#3d454c" stroke-width="18" stroke-linejoin="round"',
  ) +
  path(
    'M170 866Q280 450 352 326q248-60 496 0 72 124 182 540-430 74-860 0z',
    'none',
    'stroke="#8fa9b1" stroke-width="4"',
  ) +
  path('M420 320l150-16-260 580-110-16z', '#ffffff', 'fill-opacity=".75" class="light"') +
  path('M640 304h70L470 904h-70z', '#ffffff', 'fill-opacity=".55" class="light"') +
  box(560, 300, 80, 54, '#3d454c', 10);

export const keyAndRemote = () =>
  shadow(1110, 560) +
  turn(
    22,
    path(
      'M430 130h340q60 10 60 70v300q-10 90-120 100H490q-110-10-120-100V200q0-60 60-70z',
      'black-face',
      'stroke="#0b0c0d" stroke-width="4"',
    ) +
      box(450, 220, 300, 84, '#2a2e33', 30, 'stroke="#646c74" stroke-width="4"') +
      box(450, 330, 300, 84, '#2a2e33', 30, 'stroke="#646c74" stroke-width="4"') +
      circle(C, 262, 20, '#8b969f', 'class="light"') +
      box(582, 358, 36, 28, '#8b969f', 6, 'class="light"') +
      path('M545 600h110v400l-55 60-55-60z', 'steel', 'stroke="#59636c" stroke-width="3"') +
      path('M655 660l-24 20 24 24-20 30 20 34-26 26 26 36-18 24 18 30z', '#ffffff') +
      box(586, 610, 28, 380, '#8b969f', 6, 'class="light"') +
      hole(C, 168, 18),
  );

export const wiper = () =>
  turn(
    -32,
    shadow(790, 1060) +
      path('M70 640q530-90 1060 0v26q-530-86-1060 0z', 'black-down', 'stroke="#0f1113" stroke-width="2"') +
      path('M80 666q520-82 1040 0l-4 50q-516-74-1032 0z', '#2a2e33') +
      line('M80 716q520-76 1040 0', '#4c545c', 8) +
      path('M470 590q130-60 260 0l22 34q-152-26-304 0z', 'black-down', 'stroke="#0f1113" stroke-width="3"') +
      box(560, 500, 80, 90, 'black', 16) +
      tube('M600 520C600 420 700 380 900 330', 34, 'black') +
      circle(910, 328, 40, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
      hexagon(910, 328, 22, 'steel-face'),
  );
