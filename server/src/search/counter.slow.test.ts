import { api } from '@piezario/contract/api';
import { DEMO_PASSWORD } from '@piezario/contract/demo';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemo } from '../demo/demo.ts';
import { loadReference } from '../reference/reference.ts';
import type { Client } from '../testing/client.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';

/*
 * Searches the demo as people at a counter do. The suite asks a sample of the combinations, SOAK=1 asks all of them.
 */

const server = await startServer({ demo: true });
const { db } = server;

type Part = { id: number; brand: string; code: string; product: string };
type Fit = { brand: string; family: string; part_id: number };
let admin: Client;
let parts = new Map<number, Part>();
/** The parts of each family, by brand and family. */
const families = new Map<string, Set<number>>();

beforeAll(async () => {
  await loadReference(db, () => {});
  await loadDemo(db, server.files, () => {});
  admin = await server.guest.signIn('admin@piezario.demo', DEMO_PASSWORD);
  const read = await sql<Part>`select p.id, b.name as brand, p.code, product.name as product from parts p
    join part_brands b on b.id = p.part_brand_id join part_products product on product.id = p.part_product_id
    order by p.id`.execute(db);
  parts = new Map(read.rows.map((part) => [part.id, part]));
  const fits = await sql<Fit>`select distinct v.brand, v.model_master as family, a.part_id
    from part_vehicles a join vehicles v on v.id = a.vehicle_id order by 1, 2, 3`.execute(db);
  for (const { brand, family, part_id } of fits.rows) {
    const key = `${brand}|${family}`;
    families.set(key, (families.get(key) ?? new Set()).add(part_id));
  }
}, 300_000);

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const firstWord = (product = '') => fold(product).split(' ')[0] ?? '';

type Question = { readonly line: string; readonly isRight: (part: number) => boolean };

/** Asks each question, and returns those without a right part among the first five, and those without any part. */
async function ask(questions: readonly Question[]) {
  const [missed, empty]: [string[], string[]] = [[], []];
  for (const { line, isRight } of questions) {
    const found = await admin.call(api.search.suggest, { query: { text: line } });
    if (found.length === 0) empty.push(line);
    if (!found.slice(0, 5).some(({ id }) => isRight(id))) missed.push(line);
  }
  return { missed, empty };
}

/** Some of many, spread evenly. */
function sample<One>(all: readonly One[], most: number): One[] {
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, index) => index % step === 0);
}

describe('the right part is among the first five', () => {
  const LONG = 3_600_000;

  test('for the first word of each product, and for its whole name', { timeout: LONG }, async () => {
    const names = [...new Set([...parts.values()].map(({ product }) => product))];
    const words = [...new Set(names.map(firstWord))];
    const byWord = words.map((line) => ({ line, isRight: (id: number) => firstWord(parts.get(id)?.product) === line }));
    const byName = names.map((line) => ({ line, isRight: (id: number) => parts.get(id)?.product === line }));
    expect(await ask([...sample(byWord, soak(60, 1e6)), ...sample(byName, soak(60, 1e6))])).toEqual({
      ...{ missed: [], empty: [] },
    });
  });

  test('for a brand or a product and a code', { timeout: LONG }, async () => {
    const questions = sample([...parts.values()], soak(25, 1000)).flatMap(({ id, brand, code, product }) =>
      [`${brand} ${code}`, `${code} ${brand}`, `${product} ${code}`].map((line) => ({
        line,
        isRight: (found: number) => found === id,
      })),
    );
    const crosses = await sql<{ part_id: number; brand: string; code: string }>`
      select part_id, brand, code from part_crosses order by hashint4(id) limit ${soak(25, 1000)}`.execute(db);
    const ofOthers = crosses.rows.map(({ part_id, brand, code }) => ({
      line: `${brand} ${code}`,
      isRight: (found: number) => found === part_id,
    }));
    expect(await ask([...questions, ...ofOthers])).toEqual({ missed: [], empty: [] });
  });

  test('for a product word and a family, with and without its brand', { timeout: LONG }, async () => {
    const all = [...families].flatMap(([key, fitting]) => {
      const [brand = '', family = ''] = key.split('|');
      return [...new Set([...fitting].map((id) => firstWord(parts.get(id)?.product)))].flatMap((word) =>
        [`${word} ${family}`, `${word} ${brand} ${family}`].map((line) => ({
          line,
          isRight: (id: number) => fitting.has(id) && firstWord(parts.get(id)?.product) === word,
        })),
      );
    });
    const questions = sample(all, soak(150, 1e6));
    const { missed, empty } = await ask(questions);
    expect(empty).toEqual([]);
    // «filtro linea» is a filter of the heavy line, and the Fiat Linea comes after it.
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(questions.length * 0.01);
  });

  test('for lines that are typed at a counter', { timeout: LONG }, async () => {
    const rows = COUNTER.trim()
      .split('\n')
      .map((row) => row.split(' | '));
    const questions = rows.map(([line = '', product = '', family]): Question => {
      const fitting = [...families].flatMap(([key, ids]) => (key.endsWith(`|${family}`) ? [...ids] : []));
      return {
        line,
        isRight: (id) =>
          (parts.get(id)?.product.startsWith(product) ?? false) && (family === undefined || fitting.includes(id)),
      };
    });
    expect(questions.length).toBeGreaterThanOrEqual(200);
    const asked = sample(questions, soak(130, 1e6));
    const { missed } = await ask(asked);
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(asked.length * 0.05);
  });
});

/** What is typed, the product, and the family that it has to fit. */
const COUNTER = `
buenas tardes, me cotizas bomba de agua siena? | Bomba de agua | Siena
Hola! necesito pastillas de freno para Gol Trend 2012, gracias | Pastillas de freno delanteras | Gol
cuanto sale kit embrague 147 | Kit de embrague | 147
tiene stock de alternador punto? | Alternador | Punto
cotizacion: filtro aire clio, por favor | Filtro de aire | Clio
2x amort tras logan | Amortiguador trasero | Logan
2 amortiguadores traseros logan | Amortiguador trasero | Logan
4 bujias t-cross | Bujía de encendido | T-Cross
filtro aceite cronos x 2 unidades | Filtro de aceite | Cronos
par de amortiguadores delanteros corsa | Amortiguador delantero | Corsa
amortes delanteros corsa classic | Amortiguador delantero | Corsa
clio2 volante motor | Volante motor | Clio
palio2 2003 junta de multiple de escape | Junta de múltiple de escape | Palio
renault sandero2 1.6 8v pastilla del. | Pastillas de freno delanteras | Sandero
pastillas clio 2 fase 2 | Pastillas de freno delanteras | Clio
kangoo linea nueva pastillas | Pastillas de freno delanteras | Kangoo
uno viejo pastillas | Pastillas de freno | Uno
p206 campana | Campana de freno | 206
renol clio barra estabilizadora | Barra estabilizadora | Clio
rodamiento de empuje tracker | Rulemán de empuje | Tracker
bomba direccion asistida corsa | Bomba de dirección | Corsa
disco y pastilla cronos | Pastillas de freno delanteras | Cronos
cazoleta y crapodina ford ka | Crapodina de suspensión | Ka
termostato y bomba de agua c3 | Termostato | C3
filtro aceite/aire/habitaculo logan | Filtro | Logan
bieleta izq palio | Bieleta | Palio
parrilla inferior derecha virtus | Parrilla de suspensión | Virtus
pastilla d freno vectra | Pastillas de freno traseras | Vectra
liquido freno dot4 | Líquido de frenos
wva 20013 | Pastillas de freno
sesor cigüeñal DS 4 EP6CDTM | Sensor de cigüeñal | DS 4
filtro aceite eoclogico yaris 2019 | Filtro de aceite ecológico | Yaris
crapodina embrague tracker | Rulemán de empuje | Tracker
latiguillo freno 208 | Flexible de freno | 208
cilindrito de freno saveiro | Cilindro de rueda | Saveiro
patines de freno punto | Cinta / zapata de freno | Punto
mordaza freno gol g1 | Caliper de freno | Gol
depresor amarok | Bomba de vacío | Amarok
guardapolvo homocinetica berlingo | Fuelle de homocinética | Berlingo
pata de motor punto | Soporte de motor | Punto
vaso expansor corsa | Depósito de agua | Corsa
solenoide arranque vectra | Automático de arranque | Vectra
aforador corolla | Flotante de combustible | Corolla
flauta inyectores berlingo | Rampa de inyectores | Berlingo
metales biela idea | Cojinetes de biela | Idea
mb 710 filtro aire | Filtro de aire línea pesada | 710
chevrolet s 10 bomba d agua | Bomba de agua | S10
* Bomba de agua - (Fiat Palio) 1.7 td | Bomba de agua | Palio
filtro aceite p/ corsa 1.4 c/ aire | Filtro de aceite | Corsa
filtro aceite corsa classic | Filtro de aceite | Classic
filtro aceite uno way | Filtro de aceite | Uno
merce sprinter correa alternador | Correa en V | Sprinter
bieletas clio 2 1.2 16v | Bieleta | Clio
aceite 15w40 | Aceite de motor
aceite 5 w 30 | Aceite de motor
bateria 12x75 | Batería
lampara h7 12v 55w | Lámpara
refrigerante 5 lts | Refrigerante
bomba nafta up! | Bomba de combustible eléctrica | up!
brake pads vw vento | Pastillas de freno | Vento
air filter toyota corolla 1.8 | Filtro de aire | Corolla
termostato e-torq 1.6 siena | Termostato | Siena
optica dd focus | Óptica delantera | Focus
faro t/izq hilux | Faro trasero | Hilux
pastillas 206 / 207 | Pastillas de freno | 207
palier cronos | Semieje completo | Cronos
cables bujia escort zetec | Cables de bujía | Escort
pastillas traseras p/ ecosport 1.6 | Pastillas de freno traseras | EcoSport
amort. tras. de ranger 2013 en adelante | Amortiguador trasero | Ranger
cazoletas p/ megane 1.6 16v | Cazoleta | Mégane
buje barra estab. p/ s-10 | Buje de barra | S10
bieletas p/ reno clio | Bieleta | Clio
extremos r 19 | Extremo | 19
rotor distribuidor p/ r12 | Rotor de distribuidor | 12
ruleman trasero p/ 207 compact | Rulemán de rueda trasero | 207
maza delantera escort 1.8 | Maza | Escort
homocinetica caja para suran 08/13 | Homocinética lado caja | Suran
punta eje de suran 08/13 | Punta de eje | Suran
triceta np300 | Tricetas | Frontier
ruleman empuje de reno clio | Rulemán de empuje | Clio
modulo encendido p/ fox 1.6 2010 | Módulo | Fox
faro tras p/ bmw 320 | Faro trasero | Serie 3
bulbo electro de duna 1.6 | Bulbo de electroventilador | Duna
compresor aa de fox 1.6 2010 | Compresor | Fox
filtro aa para corsa 2 | Filtro de habitáculo | Corsa
f. aceite spin 1.8 | Filtro de aceite | Spin
jgo juntas de tracker 2014 | Juego de juntas | Tracker
jta tapa cil. np300 | Junta de tapa | Frontier
tensor polyv p/ amarok 2.0 tdi | Tensor Poly V | Amarok
captor rpm para peug 307 | Sensor de cigüeñal | 307
sensor giro cigueñal xsara picasso | Sensor de cigüeñal | Picasso
bombita freno corsa 2 | Cilindro de rueda | Corsa
tulipa meriva | Faro trasero | Meriva
disco ventilado p/ s-10 | Disco de freno | S10
vaso expansor p/ c4 2.0 | Depósito de agua | C4
boya nafta p/ etios | Flotante | Etios
llave luces para peugeot 206 1.4 | Palanca de luces | 206
bulbo luz stop clio mio | Bulbo de stop | Clio
bomba hidraulica de sandero | Bomba electrohidráulica | Sandero
tenes filtro de aceite para gol trend? | Filtro de aceite | Gol
busco pastillas de freno para el ford ka | Pastillas | Ka
disco d freno c4 lounge | Disco de freno | C4
filtro aceite p/ volks fox | Filtro de aceite | Fox
filtro nafta fiat uno 90 en adelante | Filtro de combustible nafta | Uno
filtro aceite gol 1.6 08/13 | Filtro de aceite | Gol
filtro aceite gol trend | Filtro de aceite | Gol
filtro de aceite fiat uno | Filtro de aceite | Uno
filtro aceite corsa 1.6 | Filtro de aceite | Corsa
filtro aire gol | Filtro de aire | Gol
filtro de aire palio | Filtro de aire | Palio
filtros de aire clio | Filtro de aire | Clio
filtro habitaculo 207 | Filtro de habitáculo | 207
filtro de cabina corsa | Filtro de habitáculo | Corsa
filtro polen corsa | Filtro de habitáculo | Corsa
filtro antipolen corolla | Filtro de habitáculo | Corolla
filtro nafta palio | Filtro de combustible nafta | Palio
filtro gasoil hilux | Filtro de combustible gasoil | Hilux
filtro de combustible ranger | Filtro de combustible gasoil | Ranger
filtro diesel amarok | Filtro de combustible gasoil | Amarok
kit filtros clio | Kit de filtros | Clio
kit de filtros uno | Kit de filtros | Uno
portafiltro clio | Portafiltro de aceite | Clio
pastillas freno del gol | Pastillas de freno delanteras | Gol
pastillas de freno corsa | Pastillas de freno delanteras | Corsa
pastiyas gol | Pastillas de freno delanteras | Gol
pastilla delantera fiesta | Pastillas de freno delanteras | Fiesta
pastillas delanteras clio | Pastillas de freno delanteras | Clio
pastillas traseras gol | Pastillas de freno traseras | Gol
pastillas tras. corolla | Pastillas de freno traseras | Corolla
disco freno delantero gol | Disco de freno delantero | Gol
disco de freno corsa | Disco de freno delantero | Corsa
discos delanteros hilux | Disco de freno delantero | Hilux
disco freno tras hilux | Disco de freno trasero | Hilux
campana de freno palio | Campana de freno | Palio
tambor de freno 206 | Campana de freno | 206
tambor palio | Campana de freno | Palio
zapatas de freno gol | Cinta / zapata de freno | Gol
cintas de freno gol | Cinta / zapata de freno | Gol
zapata gol | Cinta / zapata de freno | Gol
cilindro de rueda hilux | Cilindro de rueda | Hilux
cilindro de rueda corsa | Cilindro de rueda | Corsa
cilindro maestro focus | Bomba de freno | Focus
bomba de freno focus | Bomba de freno | Focus
bomba freno 208 | Bomba de freno | 208
servofreno suran | Servofreno | Suran
servo de freno uno | Servofreno | Uno
caliper gol | Caliper de freno | Gol
mordaza de freno ka | Caliper de freno | Ka
mordaza gol | Caliper de freno | Gol
flexible freno gol | Flexible de freno | Gol
manguera de freno gol | Flexible de freno | Gol
cable freno de mano focus | Cable de freno de mano | Focus
cable de freno de mano 208 | Cable de freno de mano | 208
sensor abs palio | Sensor de ABS | Palio
captor de abs 208 | Sensor de ABS | 208
bulbo stop clio | Bulbo de stop | Clio
amort del gol | Amortiguador delantero | Gol
amortiguador delantero corsa | Amortiguador delantero | Corsa
amortiguadores traseros 207 | Amortiguador trasero | 207
amort. tras. palio | Amortiguador trasero | Palio
amortiguador tracero corsa | Amortiguador trasero | Corsa
cazoleta amortiguador hilux | Cazoleta de amortiguador | Hilux
copela 208 | Cazoleta de amortiguador | 208
crapodina palio | Crapodina de suspensión | Palio
espiral delantero corsa | Espiral delantero | Corsa
resorte delantero uno | Espiral delantero | Uno
espirales traseros clio | Espiral trasero | Clio
resorte trasero clio | Espiral trasero | Clio
parrilla de suspension amarok | Parrilla de suspensión | Amarok
parrilla susp zafira | Parrilla de suspensión | Zafira
rotula amarok | Rótula de suspensión | Amarok
rótula suspension frontier | Rótula de suspensión | Frontier
bieleta clio | Bieleta de barra estabilizadora | Clio
vieleta barra estabilizadora clio | Bieleta de barra estabilizadora | Clio
barra estabilizadora clio | Barra estabilizadora | Clio
buje parrilla gol | Buje de parrilla | Gol
buje de parrilla 207 | Buje de parrilla | 207
extremo de direccion ranger | Extremo de dirección | Ranger
extremo dir 19 | Extremo de dirección | 19
terminal de direccion 19 | Extremo de dirección | 19
precap corolla | Precap (axial) | Corolla
axial direccion corolla | Precap (axial) | Corolla
fuelle cremallera amarok | Fuelle de cremallera | Amarok
cremallera direccion 206 | Caja de dirección (cremallera) | 206
bomba direccion hidraulica focus | Bomba de dirección hidráulica | Focus
bomba hidraulica corsa | Bomba de dirección hidráulica | Corsa
ruleman rueda delantero gol | Rulemán de rueda delantero | Gol
rulemanes de rueda traseros clio | Rulemán de rueda trasero | Clio
rodamiento rueda trasero clio | Rulemán de rueda trasero | Clio
maza de rueda clio | Maza de rueda | Clio
masa rueda clio | Maza de rueda | Clio
punta de eje hilux | Punta de eje | Hilux
ruleman palier clio | Rulemán de palier | Clio
homocinetica lado rueda kangoo | Homocinética lado rueda | Kangoo
homocinetica focus | Homocinética lado rueda | Focus
omocinetica 207 | Homocinética lado rueda | 207
homocinetica lado caja sprinter | Homocinética lado caja | Sprinter
triceta mobi | Tricetas | Mobi
fuelle homocinetica c4 | Fuelle de homocinética | C4
semieje cronos | Semieje completo | Cronos
semi eje completo cronos | Semieje completo | Cronos
cruceta cardan frontier | Cruceta de cardán | Frontier
soporte de caja maverick | Soporte de caja | Maverick
pata de caja maverick | Soporte de caja | Maverick
kit embrague clio | Kit de embrague | Clio
embrague gol | Kit de embrague | Gol
kit de embrague palio | Kit de embrague | Palio
enbrague clio | Kit de embrague | Clio
disco embrague clio | Disco de embrague | Clio
placa embrague clio | Placa de embrague | Clio
ruleman empuje clio | Rulemán de empuje | Clio
crapodina de embrague clio | Rulemán de empuje | Clio
cable embrague clio | Cable de embrague | Clio
bombin de embrague gol | Bombín de embrague | Gol
volante motor clio | Volante motor | Clio
volante bimasa clio | Volante motor | Clio
bujia gol | Bujía de encendido | Gol
bujias gol | Bujía de encendido | Gol
bujia precalentadora clio | Bujía precalentadora | Clio
calentador hilux | Bujía precalentadora | Hilux
bobina uno | Bobina de encendido | Uno
bobina de encendido corsa | Bobina de encendido | Corsa
cables de bujia gol | Cables de bujía | Gol
cable bujia focus | Cables de bujía | Focus
alternador clio | Alternador | Clio
alternadores gol | Alternador | Gol
motor de arranque gol | Burro de arranque | Gol
burro arranque gol | Burro de arranque | Gol
burro gol | Burro de arranque | Gol
arrancador gol | Burro de arranque | Gol
regulador de voltaje gol | Regulador de voltaje | Gol
placa diodos clio | Placa de diodos | Clio
polea alternador palio | Polea de alternador | Palio
bateria gol | Batería
inyector nafta gol | Inyector nafta | Gol
inyector gol | Inyector nafta | Gol
inyector diesel hilux | Inyector diesel common rail | Hilux
bomba de nafta clio | Bomba de combustible eléctrica | Clio
bomba nafta partner | Bomba de combustible eléctrica | Partner
bomba combustible clio | Bomba de combustible eléctrica | Clio
bomba inyectora corsa | Bomba inyectora | Corsa
cuerpo mariposa fiesta | Cuerpo de mariposa | Fiesta
motor paso a paso clio | Motor paso a paso | Clio
sonda lambda gol | Sonda lambda | Gol
sonda lambda fiat | Sonda lambda
sensor oxigeno gol | Sonda lambda | Gol
sensor map gol | Sensor MAP | Gol
sensor maf partner | Sensor MAF (caudalímetro) | Partner
caudalimetro focus | Sensor MAF (caudalímetro) | Focus
sensor tps clio | Sensor TPS | Clio
sensor mariposa clio | Sensor TPS | Clio
sensor rpm gol | Sensor de cigüeñal (RPM) | Gol
sensor cigueñal palio | Sensor de cigüeñal (RPM) | Palio
sensor de fase hilux | Sensor de árbol de levas | Hilux
sensor de velocidad 206 | Sensor de velocidad | 206
valvula egr clio | Válvula EGR | Clio
egr clio | Válvula EGR | Clio
ecu clio | ECU (unidad de control) | Clio
flotante nafta sandero | Flotante de combustible | Sandero
aforador sandero | Flotante de combustible | Sandero
correa distribucion clio 1.6 | Correa de distribución | Clio
correa dist gol | Correa de distribución | Gol
correa dentada corsa | Correa de distribución | Corsa
correa de tiempo corsa | Correa de distribución | Corsa
correa de tiempo | Correa de distribución
stop trasero | Faro trasero
plaqueta diodos | Placa de diodos
seguros de puerta | Cerradura de puerta
deposito limpiaparabrisas | Depósito lavaparabrisas
kit distribucion gol trend | Kit de distribución | Gol
kit dist. ranger | Kit de distribución | Ranger
kit distribusion 207 | Kit de distribución | 207
tensor distribucion 207 | Tensor de distribución | 207
kit cadena clio | Kit de cadena de distribución | Clio
correa poly v gol | Correa Poly V | Gol
correa de accesorios 207 | Correa Poly V | 207
correa alternador gol | Correa Poly V | Gol
tensor poly v gol | Tensor Poly V | Gol
polea guia clio | Polea guía | Clio
polea cigueñal siena | Polea de cigüeñal | Siena
damper palio | Polea de cigüeñal | Palio
radiador 206 | Radiador de agua | 206
radiador agua c4 | Radiador de agua | C4
bomba de agua focus | Bomba de agua | Focus
bomba agua palio | Bomba de agua | Palio
termostato clio | Termostato | Clio
electroventilador clio | Electroventilador completo | Clio
manguera radiador 207 | Manguera de radiador | 207
manguito radiador c3 | Manguera de radiador | C3
deposito agua uno | Depósito de agua | Uno
vaso de expansion corsa | Depósito de agua | Corsa
compresor aire acondicionado 206 | Compresor de aire acondicionado | 206
compresor ac fox | Compresor de aire acondicionado | Fox
condensador escort | Condensador | Escort
filtro deshidratador clio | Filtro deshidratador | Clio
radiador calefaccion kangoo | Radiador de calefacción | Kangoo
juego de aros clio | Juego de aros | Clio
aros clio | Juego de aros | Clio
piston clio | Pistón | Clio
cojinete biela focus | Cojinetes de biela | Focus
metales de biela focus | Cojinetes de biela | Focus
arbol de levas gol | Árbol de levas | Gol
tapa de cilindros gol | Tapa de cilindros | Gol
tapa valvulas clio | Tapa de válvulas | Clio
bomba de aceite clio | Bomba de aceite | Clio
soporte motor uno | Soporte de motor | Uno
taco de motor 207 | Soporte de motor | 207
pata motor palio | Soporte de motor | Palio
turbo clio | Turbo | Clio
junta tapa cilindros clio | Junta de tapa de cilindros | Clio
junta de tapa de valvulas clio | Junta de tapa de válvulas | Clio
juntas de motor gol | Juego de juntas de motor completo | Gol
reten arbol levas clio | Retén de árbol de levas | Clio
reten cigueñal delantero clio | Retén de cigüeñal delantero | Clio
silenciador trasero fit | Silenciador trasero | Fit
catalizador mondeo | Catalizador | Mondeo
optica siena | Óptica delantera | Siena
optica izq focus | Óptica delantera | Focus
faro delantero siena | Óptica delantera | Siena
optica delantera derecha focus | Óptica delantera | Focus
faro trasero ranger | Faro trasero | Ranger
faro tras der hilux | Faro trasero | Hilux
antiniebla ecosport | Faro auxiliar (antiniebla) | EcoSport
faro auxiliar sandero | Faro auxiliar (antiniebla) | Sandero
paragolpe delantero fit | Paragolpe delantero | Fit
paragolpes palio | Paragolpe delantero | Palio
guardabarro sprinter | Guardabarros delantero | Sprinter
capot 308 | Capot | 308
espejo focus | Espejo retrovisor exterior | Focus
espejo derecho focus | Espejo retrovisor exterior | Focus
retrovisor focus | Espejo retrovisor exterior | Focus
manija puerta montana | Manija de puerta exterior | Montana
parabrisas 9 | Parabrisas | 9
luneta saveiro | Luneta | Saveiro
alzacristal electrico telcoline | Alzacristal eléctrico | Telcoline
levantavidrios telcoline | Alzacristal eléctrico | Telcoline
cerradura puerta 208 | Cerradura de puerta | 208
escobilla limpiaparabrisas focus | Escobilla limpiaparabrisas | Focus
amortiguador porton ecosport | Resorte a gas de portón | EcoSport
bomba lavaparabrisas suran | Bomba lavaparabrisas | Suran
cable acelerador clio | Cable de acelerador | Clio
regulador gnc | Regulador (reductor) de GNC
aceite motor | Aceite de motor
liquido de frenos | Líquido de frenos
filtro aceite palio | Filtro de aceite | Palio
filtro aire clio | Filtro de aire | Clio
filtro de aire gol | Filtro de aire | Gol
pastillas corsa | Pastillas de freno delanteras | Corsa
filtro aceite vw | Filtro de aceite
filtro aire gm | Filtro de aire
filtro fiat | Filtro
filtro honda | Filtro
filtro alfa romeo | Filtro
filtro punto | Filtro | Punto
filtro gol | Filtro | Gol
filtro polo | Filtro | Polo
filtro aceite gol 1.6 2010 | Filtro de aceite | Gol
filtro aceite gol | Filtro de aceite | Gol
filtro aceite golf 4 | Filtro de aceite | Golf
disco freno gol | Disco de freno delantero | Gol
filtro gasoil kangoo 1.5 dci | Filtro de combustible gasoil | Kangoo
filtro de aceite del gol | Filtro de aceite | Gol
filtro para corsa | Filtro | Corsa
pampafil filtro aceite | Filtro de aceite
suspenor amortiguador gol | Amortiguador delantero | Gol
norvial pastillas corsa | Pastillas de freno delanteras | Corsa
embralik kit embrague | Kit de embrague
plafren disco | Disco de freno delantero
`;
