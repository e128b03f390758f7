/** A table of words: «short: one or more words; …». */
const tableOf = (...rows: string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    rows
      .flatMap((row) => row.split('; '))
      .map((entry) => {
        const [word = '', meant = ''] = entry.split(': ');
        return [word, meant.split(' ')];
      }),
  );

/** Words without information about a part. */
const FILLERS = new Set(
  (
    'a al con de del e el en la las lo los me o para por que sin su un una unos unas y auto coche repuesto repuestos ' +
    'adelante ano anos busca busco desde hasta hay hola mod modelo modelos necesita necesito precio quiero tendras ' +
    'tenes tienen buen buenas buenos dia dias tardes gracias favor porfa saludos urgente cotizar cotizame cotizas ' +
    'cotizacion presupuesto consulta stock cuanto cuesta sale vale tendran tiene vende venden vendes necesitaria ' +
    'quisiera pasame par unidades cod codigo nro numero art articulo ref oem wva fmsi ean equivalente ' +
    'equivalencia reemplazo'
  ).split(' '),
);
export const isFiller = (word: string) => FILLERS.has(word);

/** Words that are fillers where they are no other word: «disco d freno», «bujias x4», «clio fase 2», «uno viejo». */
export const isRarelyFiller = (word: string) => /^(?:d|q|x\d?|\d[xu]|fase\d|original|(?:nuev|viej)[ao])$/.test(word);

/** Standards whose numbers are in texts: «wva 20013». */
export const isStandard = (word: string | undefined) => word === 'wva' || word === 'fmsi';

/** Equipment of two words, which is left out as a whole: «c/ aire acondicionado». */
export const isConditionOfTwo = (word: string) => /^(?:aireacondicionado|direccionhidraulica)$/.test(word);

const SHORTENED: Readonly<Record<string, string>> = { c: 'con', p: 'para', s: 'sin' };

/** The words of a chunk, in full where it has signs or two initials: «c/», «p/gol», «a/a», «22"», «dd», «t.i.». */
export function unshortened(text: string, words: readonly string[]): readonly string[] {
  // Axle and side. «td» is diesel, and «di» may be a version: it is among the abbreviations.
  const [, axle, side] = /^(?:td\.?|t\.d\.?|di)$/i.test(text)
    ? []
    : (/^([dt])[./]?([di])(?:er|zq)?\.?$/i.exec(text.toLowerCase()) ?? []);
  if (axle) return [axle === 'd' ? 'delantero' : 'trasero', side === 'd' ? 'derecho' : 'izquierdo'];
  if (text === '+') return ['y'];
  // «aceite/aire»: one more product or vehicle.
  if (/^\p{L}{4,}(?:\/\p{L}{4,})+$/u.test(text)) return words.flatMap((word, at) => (at > 0 ? ['y', word] : word));
  if (/^[\d.,]+["”]$/.test(text)) return words.map((word) => `${word}in`);
  if (/^a\/[ac]\b/i.test(text)) return ['ac', ...words.slice(2)];
  const initial = text[1] === '/' ? SHORTENED[text[0]?.toLowerCase() ?? ''] : undefined;
  return initial ? [initial, ...words.slice(1)] : words;
}

/** Abbreviations of the trade. «del» is also the filler of «filtro del Gol». */
const ABBREVIATIONS = tableOf(
  'aa: aire acondicionado; ac: aire acondicionado; alt: alternador; amort: amortiguador; amorte: amortiguador',
  'amortes: amortiguador; bba: bomba; cig: ciguenal',
  'cil: cilindro; comb: combustible; del: delantero; der: derecho; di: delantero izquierdo; dir: direccion; dist: distribucion',
  'elec: electrico; emb: embrague; ext: exterior; f: filtro; hab: habitaculo; hid: hidraulico; hidr: hidraulico',
  'inf: inferior; int: interior; iny: inyector; izq: izquierdo; jgo: juego; jta: junta; lh: izquierdo',
  'past: pastilla; poliv: poly v; polyv: poly v; rad: radiador; rh: derecho; rod: rodamiento; sop: soporte',
  'sup: superior; susp: suspension; temp: temperatura; tras: trasero',
);
export const expansionOf = (word: string): readonly string[] | undefined => ABBREVIATIONS.get(word);

/** Words of catalogs in English. */
const ENGLISH = tableOf(
  'air: aire; bearing: ruleman; belt: correa; brake: freno; bushing: buje; cabin: habitaculo; clutch: embrague',
  'engine: motor; filter: filtro; front: delantero; fuel: combustible; gasket: junta; headlight: optica',
  'hose: manguera; left: izquierdo; mirror: espejo; mount: soporte; oil: aceite; pad: pastilla; plug: bujia',
  'pump: bomba; radiator: radiador; rear: trasero; right: derecho; shock: amortiguador; sparkplug: bujia',
  'thermostat: termostato; timing: distribucion; water: agua; wheel: rueda',
);
export const translationOf = (word: string) => (ENGLISH.get(word) ?? ENGLISH.get(word.replace(/s$/, '')))?.[0];

/** Words that name many products, and how their names write them. */
const SYNONYMS = tableOf('asistida: hidraulica; rodamiento: ruleman; rodamientos: ruleman');
export const synonymOf = (word: string) => SYNONYMS.get(word)?.[0];

/** Words for fuels and gearboxes, and how the vehicle base writes them. */
const VEHICLE_WORDS = tableOf(
  'gasoil: diesel; gasolero: diesel; gasolera: diesel; td: diesel; naftero: nafta; naftera: nafta',
  'automatico: at; automatica: at',
);

/** Names of brands and models at the counter. R12 is the Renault 12, and a Corsa Classic was a Classic later. */
const NICKNAMES = tableOf(
  'corsaclassic: classic chevrolet; fitito: 600 fiat; golcito: gol; golg4: power gol; golg5: trend gol',
  'golg6: trend gol; hiunday: hyundai; hunday: hyundai; np300: frontier; peyo: peugeot; reno: renault',
  'renol: renault; renolt: renault',
);

/** The words of the vehicle base that a nickname stands for, all of which a vehicle has. The first one names it. */
export function nicknamed(word: string): readonly string[] | undefined {
  const [, renault, peugeot] = /^r(\d{1,2})$|^p([2-5]0\d)$/.exec(word) ?? [];
  if (renault) return [renault, 'renault'];
  return peugeot ? [peugeot, 'peugeot'] : NICKNAMES.get(word);
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** Other ways in which the vehicle base may write a generation: 4, IV and G4 are the same. */
export function generationForms(word: string): readonly string[] {
  const arabic = /^(?:g|mk|gen)?(\d{1,2})$/.exec(word)?.[1];
  const number = arabic ? Number(arabic) : ROMAN.indexOf(word) + 1;
  const roman = ROMAN[number - 1];
  return roman ? [roman, String(number), `g${number}`].filter((form) => form !== word) : [];
}

/** The name and the generation of a model that are typed as one word: clio2. */
export function splitGeneration(word: string): readonly [string, string] | null {
  const [, name, generation] = /^([a-z]{3,})(\d)$/.exec(word) ?? [];
  return name && generation ? [name, generation] : null;
}

/** Other ways in which the vehicle base may write a displacement, doors or a fuel: 1600, 1.6l and 1.6 are the same. */
export function specificationForms(word: string): readonly string[] {
  const litres = /^(\d\.\d)(?:l|lts)$/.exec(word)?.[1];
  if (litres) return [litres];
  // The fifth door is that of the trunk, which some count.
  const doors = /^([2-5])(?:ptas|puertas)$/.exec(word)?.[1];
  if (doors) return Number(doors) > 3 ? ['4p', '5p'] : ['2p', '3p'];
  const cubic = /^([1-6])([0-9])00(?:cc)?$/.exec(word);
  return cubic ? [`${cubic[1]}.${cubic[2]}`] : (VEHICLE_WORDS.get(word) ?? []);
}

/**
 * Removes the plural ending of a word, and the gender ending of a long one: «delanteras» becomes «delanter». The stem
 * need not be a word, since names and typed words are cut alike.
 */
export function stemOf(word: string): string {
  if (/\d/.test(word)) return word;
  const singular = (word.length < 4 ? word : word.replace(/s$/, '').replace(/e$/, '')).replace(/z$/, 'c');
  return singular.length >= 7 ? singular.replace(/[ao]$/, '') : singular;
}

/** A stem as it sounds: y is ll, b is v, c and z may be s, qu is k, h is silent. */
export const soundOf = (stem: string) =>
  stem
    .replace(/ch/g, '!')
    .replace(/h/g, '')
    .replace(/ll/g, 'y')
    .replace(/v/g, 'b')
    .replace(/z|c(?=[eiy])/g, 's')
    .replace(/qu(?=[ei])|[cq]/g, 'k')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/x/g, 's')
    .replace(/(.)\1+/g, '$1');

/** Shorter words are one letter away from too many others. */
const CORRECTABLE = 4;
/** In words of at least this length, two letters may be wrong. */
const LONG = 8;

export const isCorrectable = (word: string) => word.length >= CORRECTABLE && !/\d/.test(word);

/** Returns true when the words differ by one wrong, missing, additional or swapped letter; long words by two. */
export function isMisspelt(word: string, other: string): boolean {
  const most = Math.min(word.length, other.length) >= LONG ? 2 : 1;
  return distance(word, other, most) <= most;
}

/** Returns the number of different letters, or more than `most`. Two swapped letters count as one. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min((last[j - 1] ?? 0) + (isSame ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
