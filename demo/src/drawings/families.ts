import { bumper, door, headlight, keyAndRemote, mirror, tailLight, windscreen, wiper } from './body.ts';
import { brakeDisc, brakePads, caliper, drum, masterCylinder } from './brakes.ts';
import { fan, hose, radiator, waterPump } from './cooling.ts';
import {
  alternator,
  battery,
  bulb,
  coilPack,
  controlUnit,
  injector,
  relay,
  sensor,
  sparkPlug,
  starter,
} from './electrical.ts';
import { belt, gasket, muffler, piston, pulley, rings, turbo, valve } from './engine.ts';
import { airFilter, bottle, carton, fuelFilter, oilFilter } from './filters.ts';
import {
  bearing,
  bellows,
  bush,
  controlArm,
  hub,
  shockAbsorber,
  spring,
  steeringRack,
  strut,
  tieRod,
} from './suspension.ts';
import { cable, clutch, driveShaft, gear, seal } from './transmission.ts';

/** Products that share a drawing. */
export type Family = {
  readonly products: RegExp;
  readonly draw: () => string;
  /** The area of the drawing that the second picture enlarges. */
  readonly detail?: string;
  readonly hasPlan?: true;
};

/** The box: an extra picture of every product, and the only one of products without a drawing. */
export const PACKAGING: Family = { products: /$/, draw: carton };

/** The first match counts. */
export const FAMILIES: readonly Family[] = [
  { products: /Filtro de (aire|habitáculo)/, draw: airFilter },
  { products: /Filtro de (combustible|GNC)|Prefiltro|deshidratador/, draw: fuelFilter },
  { products: /^Filtro|^Portafiltro/, draw: oilFilter, detail: '330 130 540 540', hasPlan: true },
  { products: /Disco de freno/, draw: brakeDisc, detail: '560 110 520 520', hasPlan: true },
  { products: /Pastillas|zapata/, draw: brakePads, detail: '120 240 560 560', hasPlan: true },
  { products: /Campana/, draw: drum },
  { products: /[Cc]aliper/, draw: caliper },
  {
    products: /Cilindro de rueda|Bomba de (freno|embrague|vacío)|Bombín|Servofreno|Actuador hidráulico/,
    draw: masterCylinder,
  },
  { products: /uelle/, draw: bellows },
  { products: /Cazoleta|Buje|Soporte|Manchón|Cruceta/, draw: bush },
  { products: /Amortiguador delantero/, draw: strut },
  { products: /Amortiguador|Resorte a gas/, draw: shockAbsorber, detail: '470 60 520 520', hasPlan: true },
  { products: /Espiral/, draw: spring },
  { products: /Parrilla de|Brazo de s|Brazo auxiliar|Puente/, draw: controlArm, hasPlan: true },
  { products: /Rótula|Bieleta|Extremo|Precap|^Barra (de d|esta)/, draw: tieRod, hasPlan: true },
  { products: /Caja de dirección|Kit de dirección|Columna/, draw: steeringRack },
  { products: /Maza|Punta de eje/, draw: hub, hasPlan: true },
  { products: /Rulemán|Crapodina|Cojinetes|Axiales/, draw: bearing, detail: '520 120 520 520', hasPlan: true },
  { products: /Retén|Retenes/, draw: seal },
  { products: /omocinética|Semieje|Palier|Cardán|Tricetas|torsión/, draw: driveShaft },
  { products: /(Kit|Disco|Placa) de embrague/, draw: clutch, detail: '380 120 560 560', hasPlan: true },
  { products: /Engranaje|Volante|[Cc]adena|Diferencial|Selectora/, draw: gear, hasPlan: true },
  { products: /Correa|Kit (de distribución|Poly)/, draw: belt, detail: '520 130 480 480' },
  { products: /Tensor|Polea/, draw: pulley },
  { products: /^Bujía/, draw: sparkPlug, detail: '280 620 520 520', hasPlan: true },
  { products: /Bobina/, draw: coilPack },
  { products: /Inyector|inyectores|Tobera/, draw: injector },
  { products: /Sensor|Sonda|Bulbo|Captor|Presostato|Termostato/, draw: sensor },
  { products: /Batería/, draw: battery },
  { products: /Relé|Módulo|voltaje|Caja de (fus|prec)|Contactor|diodos|Emulador/, draw: relay },
  { products: /ECU|Comando|Tablero/, draw: controlUnit },
  { products: /lternador|Compresor/, draw: alternator, detail: '180 180 560 560' },
  { products: /Burro|Automático|^Motor|Bomba de combustible|Bomba lava/, draw: starter },
  { products: /Turbo/, draw: turbo },
  { products: /^Bomba/, draw: waterPump, hasPlan: true },
  { products: /^Manguera|^Flexible de freno/, draw: hose },
  { products: /^Radiador|Condensador|Evaporador|Intercooler|Enfriador/, draw: radiator, detail: '40 120 480 480' },
  { products: /lectroventilador/, draw: fan },
  { products: /^Cable/, draw: cable },
  { products: /^Junta|^Juego de juntas/, draw: gasket, hasPlan: true },
  { products: /Pistón|Biela|Subconjunto|Camisa/, draw: piston, hasPlan: true },
  { products: /aros$/, draw: rings },
  { products: /Válvula de (adm|esc)|Guía/, draw: valve },
  { products: /Silenciador|Catalizador|[Ee]scape/, draw: muffler },
  { products: /Óptica|óptica|antiniebla/, draw: headlight, detail: '200 380 520 520' },
  { products: /^Faro/, draw: tailLight },
  { products: /Lámpara/, draw: bulb },
  { products: /^Espejo/, draw: mirror },
  { products: /^Paragolpe|frontal/, draw: bumper },
  { products: /^Puerta|^Portón/, draw: door },
  { products: /^Parabrisas|^Luneta|^Vidrio de p/, draw: windscreen },
  { products: /telecomando|Cilindro de arranque/, draw: keyAndRemote },
  { products: /Escobilla|Brazo limpia/, draw: wiper },
  { products: /^Aceite|^Líquido|^Refrigerante|^Aditivo|^Depósito/, draw: bottle },
  PACKAGING,
];
