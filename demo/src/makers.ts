/** A category that a brand makes, or some products of it. */
type Line = string | { readonly category: string; readonly only: RegExp };

/** An invented brand: its products, its size, and the form of its codes. */
type Maker = {
  readonly lines: readonly Line[];
  readonly parts: number;
  /** `line` is two digits that identify the product, `serial` is four digits, `side` is I, D or empty. */
  readonly code: (line: string, serial: string, side: string) => string;
};

const some = (category: string, only: RegExp): Line => ({ category, only });
const heavyFilters = some('Línea pesada', /^Filtro/);
const heavyClutch = some('Línea pesada', /embrague/);
const withDash = (side: string) => side && `-${side}`;
const inEnglish = (side: string) => side && (side === 'I' ? 'L' : 'R');

export const MAKERS: Readonly<Record<string, Maker>> = {
  Norvial: {
    lines: ['Dirección', 'Suspensión', some('Frenos', /^(Pastillas|Disco)/)],
    parts: 300,
    code: (line, serial, side) => `N${line}.${serial}${inEnglish(side)}`,
  },
  Altomec: {
    lines: ['Motor', 'Escape', some('Juntas y retenes', /^Junta/)],
    parts: 320,
    code: (line, serial) => `AM ${line}-${serial}`,
  },
  Kurtén: {
    lines: ['Rodamientos y mazas', 'Distribución', some('Correas y tensores auxiliares', /^(Tensor|Polea)/)],
    parts: 220,
    code: (line, serial) => `K${line}${serial}`,
  },
  Brannik: {
    lines: ['Encendido', some('Inyección y sensores', /^(Sensor|Sonda)/)],
    parts: 200,
    code: (line, serial) => `B${line}/${serial}`,
  },
  Pampafil: { lines: ['Filtros', heavyFilters], parts: 400, code: (line, serial) => `PF ${line}${serial}` },
  Suspenor: { lines: ['Suspensión'], parts: 360, code: (line, serial, side) => `SN-${line}${serial}${withDash(side)}` },
  Termiko: { lines: ['Refrigeración', 'Climatización'], parts: 330, code: (line, serial) => `T-${line}.${serial}` },
  Lumivia: { lines: ['Iluminación'], parts: 260, code: (line, serial, side) => `LV ${line}-${serial}-${side || 'U'}` },
  Eltrosur: {
    lines: ['Electricidad y arranque', some('Encendido', /^(Bobina|Cables)/)],
    parts: 220,
    code: (line, serial) => `ELS${serial}${line}`,
  },
  Embralik: { lines: ['Embrague', heavyClutch], parts: 220, code: (line, serial) => `${line}0 ${serial}` },
  Korrel: {
    lines: ['Correas y tensores auxiliares', 'Distribución', some('Refrigeración', /^(Bomba de agua|Termostato)/)],
    parts: 240,
    code: (line, serial) => `KRL-${line}/${serial}`,
  },
  Inyekta: { lines: ['Inyección y sensores'], parts: 320, code: (line, serial) => `0${line}-${serial}` },
  Kardasur: {
    lines: ['Transmisión', some('Rodamientos y mazas', /^(Rulemán de rueda|Maza)/), some('Embrague', /^Kit/)],
    parts: 240,
    code: (line, serial, side) => `KS/${line}${serial}${side}`,
  },
  Juntek: { lines: ['Juntas y retenes'], parts: 240, code: (line, serial) => `JT ${line}-${serial}.0` },
  Tandemek: { lines: ['Línea pesada'], parts: 150, code: (line, serial) => `TDK ${line} ${serial}` },
  Andefil: { lines: ['Filtros'], parts: 260, code: (line, serial) => `00${line}${serial}` },
  Plafren: { lines: ['Frenos'], parts: 380, code: (line, serial, side) => `PLF-${line}${serial}${side}` },
  'Kuyo Parts': {
    lines: ['Carrocería', 'Cristales y alzacristales', 'Cerraduras y llaves', some('Iluminación', /^(Óptica|Faro)/)],
    parts: 300,
    code: (line, serial, side) => `KP${line} ${serial}${withDash(side)}`,
  },
  Litorex: {
    lines: ['Lubricantes y fluidos', 'Exterior y limpieza de parabrisas', some('Filtros', /^Filtro de (aceite|aire)$/)],
    parts: 140,
    code: (line, serial, side) => `LX-${line}-${serial}${side}`,
  },
  'Patagon Parts': {
    lines: ['Interior y habitáculo', 'GNC', 'Cerraduras y llaves'],
    parts: 160,
    code: (line, serial, side) => `PP${serial}/${line}${withDash(side)}`,
  },
};

/** Invented brands for cross references. */
export const EQUIVALENT_BRANDS: readonly string[] = [
  'Aconquel',
  'Algarrek',
  'Calchakor',
  'Caldenik',
  'Ceibomek',
  'Chañarpar',
  'Cortadek',
  'Famatek',
  'Humahuel',
  'Iberavel',
  'Jujemar',
  'Lapachor',
  'Limayor',
  'Nahuelix',
  'Neuquipar',
  'Ñandubel',
  'Ombular',
  'Paranelik',
  'Pilcomek',
  'Puelchor',
  'Quebrafil',
  'Riojamek',
  'Saladix',
  'Sauzalik',
  'Sudestek',
  'Tacuarex',
  'Talampek',
  'Tilcarex',
  'Totoralik',
  'Trapalek',
  'Tronadek',
  'Uspallek',
  'Zondamek',
];

export const makes = ({ lines }: Maker, category: string, product: string) =>
  lines.some((line) =>
    typeof line === 'string' ? line === category : line.category === category && line.only.test(product),
  );
