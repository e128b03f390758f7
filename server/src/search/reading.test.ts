import { describe, expect, test } from 'vitest';
import { Bits } from './bits.ts';
import { piecesOf, restOf } from './pieces.ts';
import { type Chunk, type Mask, type Run, readings, UNMASKED, vehicleReadings } from './reading.ts';
import { isMisspelt, soundOf, stemOf } from './spanish.ts';
import { buildVocabulary, type Vehicle } from './vocabulary.ts';

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string) =>
  fold(text)
    .replaceAll(',', '.')
    .split(/[^a-z0-9.]+/)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter(Boolean);
const bare = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');

const named = (product: number, category: string, name: string, ...aliases: string[]) =>
  [null, ...aliases].map((alias) => ({
    ...{ product, name, alias, takesVehicles: true, category: wordsOf(category) },
    words: wordsOf(alias ?? name).filter((word) => word !== 'de'),
  }));

function vehicle(name: string, version: string, from = 2000, until: number | null = 2020): Omit<Vehicle, 'id'> {
  const [brand = '', family = '', model = family] = name.split(' / ');
  return {
    ...{ brand, family, model, from, until },
    specification: [...wordsOf(version), ...(version.match(/\S*[a-z][-.]\S*/gi) ?? []).map(bare)],
    ...{ brandWords: wordsOf(brand), familyWords: wordsOf(family), modelWords: wordsOf(model) },
    ...{ familyName: bare(family), modelName: bare(model) },
    brandNames: [bare(brand), ...(brand === 'Volkswagen' ? ['vw'] : [])],
  };
}

const vocabulary = buildVocabulary({
  names: [
    ...named(1, 'Filtros', 'Filtro de aceite'),
    ...named(2, 'Filtros', 'Filtro de habitáculo', 'filtro de polen', 'filtro de cabina'),
    ...named(3, 'Frenos', 'Pastillas de freno delanteras'),
    ...named(4, 'Frenos', 'Disco de freno delantero'),
    ...named(5, 'Embrague', 'Disco de embrague'),
    ...named(6, 'Arranque', 'Burro de arranque', 'motor de arranque'),
    ...named(7, 'Inyección', 'Sensor de temperatura de aire (IAT)'),
    ...named(8, 'Motor', 'Soporte de motor'),
    ...named(9, 'Correas', 'Correa en V'),
    ...named(10, 'Suspensión', 'Amortiguador delantero'),
    ...named(11, 'Transmisión', 'Semieje completo'),
    ...named(12, 'Inyección', 'Inyector nafta'),
    ...named(13, 'Refrigeración', 'Electroventilador completo', 'electro completo'),
    ...named(14, 'Refrigeración', 'Bulbo de electroventilador'),
    ...named(15, 'Encendido', 'Bobina de encendido'),
    ...named(16, 'Electricidad', 'Bocina'),
    ...named(17, 'Clima', 'Compresor de aire acondicionado'),
    ...named(18, 'Lubricantes', 'Aceite de motor'),
    ...named(19, 'Electricidad', 'Batería'),
    ...named(20, 'Iluminación', 'Faro trasero'),
    ...named(21, 'Correas', 'Correa Poly V'),
    ...named(22, 'Iluminación', 'Lámpara halógena'),
    ...named(23, 'Bombas', 'Bomba de agua'),
    ...named(25, 'Encendido', 'Bujía'),
    ...named(24, 'Bombas', 'Bomba de combustible eléctrica', 'bomba de nafta'),
    ...named(26, 'Rodamientos', 'Rulemán de empuje'),
    ...named(27, 'Inyección', 'Sensor de cigüeñal'),
    ...named(28, 'Motor', 'Cigüeñal'),
  ],
  brands: [
    { id: 1, name: 'Plafren', words: ['plafren'] },
    { id: 2, name: 'Kuyo Parts', words: ['kuyo', 'parts'] },
  ],
  vehicles: [
    vehicle('Fiat / Uno', '1.4 nafta'),
    vehicle('Fiat / Punto', '1.4 nafta'),
    vehicle('Volkswagen / Gol / Gol Trend', '1.6 8v nafta', 2008, 2013),
    vehicle('Volkswagen / Golf / Golf IV', '1.9 tdi diesel', 1999, 2006),
    vehicle('Honda / CR-V', '2.0 nafta'),
    vehicle('Peugeot / 206', '1.4 nafta'),
    vehicle('Peugeot / 2008', '1.6 nafta', 2016, null),
    vehicle('Renault / Clio', '1.2 nafta'),
    vehicle('RAM / 1500', '5.7 nafta'),
    vehicle('Renault / 12', '1.4 nafta', 1971, 1994),
    vehicle('BMW / Serie 3', '320i nafta'),
    vehicle('Peugeot / 207', '1.6 TU5JP4 nafta 5P'),
    vehicle('Chevrolet / Corsa / Corsa Classic', '1.6 nafta'),
    vehicle('Chevrolet / Corsa / Corsa Pick-up', '1.6 nafta'),
    vehicle('Chevrolet / Classic', '1.4 nafta', 2010, 2016),
    vehicle('Volkswagen / up!', '1.0 nafta'),
    vehicle('Fiat / Siena', '1.6 E.torQ nafta'),
    vehicle('Toyota / Hilux', '2.5 VX-4D 4x4 5L diesel'),
    vehicle('Hyundai / HD', '3.9 D VX4DD diesel'),
    vehicle('Renault / 4', '1.0 nafta'),
    vehicle('BMW / X3', '2.0 nafta'),
    vehicle('Chevrolet / Spark', '1.0 nafta'),
    vehicle('Honda / City', '1.5 16V DI nafta'),
    vehicle('Fiat / 500', '1.4 nafta'),
  ].map((one, id) => ({ id, ...one })),
});

const chunksOf = (line: string): Chunk[] =>
  line.split(' ').map((text) => ({ text, words: wordsOf(text), bare: bare(text) }));

/** The numbers that parts have in these tests. */
const NUMBERS = ['plf140621', 'pf140252', '206'];

function runsOf(chunks: readonly Chunk[]): Run[] {
  return chunks.flatMap((_, from) =>
    chunks.slice(from, from + 3).flatMap((_, length): Run[] => {
      const run = { from, to: from + length };
      const number = chunks
        .slice(from, run.to + 1)
        .map((chunk) => chunk.bare)
        .join('');
      return NUMBERS.includes(number) ? [{ ...run, isKnown: true }] : [];
    }),
  );
}

function understand(line: string, mask: Mask = UNMASKED): string[] {
  const chunks = chunksOf(line);
  return [...readings(chunks, vocabulary, runsOf(chunks), mask)].slice(0, 6).map((reading) =>
    piecesOf({ chunks, vocabulary, reading })
      .map(({ kind, name, is_corrected }) => `${kind} ${name}${is_corrected ? '*' : ''}`)
      .join(' · '),
  );
}
const best = (line: string, mask?: Mask) => understand(line, mask)[0];

describe('a line is read', () => {
  test.each([
    ['filtro aceite', 'product Filtro de aceite'],
    ['filtros de aceite para el uno', 'product Filtro de aceite · vehicle Fiat Uno'],
    ['filtro fiat', 'product filtro · vehicle Fiat'],
    ['filtro fiat uno 2010', 'product filtro · vehicle Fiat Uno · year 2010'],
    ['vw gol 1.6 8v filtro', 'vehicle Volkswagen Gol · specification 1.6 · specification 8V · product filtro'],
    ['filtro aceite gol trend', 'product Filtro de aceite · vehicle Volkswagen Gol Trend'],
    ['filtro punto', 'product filtro · vehicle Fiat Punto'],
    ['disco', 'product disco'],
    ['disco ram', 'product disco · vehicle RAM'],
    ['disco cr-v', 'product disco · vehicle Honda CR-V'],
    ['correa cr v', 'product correa · vehicle Honda CR-V'],
    ['filtro crv', 'product filtro · vehicle Honda CR-V'],
    ['embrague golf 4', 'product Disco de embrague · vehicle Volkswagen Golf IV'],
    [
      'embrague golf iv 1.9 gasoil',
      'product Disco de embrague · vehicle Volkswagen Golf IV · specification 1.9 · specification DIESEL',
    ],
    ['motor de arranque clio', 'product Burro de arranque · vehicle Renault Clio'],
    ['filtro polen', 'product Filtro de habitáculo'],
    ['amort. del. clio', 'product Amortiguador delantero · vehicle Renault Clio'],
    ['filtro del clio', 'product filtro · vehicle Renault Clio'],
    ['pastillas delantero', 'product Pastillas de freno delanteras'],
    ['pastiyas freno', 'product Pastillas de freno delanteras*'],
    ['filtro aseite', 'product Filtro de aceite*'],
    ['semi eje clio', 'product Semieje completo · vehicle Renault Clio'],
    ['inyector nafta uno', 'product Inyector nafta · vehicle Fiat Uno'],
    ['filtro nafta uno', 'product filtro · specification NAFTA · vehicle Fiat Uno'],
    ['plafren disco', 'brand Plafren · product disco'],
    ['kuyo parts filtro', 'brand Kuyo Parts · product filtro'],
    ['filtro uno 98', 'product filtro · vehicle Fiat Uno · text 98'],
    ['filtro uno 05', 'product filtro · vehicle Fiat Uno · year 2005'],
    ['gol 1600', 'vehicle Volkswagen Gol · specification 1.6'],
    ['soporte fi', 'product Soporte de motor · text fi'],
    ['filtro aceite p/ vw gol', 'product Filtro de aceite · vehicle Volkswagen Gol'],
    ['filtro p/206', 'product filtro · vehicle Peugeot 206'],
    ['hola tenes filtro aceite para uno', 'product Filtro de aceite · vehicle Fiat Uno'],
    ['f. aceite uno', 'product Filtro de aceite · vehicle Fiat Uno'],
    ['disco d freno uno', 'product Disco de freno delantero · vehicle Fiat Uno'],
    ['compresor a/a uno', 'product Compresor de aire acondicionado · vehicle Fiat Uno'],
    ['disco r12', 'product disco · vehicle Renault 12'],
    ['disco r 12', 'product disco · vehicle Renault 12'],
    ['filtro reno clio', 'product filtro · vehicle Renault Clio'],
    ['filtro bmw 320', 'product filtro · vehicle BMW · specification 320'],
    ['bulbo electro uno', 'product Bulbo de electroventilador · vehicle Fiat Uno'],
    ['oil filter uno', 'product Filtro de aceite · vehicle Fiat Uno'],
    ['front brake pads uno', 'product Pastillas de freno delanteras · vehicle Fiat Uno'],
    ['faro ti uno', 'product Faro trasero · text izquierdo · vehicle Fiat Uno'],
    ['faro t/izq uno', 'product Faro trasero · text izquierdo · vehicle Fiat Uno'],
    ['pastillas dd uno', 'product Pastillas de freno delanteras · text derecho · vehicle Fiat Uno'],
    ['bobina 207 5 puertas', 'product Bobina de encendido · vehicle Peugeot 207 · specification 5P'],
    ['bobina 207 tu5', 'product Bobina de encendido · vehicle Peugeot 207 · specification TU5JP4'],
    ['bobina siena e-torq', 'product Bobina de encendido · vehicle Fiat Siena · specification ETORQ'],
    ['filtro hilux vx4d', 'product filtro · vehicle Toyota Hilux · specification VX4D'],
    ['bobina siena x4', 'product Bobina de encendido · vehicle Fiat Siena'],
    ['inyector uno 1.4 spi', 'product Inyector nafta · vehicle Fiat Uno · specification 1.4 · text spi'],
    ['filtro gol g5', 'product filtro · vehicle Volkswagen Gol Trend'],
    ['filtro up!', 'product filtro · vehicle up!'],
    ['bujia gol x3', 'product Bujía · vehicle Volkswagen Gol'],
    ['bobina spark', 'product Bobina de encendido · vehicle Chevrolet Spark'],
    ['bobina chevrolet spark 1.0', 'product Bobina de encendido · vehicle Chevrolet Spark · specification 1.0'],
    ['spark plugs uno', 'product Bujía · vehicle Fiat Uno'],
    [
      'filtro aceite city 1.5 di',
      'product Filtro de aceite · vehicle Honda City · specification 1.5 · specification DI',
    ],
    ['filtro hilux td.', 'product filtro · vehicle Toyota Hilux · specification DIESEL'],
    ['filtro hilux t.d.', 'product filtro · vehicle Toyota Hilux · text t.d.'],
    ['pastilla di uno', 'product Pastillas de freno delanteras · vehicle Fiat Uno'],
    ['filtro fiat 500 l', 'product filtro · vehicle Fiat 500 · text l'],
    ['filtro gol 1.4 8v', 'product filtro · vehicle Volkswagen Gol · text 1.4 · specification 8V'],
    ['golf4 1.9 filtro', 'vehicle Volkswagen Golf IV · specification 1.9 · product filtro'],
    ['disco p206', 'product disco · vehicle Peugeot 206'],
    ['disco uno fase 2', 'product disco · vehicle Fiat Uno'],
    ['disco uno viejo', 'product disco · vehicle Fiat Uno'],
    ['Buen dia, me cotizas disco uno?', 'product disco · vehicle Fiat Uno'],
    ['2x disco uno', 'product disco · vehicle Fiat Uno'],
    ['disco uno x 2 unidades', 'product disco · vehicle Fiat Uno'],
    ['4 bujias 206', 'product Bujía · vehicle Peugeot 206'],
    ['hola 4 bujias 206', 'product Bujía · vehicle Peugeot 206'],
    ['disco y vujias uno', 'product disco · product Bujía* · vehicle Fiat Uno'],
    ['bobina der uno', 'product Bobina de encendido · text derecho · vehicle Fiat Uno'],
    ['4 bujias', 'vehicle Renault 4 · product Bujía'],
    ['rodamiento de empuje uno', 'product Rulemán de empuje · vehicle Fiat Uno'],
    ['disco y bujias uno', 'product disco · product Bujía · vehicle Fiat Uno'],
    ['bomba agua + bobina uno', 'product Bomba de agua · product Bobina de encendido · vehicle Fiat Uno'],
    ['filtro aceite/habitaculo uno', 'product Filtro de aceite · product Filtro de habitáculo · vehicle Fiat Uno'],
  ])('«%s»', (line, expected) => {
    expect(best(line)).toBe(expected);
  });

  test.each([
    ['PLF-140621', 'number PLF-140621'],
    ['plafren PLF-140621', 'brand Plafren · number PLF-140621'],
    ['PLF 140621 plafren', 'number PLF 140621 · brand Plafren'],
    ['filtro de aceite pf 140252', 'product Filtro de aceite · number pf 140252'],
    ['renault pf140252', 'vehicle Renault · number pf140252'],
    ['206', 'number 206'],
    ['filtro 206', 'product filtro · vehicle Peugeot 206'],
    ['mann pf140252', 'text mann · number pf140252'],
    ['PLF-140621 pf140252', 'number PLF-140621 · number pf140252'],
    ['bobina 206 tu5', 'product Bobina de encendido · vehicle Peugeot 206 · text tu5'],
    ['filtro pf 140252 / PLF 140621', 'product filtro · number pf 140252 · number PLF 140621'],
    ['Cod. PLF-140621', 'number PLF-140621'],
    ['nro OEM: renault pf140252', 'vehicle Renault · number pf140252'],
  ])('with a number: «%s»', (line, expected) => {
    expect(best(line)).toBe(expected);
  });

  test.each([
    ['filtro gol 08/13', 'product filtro · vehicle Volkswagen Gol · year 2008–2013'],
    ['filtro golf 98-05', 'product filtro · vehicle Volkswagen Golf · year 1998–2005'],
    ['filtro golf 98 al 05', 'product filtro · vehicle Volkswagen Golf · year 1998–2005'],
    ['filtro golf 2000 / 2003', 'product filtro · vehicle Volkswagen Golf · year 2000–2003'],
    ['filtro peugeot 2008 2019', 'product filtro · vehicle Peugeot 2008 · year 2019'],
    ['filtro gol 2010 en adelante', 'product filtro · vehicle Volkswagen Gol · year desde 2010'],
    ['filtro gol desde 2010', 'product filtro · vehicle Volkswagen Gol · year desde 2010'],
    ['filtro golf hasta 03', 'product filtro · vehicle Volkswagen Golf · year hasta 2003'],
    ['filtro golf desde 98 hasta 03', 'product filtro · vehicle Volkswagen Golf · year 1998–2003'],
    ['filtro uno 13/08', 'product filtro · vehicle Fiat Uno · year 2013 · year 2008'],
  ])('with years: «%s»', (line, expected) => {
    expect(best(line)).toBe(expected);
  });

  test.each([
    ['aceite 10w40', 'product aceite · text 10w40'],
    ['aceite 10w-40 4 litros', 'product aceite · text 10w-40 · text 4 litros'],
    ['bateria 12x75', 'product Batería · text 12x75'],
    ['bateria 12 x 75', 'product Batería · text 12 x 75'],
    ['lampara h7 12v 55w', 'product Lámpara halógena · text h7 · text 12v · text 55w'],
    ['correa poly v 6pk1770', 'product Correa Poly V · text 6pk1770'],
    ['correa 6 pk 1770', 'product correa · text 6 pk 1770'],
    ['disco 5 agujeros', 'product disco · text 5 agujeros'],
    ['disco 22"', 'product disco · text 22"'],
    ['aceite dot4', 'product aceite · text dot4'],
    ['pastilla wva 206', 'product Pastillas de freno delanteras · text 206'],
    ['disco 4x4 hilux', 'product disco · specification 4X4 · vehicle Toyota Hilux'],
  ])('with a measure: «%s»', (line, expected) => {
    expect(best(line)).toBe(expected);
  });

  test.each([
    ['correa 206 207', 'product correa · vehicle Peugeot 206 · vehicle Peugeot 207', ['206', '207']],
    [
      'disco uno / punto 1.4',
      'product disco · vehicle Fiat Uno · vehicle Fiat Punto · specification 1.4',
      ['Uno', 'Punto'],
    ],
    ['disco vw gol fiat uno', 'product disco · vehicle Volkswagen Gol · vehicle Fiat Uno', ['Uno', 'Gol Trend']],
    [
      'disco 206 1.4 207 1.6',
      'product disco · vehicle Peugeot 206 · specification 1.4 · vehicle Peugeot 207 · specification 1.6',
      ['206', '207'],
    ],
    ['disco gol renault 4', 'product disco · vehicle Volkswagen Gol · vehicle Renault 4', ['Gol Trend', '4']],
    ['disco corsa classic', 'product disco · vehicle corsa classic', ['Corsa Classic', 'Classic']],
    [
      'disco uno punto clio golf hilux',
      'product disco · vehicle Fiat Uno · vehicle Fiat Punto · vehicle Renault Clio · vehicle Volkswagen Golf',
      ['Uno', 'Punto', 'Golf IV', 'Clio'],
    ],
  ])('with several vehicles: «%s»', (line, expected, models) => {
    expect(best(line)).toBe(expected);
    const chunks = chunksOf(line);
    const [reading] = readings(chunks, vocabulary, []);
    expect([...(reading?.vehicles ?? [])].map((index) => vocabulary.vehicles[index]?.model)).toEqual(models);
  });

  test('never corrects one vehicle beside another', () => {
    expect(understand('disco cloi siena').filter((reading) => /\*.*Siena/.test(reading))).toEqual([]);
  });

  test('never reads a word of the whole name of a product as a fuel', () => {
    expect(understand('bomba nafta uno').filter((reading) => reading.includes('NAFTA'))).toEqual([]);
    expect(best('bomba nafta uno')).toBe('product Bomba de combustible eléctrica · vehicle Fiat Uno');
  });

  test('never corrects another form of a word of a product', () => {
    expect(understand('bobinas uno').filter((reading) => reading.includes('*'))).toEqual([]);
  });

  test('a shorter line has no fillers at its ends', () => {
    const chunks = chunksOf('disco para el uno c/ bocina');
    const [reading] = readings(chunks, vocabulary, []);
    const without = reading && piecesOf({ chunks, vocabulary, reading }).map((piece) => [piece.kind, piece.without]);
    expect(without).toContainEqual(['vehicle', 'disco para el c/ bocina']);
    expect(reading && restOf({ chunks, reading }, (index) => index > 0 && index < 5)).toBe('uno');
  });

  test.each(['fiat', 'ram', 'punto', 'clio'])('never corrects «%s», which is a vehicle', (word) => {
    expect(understand(`filtro ${word}`).filter((reading) => /product.*(IAT|\*)/.test(reading))).toEqual([]);
  });

  test('in other ways, when the first one finds nothing', () => {
    expect(understand('filtro nafta').slice(0, 2)).toEqual([
      'product filtro · specification NAFTA',
      'product filtro · text nafta',
    ]);
    expect(understand('filtro aseite')).toContain('product filtro · text aseite');
    expect(understand('fitlro aceite').slice(0, 2)).toEqual([
      'text fitlro · product aceite',
      'product Filtro de aceite*',
    ]);
  });

  test('as another product, when a word of it was misspelt', () => {
    expect(understand('sesor cigueñal').slice(0, 2)).toEqual([
      'text sesor · product Cigüeñal',
      'product Sensor de cigüeñal*',
    ]);
  });

  test('without a condition, when no text has it', () => {
    expect(understand('disco uno c/ abs').slice(0, 2)).toEqual([
      'product disco · vehicle Fiat Uno · text abs',
      'product disco · vehicle Fiat Uno',
    ]);
    expect(understand('disco uno c/ aire acondicionado')).toContain('product disco · vehicle Fiat Uno');
    expect(understand('disco con 922310541')).not.toContain('product disco');
  });

  test('with the vocabulary of the caller only', () => {
    const mask = { names: new Bits(vocabulary.names.length, [0]), brands: new Bits(2, [1]) };
    expect(best('filtro polen', mask)).toBe('product Filtro de aceite · text polen');
    expect(best('plafren filtro', mask)).toBe('text plafren · product Filtro de aceite');
    const chunks = chunksOf('faro 1234 uno');
    const like = { from: 0, to: 1, isKnown: false };
    const hasNumber = (own: Mask) =>
      [...readings(chunks, vocabulary, [like], own)].some(({ numbers }) => numbers.length > 0);
    expect([hasNumber(UNMASKED), hasNumber(mask)]).toEqual([false, true]);
  });

  test.each(['06A 905 1', '03L 115 56', '6G 91 9155'])('as a number typed with spaces: «%s»', (line) => {
    const chunks = chunksOf(line);
    const like = { from: 0, to: 2, isKnown: false };
    expect([...readings(chunks, vocabulary, [like])][0]?.numbers).toEqual([like]);
  });

  test('within bounds, however long it is', () => {
    const long = Array.from({ length: 60 }, () => 'filtro 206 nafta de gol').join(' ');
    expect(understand(long).length).toBeLessThanOrEqual(6);
    expect(understand('')).toEqual([]);
    expect(understand('de la para')).toEqual([]);
  });
});

test('a vehicle alone may be read in several ways', () => {
  const models = (line: string) =>
    vehicleReadings(chunksOf(line), vocabulary).map(({ vehicles }) =>
      [...(vehicles ?? [])].map((index) => vocabulary.vehicles[index]?.model),
    );
  expect(models('peugeot 2008')).toEqual([['2008'], ['206', '207']]);
  expect(models('gol filtro')).toEqual([]);
  expect(models('gol con filtro')).toEqual([]);
});

test.each([
  ['pastillas', 'pastilla'],
  ['amortiguadores', 'amortiguador'],
  ['delanteras', 'delantero'],
  ['luces', 'luz'],
  ['bujes', 'buje'],
])('%s and %s have one stem', (a, b) => {
  expect(stemOf(a)).toBe(stemOf(b));
});

test.each([
  ['pastiya', 'pastilla'],
  ['vieleta', 'bieleta'],
  ['sensor', 'cenzor'],
  ['omocinetica', 'homocinetica'],
  ['disko', 'disco'],
  ['buquet', 'buket'],
])('%s sounds as %s', (a, b) => {
  expect(soundOf(a)).toBe(soundOf(b));
});

test.each([
  ['aceite', 'aceit', true],
  ['filtro', 'fitlro', true],
  ['gol', 'golf', true],
  ['amortiguador', 'amotiguadro', true],
  ['freno', 'flano', false],
  ['radiador', 'alternador', false],
])('%s and %s: misspelt %s', (a, b, expected) => {
  expect(isMisspelt(a, b)).toBe(expected);
});
