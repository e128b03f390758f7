import { box, C, cylinder, ellipse, label, line, path, repeat, shadow } from './shapes.ts';

export const oilFilter = () =>
  shadow(1080, 640) +
  cylinder(C, 220, 480, 800, 'teal', 0.1) +
  repeat(16, (index) =>
    line(
      `M${372 + index * 30.5} ${268 + Math.sin((index / 15) * Math.PI) * 30}v96`,
      '#ffffff',
      5,
      'stroke-opacity=".28" class="light"',
    ),
  ) +
  path('M360 520v250a240 48 0 0 0 480 0V520a240 48 0 0 1-480 0z', 'white') +
  path('M360 560v40a240 48 0 0 0 480 0v-40a240 48 0 0 1-480 0z', '#0b7285', 'class="light"') +
  path('M470 690q130 22 260 0v14q-130 22-260 0zM470 730q80 14 160 10v14q-80 4-160-10z', '#adb5bd', 'class="light"') +
  ellipse(C, 220, 200, 38, 'iron-face') +
  ellipse(C, 218, 168, 30, 'black-face') +
  ellipse(C, 218, 84, 15, 'steel-face') +
  ellipse(C, 219, 60, 10, '#1a1d20');

export const fuelFilter = () =>
  shadow(1100, 460) +
  box(C - 30, 110, 60, 150, 'black', 14) +
  cylinder(C, 260, 340, 680, 'white', 0.1) +
  path('M430 420v330a170 34 0 0 0 340 0V420a170 34 0 0 1-340 0z', 'paper', 'fill-opacity=".55"') +
  repeat(13, (index) =>
    line(
      `M${446 + index * 25.6} ${452 + Math.sin((index / 12) * Math.PI) * 16}v316`,
      '#a98a5a',
      4,
      'stroke-opacity=".7"',
    ),
  ) +
  cylinder(C, 250, 356, 60, 'black', 0.1) +
  path('M422 900v60a178 36 0 0 0 356 0v-60a178 36 0 0 1-356 0z', 'black') +
  box(C - 30, 990, 60, 110, 'black', 14);

export const airFilter = () =>
  shadow(1010, 980) +
  path('M180 420L330 230h690l-10 560-170 200H150z', '#16181b') +
  path('M180 420L330 230h690L870 430z', 'black-down') +
  path('M870 430l150-200-10 560-170 200z', '#0f1113') +
  path('M206 434L340 256h640L850 442z', '#e9cfa6') +
  repeat(30, (index) =>
    line(`M${212 + index * 21.8} 432L${344 + index * 21.6} 260`, index % 2 ? '#b08f5c' : '#f6e6c9', 7),
  ) +
  path('M150 430h720v560H150z', 'black-face', 'stroke="#0b0c0d" stroke-width="3"') +
  path('M200 480h620v460H200z', '#caa873') +
  repeat(28, (index) => box(204 + index * 22, 482, 11, 456, 'paper', 2)) +
  repeat(3, (index) => line(`M200 ${590 + index * 120}h620`, '#8a6b3f', 4, 'class="light"'));

export const bottle = () =>
  shadow(1110, 640) +
  box(C - 190, 110, 150, 100, 'black', 14) +
  repeat(7, (index) => line(`M${C - 176 + index * 20} 118v84`, '#0b0c0d', 5)) +
  path(
    'M395 210h160q10 70 60 110h120q130 20 130 160v560q0 60-60 60H380q-60 0-60-60V440q0-90 60-150 15-20 15-80z',
    'teal',
    'stroke="#053a44" stroke-width="3"',
  ) +
  path('M640 380h70q70 6 74 90v90q-6 46-60 46h-60q-46-2-46-50v-130q0-40 22-46z', '#ffffff') +
  path('M630 374h84q76 6 80 96v96q-6 46-66 46', 'none', 'stroke="#053a44" stroke-width="8" class="light"') +
  path(
    'M350 460q4-80 60-130',
    'none',
    'stroke="#fff" stroke-width="16" stroke-linecap="round" stroke-opacity=".5" class="light"',
  ) +
  label(380, 660, 440, 330);

export const carton = () =>
  shadow(1030, 980) +
  path('M600 250L1040 380v470L600 1010z', '#c49a63') +
  path('M600 250L160 380v470l440 160z', '#dbb680') +
  path('M160 380l440-130 440 130-440 150z', '#ecd2a8') +
  path('M600 530v480', 'none', 'stroke="#b08a54" stroke-width="4"') +
  path('M350 324l440 140v120l-70 20V488L290 342z', '#0b7285', 'fill-opacity=".88" class="light"') +
  path('M160 380l440 150 440-150', 'none', 'stroke="#b08a54" stroke-width="4"') +
  path('M230 640l250 86v160l-250-90z', '#ffffff', 'fill-opacity=".9" class="light"') +
  path('M256 676l130 44v34l-130-45zM256 736l190 66v16l-190-66z', '#0b7285', 'class="light"');
