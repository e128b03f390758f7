/* Side views, front to the left, of kinds of vehicles. They show no real make or model. */

type Shape = {
  /** The outline above the sills, from the front bumper over the roof to the rear one. */
  readonly body: string;
  readonly windows: readonly string[];
  /** Joints of doors and panels. */
  readonly seams: string;
  readonly wheels: readonly number[];
  readonly wheel?: number;
  /** Drawn before the body: a load bed, a box. */
  readonly behind?: string;
  /** Positions of the front and rear lamps. */
  readonly lamps: readonly [x: number, y: number, x: number, y: number];
  readonly sill?: number;
};

const GROUND = 272;

const SHAPES = {
  hatchback: {
    body: 'M62 236C52 214 54 188 70 178C104 164 146 156 184 150C218 116 252 94 300 90C364 86 436 88 484 98C508 112 526 138 536 164C546 180 550 212 544 236z',
    windows: ['M206 150C234 122 262 106 300 103L330 102V150z', 'M342 102C392 100 440 102 472 110L500 150H342z'],
    seams: 'M336 102V228M196 152C192 190 196 214 206 228M468 152C470 190 464 214 456 228M206 172H520',
    wheels: [146, 458],
    lamps: [62, 190, 542, 178],
  },
  sedan: {
    body: 'M44 236C36 212 40 190 58 180C96 166 148 158 192 152C228 120 258 100 306 96C360 92 404 96 434 108C464 122 488 142 508 152C544 154 574 160 590 168C602 184 604 212 598 236z',
    windows: [
      'M212 152C240 126 268 112 306 109L328 108V152z',
      'M340 108C382 106 410 110 430 120C450 130 466 142 476 152H340z',
    ],
    seams: 'M334 108V228M202 154C198 190 202 214 210 228M456 154C462 190 456 214 446 228M212 174H586',
    wheels: [140, 492],
    lamps: [46, 192, 600, 186],
  },
  wagon: {
    body: 'M44 236C36 212 40 190 58 180C96 166 148 158 192 152C228 120 258 100 306 96C390 90 500 92 556 100C576 120 590 148 594 172C602 190 602 214 598 236z',
    windows: [
      'M212 152C240 126 268 112 306 109L328 108V152z',
      'M340 108L444 105V152H340z',
      'M456 105C496 104 528 106 546 110L566 152H456z',
    ],
    seams: 'M334 108V228M450 105V200M202 154C198 190 202 214 210 228M212 174H590M210 92H560',
    wheels: [140, 492],
    lamps: [46, 192, 598, 186],
  },
  coupe: {
    body: 'M40 236C32 214 36 194 56 184C100 168 160 160 208 156C248 126 282 108 330 104C384 102 430 116 470 140C508 146 556 154 592 168C604 186 604 214 598 236z',
    windows: ['M230 156C262 130 292 118 330 116L350 116V156z', 'M362 116C398 118 426 130 448 144L440 156H362z'],
    seams: 'M232 158C226 190 230 214 240 228M442 158C446 190 440 214 432 228M232 178H586',
    wheels: [144, 490],
    wheel: 46,
    lamps: [42, 196, 600, 188],
  },
  suv: {
    body: 'M56 230C46 204 46 172 64 162C100 150 146 144 184 140C214 104 240 84 284 80C370 74 478 76 536 84C558 104 570 134 574 160C582 180 582 208 578 230z',
    windows: [
      'M202 140C228 110 250 96 284 93L314 92V140z',
      'M326 92L430 90V140H326z',
      'M442 90C478 90 508 92 524 96L542 140H442z',
    ],
    seams: 'M320 92V222M436 90V196M194 142C190 180 194 206 204 222M204 164H570M204 72H524',
    wheels: [150, 482],
    wheel: 50,
    lamps: [54, 176, 576, 170],
    sill: 232,
  },
  pickup: {
    body: 'M44 230C34 204 36 174 54 164C92 152 138 146 178 142C206 104 230 86 272 82C314 78 348 80 366 88L384 148H600C606 176 606 206 600 230z',
    windows: ['M196 142C220 110 242 98 272 95L286 94V142z', 'M298 94C322 93 342 94 352 98L366 142H298z'],
    seams: 'M292 94V222M186 144C182 180 186 206 196 222M388 150V222M390 166H600M196 166H380M596 150V224',
    wheels: [138, 498],
    wheel: 50,
    lamps: [44, 178, 602, 182],
    sill: 232,
  },
  minivan: {
    body: 'M50 236C42 210 46 184 62 172C92 156 122 148 150 142C192 104 228 80 284 76C372 70 472 72 534 82C562 106 578 138 582 168C590 188 590 214 586 236z',
    windows: [
      'M150 146C164 132 178 122 192 112L200 146z',
      'M210 146L208 104C232 92 256 88 292 88V146z',
      'M304 88L424 86V146H304z',
      'M436 86C476 86 506 88 524 94L548 146H436z',
    ],
    seams: 'M298 88V228M430 86V228M204 148V228M204 170H578M440 190H578',
    wheels: [142, 486],
    lamps: [50, 188, 582, 178],
  },
  van: {
    body: 'M52 236C42 210 46 180 62 168C86 154 108 146 126 138C154 96 176 66 212 54C224 48 240 46 262 46H566C584 48 592 58 594 76V214C594 224 592 232 588 236z',
    windows: ['M138 142C158 108 178 82 204 70L208 142z', 'M220 142V66H292V142z'],
    seams: 'M214 66V228M300 56V228M440 56V228M300 158H590M300 70H588M582 60V228',
    wheels: [140, 490],
    lamps: [52, 184, 594, 200],
  },
  truck: {
    behind:
      '<rect x="212" y="26" width="400" height="190" rx="8" fill="url(#box)"/><path d="M212 62H612M312 26V214M412 26V214M512 26V214" stroke="#aab6bf" stroke-width="2"/>',
    body: 'M36 236V120C38 84 48 62 66 54H176C188 56 194 62 194 74V214H608V236z',
    windows: ['M52 130C54 96 62 78 74 70H112V130z', 'M124 70H168C174 70 178 74 178 80V130H124z'],
    seams: 'M118 70V226M44 158H190M44 186H110M124 150H184',
    wheels: [112, 432, 528],
    wheel: 42,
    lamps: [36, 206, 608, 232],
  },
  bus: {
    body: 'M34 238V76C36 52 46 40 68 38H582C602 40 608 50 608 66V226C608 234 604 238 598 238z',
    windows: [
      'M46 144V82C48 64 56 56 70 56H104V144z',
      'M116 56H214V134H116z',
      'M226 56H324V134H226z',
      'M336 56H434V134H336z',
      'M446 56H544V134H446z',
      'M556 56H580C590 56 594 62 594 70V134H556z',
    ],
    seams: 'M110 56V228M34 160H608M34 176H608M214 150V230M324 180V230M434 180V230',
    wheels: [168, 472],
    wheel: 44,
    lamps: [36, 208, 608, 210],
  },
} as const satisfies Record<string, Shape>;
export type BodyType = keyof typeof SHAPES;
export const BODY_TYPES = Object.keys(SHAPES) as BodyType[];

const PAINTS = `<linearGradient id="body" x2="0" y2="1"><stop offset="0" stop-color="#a3b1bc"/><stop offset=".45" stop-color="#7d8d9a"/>
  <stop offset="1" stop-color="#52606b"/></linearGradient>
  <linearGradient id="box" x2="0" y2="1"><stop offset="0" stop-color="#eef2f5"/><stop offset="1" stop-color="#c3cdd5"/></linearGradient>
  <linearGradient id="window" x2=".4" y2="1"><stop offset="0" stop-color="#f2f8fb"/><stop offset="1" stop-color="#b4c8d4"/></linearGradient>
  <radialGradient id="ground"><stop offset="0" stop-opacity=".3"/><stop offset="1" stop-opacity="0"/></radialGradient>
  <radialGradient id="rim"><stop offset="0" stop-color="#f1f4f6"/><stop offset="1" stop-color="#aeb9c2"/></radialGradient>`;

const spokes = (x: number, y: number, r: number) =>
  Array.from(
    { length: 5 },
    (_, index) => `<path d="M${x} ${y}v${-r}" transform="rotate(${index * 72} ${x} ${y})"/>`,
  ).join('');

function drawWheel(x: number, r: number): string {
  const y = GROUND - r;
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="#262b30"/><circle cx="${x}" cy="${y}" r="${r * 0.66}" fill="url(#rim)"/>
    <g stroke="#6b7882" stroke-width="${r * 0.13}" stroke-linecap="round">${spokes(x, y, r * 0.5)}</g>
    <circle cx="${x}" cy="${y}" r="${r * 0.16}" fill="#4a5660"/>`;
}

export function drawVehicle(type: BodyType): string {
  const { body, windows, seams, wheels, wheel = 44, behind = '', lamps, sill = 236 }: Shape = SHAPES[type];
  const arches = wheels.map((x) => `<circle cx="${x}" cy="${GROUND - wheel}" r="${wheel + 9}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 640 320"><defs>${PAINTS}
    <clipPath id="outline"><path d="${body}"/></clipPath></defs>
    <ellipse cx="320" cy="${GROUND + 2}" rx="300" ry="20" fill="url(#ground)"/>${behind}
    <path d="${body}" fill="url(#body)"/>
    <g fill="url(#window)">${windows.map((window) => `<path d="${window}"/>`).join('')}</g>
    <g clip-path="url(#outline)"><path d="${seams}" fill="none" stroke="#4a5761" stroke-width="2.5" opacity=".55"/>
    <g fill="#2d343a">${arches}</g>
    <path d="M0 ${sill}H640" stroke="#2d343a" stroke-width="12"/>
    <ellipse cx="${lamps[0]}" cy="${lamps[1]}" rx="24" ry="9" fill="#fff3cf"/>
    <ellipse cx="${lamps[2]}" cy="${lamps[3]}" rx="12" ry="13" fill="#e03131"/></g>
    ${wheels.map((x) => drawWheel(x, wheel)).join('')}</svg>`;
}
