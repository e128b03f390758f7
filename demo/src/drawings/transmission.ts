import {
  around,
  box,
  C,
  circle,
  hole,
  line,
  path,
  polar,
  repeat,
  rim,
  ring,
  shadow,
  toothed,
  tube,
  turn,
} from './shapes.ts';

export const driveShaft = () =>
  turn(
    -38,
    shadow(790, 1080) +
      boot(330) +
      boot(870, -1) +
      box(400, 572, 400, 56, 'steel-down', 10) +
      box(96, 486, 170, 228, 'iron-down', 30) +
      box(28, 560, 90, 80, 'steel-down', 10) +
      repeat(5, (index) => line(`M34 ${572 + index * 14}h70`, '#59636c', 3)) +
      box(934, 486, 150, 228, 'iron-down', 30) +
      box(1080, 566, 90, 68, 'steel-down', 10) +
      repeat(4, (index) => line(`M1090 ${578 + index * 14}h74`, '#59636c', 3)),
  );

/** Bellows that narrow towards the shaft. */
function boot(x: number, direction = 1): string {
  return repeat(5, (index) => {
    const height = 220 - index * 30;
    return box(
      x + direction * (index * 34 - 70) - 20,
      600 - height / 2,
      40,
      height,
      'black-down',
      18,
      'stroke="#0f1113" stroke-width="2"',
    );
  });
}

export const clutch = () =>
  shadow(1090, 860) +
  circle(C, C, 470, '#39414a') +
  ring(464, 300, 'paper-face') +
  rim(464, '#7a5f38', 3) +
  rim(300, '#7a5f38', 3) +
  around(24, line(`M${C} 142V296`, '#8a6b3f', 7)) +
  around(12, circle(C, 170, 11, 'brass-face') + circle(C, 268, 11, 'brass-face'), C, C, 7.5) +
  ring(296, 130, 'steel-face') +
  rim(212, '#7d8891', 3) +
  around(
    6,
    turn(
      90,
      box(530, 398, 140, 66, '#353c43', 12) + repeat(6, (index) => box(536 + index * 22, 402, 15, 58, 'steel', 7)),
      C,
      430,
    ),
  ) +
  circle(C, C, 128, 'iron-face') +
  rim(128, '#2c3237', 4) +
  path(toothed(24, 84, 14), '#2c3237') +
  circle(C, C, 66, '#fff');

export const gear = () =>
  shadow(1080, 820) +
  path(toothed(36, 460, 46), 'iron-face', 'stroke="#2c3237" stroke-width="3" stroke-linejoin="round"') +
  circle(C, C, 380, 'steel-face') +
  rim(380) +
  around(
    6,
    path(
      `M${polar(C, C, 320, -18)}A320 320 0 0 1 ${polar(C, C, 320, 18)}L${polar(C, C, 190, 14)}A190 190 0 0 0 ${polar(C, C, 190, -14)}z`,
      '#fff',
      'stroke="#6b757e" stroke-width="4" stroke-linejoin="round"',
    ),
  ) +
  circle(C, C, 150, 'iron-face') +
  rim(150, '#2c3237') +
  hole(C, C, 70) +
  box(C - 14, C - 96, 28, 40, '#2b3136');

export const seal = () =>
  shadow(1060, 760) +
  ring(430, 310, 'black-face') +
  rim(430, '#0f1113') +
  ring(404, 390, '#5b646c') +
  ring(350, 336, '#5b646c') +
  ring(316, 258, 'copper-face') +
  rim(316, '#5c2f15') +
  rim(290, '#8f5330', 3) +
  rim(258, '#5c2f15', 4);

export const cable = () =>
  shadow(1080, 800) +
  tube('M180 240C520 120 980 260 960 520S360 620 330 820s320 260 640 170', 34, 'black') +
  turn(-12, box(90, 206, 130, 70, 'steel-down', 10) + box(60, 224, 40, 34, 'brass-down', 8), 180, 240) +
  turn(
    -16,
    box(900, 966, 130, 64, 'steel-down', 10) +
      circle(1070, 998, 44, 'iron-face', 'stroke="#2c3237" stroke-width="4"') +
      circle(1070, 998, 18, '#fff'),
    970,
    990,
  );
