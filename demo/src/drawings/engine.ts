import {
  around,
  box,
  C,
  circle,
  each,
  ellipse,
  hexagon,
  hole,
  line,
  path,
  polar,
  repeat,
  rim,
  ring,
  shadow,
  tube,
  turn,
} from './shapes.ts';

const BUTT = 'style="stroke-linecap:butt"';

export function belt(): string {
  const track = 'M330 330C470 180 830 170 930 330S900 620 800 760S520 1010 380 920S190 480 330 330z';
  return (
    shadow(1050, 700) +
    line(track, '#101214', 78) +
    line(track, '#2d3237', 66, 'class="light"') +
    line(track, '#0c0d0f', 66, `${BUTT} stroke-dasharray="16 18" class="light"`) +
    line(track, '#4c545c', 22, 'class="light"') +
    line(track, '#78828b', 5, 'class="light" transform="translate(-5 -7)"')
  );
}

export const pulley = () =>
  shadow(1060, 780) +
  circle(C, C, 430, 'black-face') +
  rim(430, '#0f1113') +
  repeat(6, (index) => rim(418 - index * 14, index % 2 ? '#0f1113' : '#7b848c', 5)) +
  circle(C, C, 330, 'black-face') +
  rim(330, '#0f1113', 4) +
  around(
    8,
    path(
      `M${polar(C, C, 306, -14)}A306 306 0 0 1 ${polar(C, C, 306, 14)}L${polar(C, C, 210, 12)}A210 210 0 0 0 ${polar(C, C, 210, -12)}z`,
      '#1c1f22',
      'stroke="#666f77" stroke-width="3"',
    ),
  ) +
  ring(190, 96, 'steel-face') +
  rim(190) +
  ring(160, 124, '#353c43') +
  circle(C, C, 98, 'iron-face') +
  hexagon(C, C, 76, 'steel-face') +
  circle(C, C, 30, '#353c43');

export const piston = () =>
  shadow(1110, 640) +
  path('M545 640h110l46 300h-202z', 'iron', 'stroke="#2c3237" stroke-width="4"') +
  circle(C, 990, 120, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
  circle(C, 990, 78, 'copper-face') +
  circle(C, 990, 64, '#fff') +
  path(
    'M320 180v330q20 150 120 170l40-120h240l40 120q100-20 120-170V180a280 40 0 0 1-560 0z',
    'steel',
    'stroke="#59636c" stroke-width="3"',
  ) +
  ellipse(C, 180, 280, 42, 'steel-face', 'stroke="#59636c" stroke-width="3"') +
  ellipse(C, 186, 150, 20, '#b9c3cb', 'class="light"') +
  repeat(3, (index) => path(`M320 ${250 + index * 52}a280 42 0 0 0 560 0v20a280 42 0 0 1-560 0z`, '#39414a')) +
  circle(C, 560, 66, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
  circle(C, 560, 44, '#2b3136');

/** Three piston rings, each with its gap. */
export const rings = () =>
  shadow(1040, 900) +
  each(['steel', 'iron', 'steel'], (paint, index) => {
    const x = 470 + index * 130;
    const cut = `M${x + 26} ${x - 299}A300 300 0 1 1 ${x - 26} ${x - 299}`;
    return line(cut, '#39414a', 40, BUTT) + line(cut, `${paint}-face`, 34, `${BUTT} class="light"`);
  });

export const valve = () =>
  shadow(1110, 640) +
  turn(
    16,
    box(C - 22, 110, 44, 690, 'steel', 10) +
      repeat(2, (index) => line(`M${C - 20} ${150 + index * 18}h40`, '#59636c', 4)) +
      path(
        `M${C - 22} 780c-4 120-90 150-230 210h504c-140-60-226-90-230-210z`,
        'steel',
        'stroke="#59636c" stroke-width="2"',
      ) +
      path(`M${C - 252} 990h504l-22 44q-230 30-460 0z`, 'iron', 'stroke="#2c3237" stroke-width="3"'),
  );

export const gasket = () => {
  const bores = [250, 483, 717, 950];
  return (
    shadow(860, 1080) +
    path(
      'M70 420h1060v40q30 20 30 60t-30 60v170q30 30 10 70l-40 10H100l-40-10q-20-40 10-70V580q-30-20-30-60t30-60z',
      'steel-face',
      'stroke="#59636c" stroke-width="5"',
    ) +
    each(
      bores,
      (x) => circle(x, 610, 108, '#39414a') + circle(x, 610, 100, 'copper-face') + circle(x, 610, 90, '#ffffff'),
    ) +
    each([133, 366, 600, 834, 1067], (x) => hole(x, 468, 22) + hole(x, 770, 22)) +
    each(
      bores,
      (x) =>
        box(x - 34, 446, 68, 26, '#ffffff', 13, 'stroke="#59636c" stroke-width="3"') +
        box(x - 34, 754, 68, 26, '#ffffff', 13, 'stroke="#59636c" stroke-width="3"'),
    )
  );
};

export const turbo = () =>
  shadow(1080, 820) +
  path('M600 180a420 420 0 1 0 420 420V240a60 60 0 0 0-60-60z', 'steel-face', 'stroke="#59636c" stroke-width="5"') +
  path('M790 150h200a50 50 0 0 1 50 50v190h-250z', 'steel', 'stroke="#59636c" stroke-width="5"') +
  ellipse(915, 168, 124, 26, 'iron-face') +
  ellipse(915, 168, 100, 18, '#23272b') +
  rim(330, '#8b969f', 4) +
  circle(C, C, 290, 'iron-face', 'stroke="#39414a" stroke-width="5"') +
  circle(C, C, 244, '#1a1d20') +
  around(
    11,
    path(
      `M${C} ${C - 60}C${C - 30} 470 ${C - 10} 400 ${C + 70} 374L${C + 116} 402C${C + 40} 450 ${C + 40} 500 ${C + 34} ${C - 50}z`,
      'steel-face',
      'stroke="#59636c" stroke-width="2"',
    ),
  ) +
  circle(C, C, 70, 'steel-face') +
  hexagon(C, C, 38, 'iron-face') +
  around(6, circle(C, 332, 15, 'iron-face'), C, C, 20);

export const muffler = () =>
  turn(
    -14,
    shadow(880, 1080) +
      tube('M40 700C150 700 200 640 300 620', 74, 'steel') +
      tube('M900 620C1000 640 1050 600 1160 600', 74, 'steel') +
      box(270, 400, 660, 400, 'steel-down', 150, 'stroke="#59636c" stroke-width="5"') +
      line('M330 420v360M870 420v360', '#7d8891', 8) +
      box(380, 470, 440, 30, '#ffffff', 15, 'fill-opacity=".5" class="light"') +
      ellipse(1160, 600, 14, 34, '#23272b'),
  );
