import type { Random } from './random.ts';

/** A number in a range, or a share of another attribute that precedes it in the taxonomy. */
type Range = { readonly from: number; readonly to: number; readonly step: number; readonly of?: string };
type Values = Range | readonly string[] | ((random: Random) => string);
type Rule = readonly [RegExp, Values];

const between = (from: number, to: number, step = 1): Range => ({ from, to, step });
const share = (of: string, from: number, to: number, step = 1): Range => ({ from, to, step, of });
const words = (list: string) => list.split(', ');
const letters = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ'])).join('');

export const SIDES = ['Izquierdo', 'Derecho'] as const;
const YES_NO = words('Sí, Sí, No');
const THREADS = words('M10x1, M12x1.25, M14x1.5, M16x1.5');

/** Plausible values by `product: attribute`. The first match counts. */
const RULES: readonly Rule[] = [
  [/: Lado$/, SIDES],
  [/^(Tapa de distribución|Manguera).*: Posición$/, words('Superior, Inferior')],
  [/^Soporte de motor: Posición$/, words('Derecha, Izquierda, Trasera')],
  [/^Sonda lambda: Posición$/, words('Antes del catalizador, Después del catalizador')],
  [/^Cable de freno.*: Posición$/, words('Trasera izquierda, Trasera derecha, Central')],
  [
    /^(Sensor de ABS|Cilindro de rueda|Flexible de freno).*: Posición$/,
    words('Delantera izquierda, Delantera derecha, Trasera izquierda, Trasera derecha'),
  ],
  [/: Posición$/, words('Delantera, Trasera')],
  [/^Faro trasero: Ubicación$/, words('Exterior, Interior (en portón)')],
  [/: Ubicación$/, words('Guardabarros, Paragolpe, Espejo')],

  // Threads
  [/^Filtro de .*: Rosca$/, words('M20x1.5, M18x1.5, M22x1.5, 3/4-16 UNF, 13/16-16 UNF')],
  [/^Bujía de enc.*: Rosca$/, words('M14x1.25, M12x1.25, M10x1')],
  [/^Bulón de rueda: Rosca$/, words('M12x1.25, M12x1.5, M14x1.5')],
  [/^Sonda lambda: Rosca$/, ['M18x1.5']],
  [/GNC: Rosca/, words('1/4 NPT, 3/4 NGT, M12x1')],
  [/: Rosca/, THREADS],

  // Materials
  [/^Pastillas.*: Material$/, words('Semimetálico, Orgánico, Cerámico')],
  [/^(Junta|Retén|Retenes).*: Material/, words('Fibra, Silicona, NBR, Viton, Multilámina (MLS)')],
  [/: Material de junta de tapa$/, words('Fibra, Multilámina (MLS)')],
  [/: Material de electrodo$/, words('Níquel, Platino, Iridio')],
  [/: Material de impulsor$/, words('Plástico, Fundición, Chapa')],
  [/^(Fuelle|Manguera|Burlete|Tope|Soporte de escape|Buje).*: Material$/, words('Caucho, EPDM, Silicona')],
  [/^(Paragolpe|Parrilla frontal|Pasarrueda|Moldura|Lente).*: Material$/, words('Polipropileno, ABS, Policarbonato')],
  [/^(Guardabarros|Capot|Puerta|Portón|Frente|Zócalo|Alma).*: Material$/, words('Chapa estampada, Chapa galvanizada')],
  [/^(Pomo|Pedal).*: Material$/, words('Plástico, Aluminio, Cuero ecológico')],
  [/^(Radiador|Múltiple|Tapa de cilindros|Cárter).*: Material$/, words('Aluminio, Aluminio y plástico')],
  [/^(Carcasa|Polea|Tapa|Tanque|Rampa).*: Material$/, words('Plástico, Aluminio, Poliamida')],
  [/^(Silenciador|Flexible de escape).*: Material$/, words('Acero aluminizado, Acero inoxidable')],
  [/^Cables de bujía: Material$/, words('Silicona, Ferroflex')],
  [/^Cojinetes.*: Material$/, words('Bimetal, Trimetal')],
  [/^Soporte.*: Material$/, words('Caucho y acero, Hidráulico, Caucho y aluminio')],
  [/: Material$/, words('Acero estampado, Fundición, Aluminio')],

  // Colors
  [/^Faro.*: Color$/, words('Rojo, Ámbar, Cristal, Rojo y cristal')],
  [/: Color de fondo$/, words('Cromado, Negro')],
  [/^Refrigerante: Color$/, words('Rosa, Verde, Violeta')],
  [/^(Inyector|Sensor).*: Color$/, words('Negro, Azul, Verde, Gris')],
  [/^(Parabrisas|Luneta|Vidrio).*: Color$/, words('Incoloro, Verde')],
  [/: Color$/, words('Negro, Imprimado, Gris')],

  // Types
  [/^Filtro de aceite: Tipo/, ['Roscado']],
  [/^Amortiguador.*: Tipo$/, words('Hidráulico, A gas, Presurizado')],
  [/^(Cerradura).*: Tipo$/, words('Manual, Eléctrica')],
  [/^Antena: Tipo$/, words('Techo, Guardabarros')],
  [/^Soporte de motor: Tipo$/, words('Hidráulico, Convencional')],
  [/^Botador.*: Tipo$/, words('Hidráulico, A rodillo')],
  [/^Captor.*: Tipo$/, words('Hall, Inductivo')],
  [/^Válvula de expansión: Tipo$/, words('Bloque, Tubo de orificio')],
  [/^Comando.*: Tipo$/, words('Manual, Digital')],
  [/^Pedal: Tipo$/, words('Acelerador, Freno, Embrague')],
  [/^Grasa: Tipo$/, words('Litio, Litio complejo, Grafitada')],
  [/^Kit de embrague.*: Tipo$/, words('Simple, Doble')],
  [/: Tipo de accionamiento$/, words('Mecánico, Hidráulico')],
  [/: Accionamiento$/, words('Eléctrico, Manual, Por cable')],
  [/: Tipo de conexión$/, words('Rápida, Abrazadera, Rosca')],
  [/: Tipo de sensor$/, words('Inductivo, Hall')],
  [/: Tipo de disco$/, words('Ventilado, Macizo')],
  [/: Tipo de asistencia$/, words('Mecánica, Hidráulica, Eléctrica')],
  [/: Tipo de traba$/, words('Interior, Exterior')],
  [/: Tipo de mando$/, words('Por cable, Por varilla')],
  [/: Tipo de amortiguación$/, words('Con resortes, Rígido')],
  [/: Tipo de placa$/, words('Diafragma, Autoajustable')],
  [/: Tipo de volante$/, words('Rígido, Bimasa')],
  [/: Tipo de bobina$/, words('Lápiz, Rampa, Doble chispa')],
  [/: Tipo de captor$/, words('Hall, Inductivo, Platinos')],
  [/: Tipo de instalación$/, words('Puerta, Motor, Baúl')],
  [/: Tipo de inyector$/, words('Solenoide, Piezoeléctrico')],
  [/: Tipo de bomba$/, words('Rotativa, En línea')],
  [/: Tipo de tensor$/, words('Automático, Manual')],
  [/: Tipo de cadena$/, words('Simple, Doble')],
  [/: Tipo de compresor$/, words('Pistones, Scroll, Paletas')],
  [/: Tipo de válvula$/, words('Bloque, Tubo de orificio')],
  [/: Tipo de camisa$/, words('Seca, Húmeda')],
  [/: Tipo de cabeza$/, words('Torx, Hexagonal, Allen')],
  [/: Tipo de engranaje$/, words('Interno, Externo')],
  [/: Tipo de cierre$/, words('Rosca, Bayoneta')],
  [/: Tipo de lámpara$/, words('H7, H4, H1, H11, W5W')],
  [/: Tipo de chip$/, words('ID46, ID48, Sin chip')],
  [/: Tipo de enganche$/, words('Gancho, Bayoneta, Botón')],
  [/: Tipo de escobilla$/, words('Flat, Convencional, Híbrida')],
  [/: Tipo de fijación$/, words('Autoadhesiva, Encastre')],
  [/: Tipo de ficha$/, words('Bosch, Universal, Sumitomo')],

  // Technical terms
  [/: Sistema de freno$/, words('Bosch, Teves, Lucas, Bendix, Girling')],
  [/: Sentido de giro$/, words('Horario, Antihorario')],
  [/: Anclaje/, words('Ojo, Espiga, Soporte')],
  [/: Forma de punta$/, words('Cónica, Recta')],
  [/: Forma$/, words('Panel, Redondo, Cónico')],
  [/: Fase$/, words('Líquida, Gaseosa')],
  [/: Generación/, words('3.ª, 5.ª')],
  [/^Manguera.*: Presión$/, words('Alta, Baja')],
  [/: Regulación$/, words('Manual, Automática, Eléctrica')],
  [/: Gas refrigerante$/, words('R134a, R1234yf')],
  [/: Asiento$/, words('Cónico, Esférico, Plano')],
  [/: Marcha$/, words('1.ª, 2.ª, 3.ª, 4.ª, 5.ª')],
  [/: Polo positivo$/, SIDES],
  [/: Tono$/, words('Grave, Agudo')],
  [/: Montaje$/, words('En tanque, En línea')],
  [/: Cebador$/, words('Manual, Automático')],
  [/: Perfil de diente$/, words('Trapezoidal, Redondo, HTD')],
  [/: Perfil$/, ['PK']],
  [/: Admisión \/ Escape$/, words('Admisión, Escape')],
  [/: Primario \/ Secundario$/, words('Primario, Secundario')],
  [/: Refrigeración$/, words('Por agua, Por aire')],
  [/: Norma$/, words('Euro 3, Euro 4, Euro 5')],
  [/^Lámpara xenón: Casquillo$/, words('D1S, D2S, D3S')],
  [/: Casquillo$/, words('H1, H3, H4, H7, H11')],
  [/: Funciones$/, words('Luces y giro, Limpiaparabrisas, Luces, giro y antiniebla')],
  [/^Aceite de motor: Viscosidad$/, words('5W-30, 5W-40, 10W-40, 15W-40, 20W-50')],
  [/: Viscosidad$/, words('75W-80, 75W-90, 80W-90')],
  [/^Aceite de motor: Norma API$/, words('SL, SM, SN, SP, CI-4')],
  [/: Norma API$/, words('GL-4, GL-5')],
  [/: Norma ACEA$/, words('A3/B4, A5/B5, C3')],
  [/: Base$/, words('Mineral, Semisintética, Sintética')],
  [/: Especificación$/, words('Dexron III, Dexron VI, ATF CVT')],
  [/: Norma DOT$/, words('DOT 3, DOT 4, DOT 5.1')],
  [/: Tecnología$/, words('Orgánica (OAT), Híbrida, Inorgánica')],
  [/: Consistencia NLGI$/, words('1, 2, 3')],
  [/: Uso$/, words('Limpia inyectores, Tratamiento de motor, Antifricción')],
  [/: Grado térmico$/, words('5, 6, 7, 8')],
  [/^Balancín: Relación$/, words('1.5:1, 1.6:1')],
  [/: Relación$/, words('3.73:1, 4.10:1, 4.56:1')],
  [/: Código FMSI$/, (random) => `D${random.integer(300, 1800)}`],
  [/: Código WVA$/, (random) => `2${random.digits(4)}`],
  [/: Denominación$/, (random) => `DAC${random.integer(34, 45)}${random.integer(64, 84)}${random.integer(33, 42)}`],
  [/: Código/, (random) => `${letters(random, 2)}${random.digits(4)}`],

  // Voltages, powers, pressures, temperatures
  [/línea pesada.*: Tensión$/, between(24, 24)],
  [/: Tensión de regulación$/, between(14, 14.6, 0.1)],
  [/: Tensión$/, between(12, 12)],
  [/^Lámpara halógena: Potencia$/, words('55, 60')],
  [/^Lámpara LED: Potencia$/, between(20, 50, 5)],
  [/^Lámpara xenón: Potencia$/, between(35, 35)],
  [/^Burro.*: Potencia$/, between(0.8, 2.2, 0.1)],
  [/: Potencia máxima$/, between(120, 240, 20)],
  [/: Potencia$/, between(120, 500, 10)],
  [/^(Relé): Corriente$/, between(20, 70, 10)],
  [/: Corriente de arranque/, between(400, 760, 20)],
  [/: Corriente$/, between(65, 150, 5)],
  [/^Batería: Capacidad$/, words('45, 50, 55, 60, 65, 70, 75, 85, 110')],
  [/^Lámpara halógena: Temperatura de color$/, between(3000, 4200, 100)],
  [/: Temperatura de color$/, between(4300, 6500, 100)],
  [/: Temperatura de desconexión$/, between(82, 88)],
  [/: Temperatura de apertura$/, words('82, 83, 87, 89, 92')],
  [/: Temperatura/, between(90, 105)],
  [/: Flujo luminoso$/, between(1500, 6000, 250)],
  [/: Nivel sonoro$/, between(105, 118)],
  [/^(Sensor de presión de c|Inyector diesel).*: Presión/, between(1400, 2000, 50)],
  [/^Bomba de dirección.*: Presión/, between(80, 120, 5)],
  [/^Bomba de combustible.*: Presión$/, between(3, 4.5, 0.1)],
  [/: Presión de trabajo$/, between(200, 200)],
  [/^(Sensor MAP|Turbo).*: Presión/, between(1.1, 3, 0.1)],
  [/: Presión/, between(0.3, 3.5, 0.1)],
  [/: Válvula de derivación$/, between(0.8, 2.5, 0.1)],
  [/: Caudal$/, between(80, 320, 5)],
  [/: Resistencia lleno$/, between(3, 40)],
  [/: Resistencia vacío$/, between(240, 320)],
  [/: Resistencia primaria$/, between(0.4, 1, 0.1)],
  [/: Resistencia secundaria$/, between(7, 14, 0.5)],
  [/: Resistencia a 20/, between(2, 3, 0.1)],
  [/: Resistencia$/, between(1, 16, 0.5)],
  [/: Frecuencia$/, words('315, 433')],
  [/: Micronaje$/, between(5, 30, 5)],
  [/: Tiempo de calentamiento$/, between(3, 8)],
  [/: Fuerza$/, between(180, 650, 10)],
  [/: Concentración$/, words('33, 50, 100')],
  [/: Capacidad del tubo$/, words('10, 12, 15, 16')],
  [/: Peso$/, words('100, 250, 500, 900')],
  [/^(Líquido de frenos|Aditivo): Volumen$/, words('200, 250, 350, 500')],
  [/: Volumen$/, words('1, 4, 5, 20')],
  [/^Tanque.*: Capacidad$/, between(40, 80)],
  [/^(Depósito de líquido|Depósito de dirección).*: Capacidad$/, between(250, 900, 50)],
  [/: Capacidad$/, between(1.5, 5, 0.5)],

  // Counts
  [/: Cantidad de dientes de corona$/, between(37, 43)],
  [/: Cantidad de dientes de piñón$/, between(8, 11)],
  [/^(Correa|Kit) de distribución: Cantidad de dientes$/, between(94, 165)],
  [/^Burro.*: Cantidad de dientes$/, between(8, 12)],
  [/^Volante.*: Cantidad de dientes$/, between(116, 142)],
  [/: Cantidad de dientes ABS$/, words('26, 29, 44, 48')],
  [/: Cantidad de (dientes|eslabones|estrías)$/, between(18, 40)],
  [/: Estrías/, between(21, 34)],
  [/: Cantidad de válvulas$/, words('8, 12, 16')],
  [/: Cantidad de cilindros$/, words('3, 4, 4, 4, 6')],
  [/: Cantidad de levas$/, words('8, 16')],
  [/^(Múltiple|Junta de múltiple).*: Cantidad de bocas$/, words('3, 4')],
  [/^Carburador: Cantidad de bocas$/, words('1, 2')],
  [/: Cantidad de (espárragos|agujeros|agujeros de fijación)$/, words('3, 4, 5')],
  [/: Cantidad de pistones$/, words('1, 2')],
  [/: Cantidad de electrodos$/, words('1, 1, 2, 3, 4')],
  [/istribuidor: Cantidad de salidas$/, words('4, 4, 4, 6')],
  [/^Bomba de freno: Cantidad de salidas$/, words('2, 4')],
  [/: Cantidad de (cámaras|tensores|tramos|velocidades)$/, words('1, 2, 3')],
  [/^ECU.*: Cantidad de pines$/, words('64, 81, 112, 128')],
  [/: Cantidad de (pines|terminales|contactos|conectores|conexiones|cables)$/, between(2, 6)],
  [/^Filtro de habitáculo: Cantidad de piezas$/, words('1, 1, 1, 2')],
  [/^Kit de filtros: Cantidad de piezas$/, words('3, 4')],
  [/^Juego de juntas.*: Cantidad de piezas$/, between(18, 64)],
  [/: Cantidad de piezas$/, between(2, 12)],
  [/: Cantidad de (canales|canales de polea)$/, between(4, 7)],
  [/: Cantidad de espiras$/, between(4, 8, 0.5)],
  [/: Cantidad de vueltas$/, between(2.7, 3.6, 0.1)],
  [/: Cantidad de (fusibles|LED)$/, between(12, 40, 2)],
  [/: Cantidad de marchas$/, words('5, 6')],
  [/: Cantidad de pulsos$/, words('6, 8, 16')],
  [/: Cantidad$/, words('8, 10, 12, 16')],
  [/: Cantidad/, between(1, 6)],

  // Measures derived from another attribute
  [/: Largo comprimido$/, share('Largo extendido', 0.58, 0.66)],
  [/^Resorte a gas.*: Carrera$/, share('Largo extendido', 0.35, 0.42)],
  [/: Largo de funda$/, share('Largo total', 0.55, 0.8, 5)],
  [/: Largo cable 4$/, share('Largo cable 1', 0.4, 0.7, 10)],
  [/: Espesor mínimo$/, share('Espesor', 0.86, 0.92, 0.1)],
  [/: Diámetro menor$/, share('Diámetro mayor', 0.3, 0.5)],
  [/: Diámetro interior inferior$/, share('Diámetro exterior', 0.3, 0.45)],
  [/: Diámetro interior superior$/, share('Diámetro exterior', 0.3, 0.45)],
  [/^Guía.*: Diámetro interior$/, between(6, 9, 0.1)],
  [/^Camisa.*: Diámetro interior$/, between(70, 92, 0.1)],
  [/^Guía.*: Diámetro exterior$/, share('Diámetro interior', 1.5, 1.8, 0.1)],
  [/^Camisa.*: Diámetro exterior$/, share('Diámetro interior', 1.05, 1.1, 0.1)],
  [/^(Campana).*: Diámetro interior$/, between(180, 280, 1)],
  [/: Largo de rosca$/, words('19, 26.5, 28, 35')],

  // Measures
  [/^Filtro de (aceite|combustible).*línea pesada: Altura$/, between(140, 265)],
  [/^Filtro de aire línea pesada: (Altura|Diámetro exterior)$/, between(220, 420)],
  [/^Filtro de (aire|habitáculo): Altura$/, between(18, 65)],
  [/^Filtro de.*: (Largo|Ancho)$/, between(140, 320)],
  [/^Filtro de aire: Diámetro exterior$/, between(120, 260)],
  [/^Filtro.*: Altura$/, between(55, 140)],
  [/^Filtro.*: Diámetro exterior$/, between(64, 110)],
  [/^Filtro de comb.*: Diámetro de/, words('8, 10')],
  [/^Pastillas.*: Largo$/, between(87, 195, 0.1)],
  [/^Pastillas.*: Altura$/, between(41, 76, 0.1)],
  [/^Pastillas.*: Espesor$/, between(14, 20.5, 0.1)],
  [/^Disco de freno línea pesada: Diámetro/, between(330, 436)],
  [/^Disco de freno.*: Diámetro exterior$/, between(236, 330)],
  [/^Disco de freno delantero: Espesor$/, between(20, 28)],
  [/^Disco de freno.*: Espesor$/, between(9, 12, 0.5)],
  [/: Altura total$/, between(34, 62, 0.1)],
  [/: Diámetro de centrado$/, between(54, 78, 0.1)],
  [/: Diámetro de campana$/, between(180, 280, 1)],
  [/: Ancho de zapata$/, between(30, 57)],
  [/^(Caliper|Kit).*: Diámetro de pistón$/, words('34, 36, 38, 48, 52, 54, 57')],
  [/: Diámetro de pistón$/, words('17.46, 19.05, 20.64, 22.22, 23.81, 25.4')],
  [/^Servofreno: Diámetro$/, words('8, 9, 10')],
  [/^Amortiguador línea pesada: Largo extendido$/, between(560, 900)],
  [/: Largo extendido$/, between(380, 640)],
  [/^Amortiguador.*: Diámetro de vástago$/, words('11, 12.4, 18, 20, 22')],
  [/: Diámetro de vástago$/, between(5, 8, 0.1)],
  [/: Diámetro de cuerpo$/, between(38, 55)],
  [/: Diámetro de alambre$/, between(10, 15, 0.1)],
  [/: Altura libre$/, between(280, 420)],
  [/^Espiral.*: Diámetro exterior$/, between(105, 170)],
  [/: Diámetro de cono/, between(12, 21, 0.1)],
  [/^Barra.*: Diámetro$/, between(17, 24)],
  [/^(Elástico|Barra|Cardán|Burlete|Escape).*: Largo$/, between(700, 1500, 5)],
  [/^Elástico: Ancho$/, words('60, 70, 80')],
  [/^(Semieje|Palier).*: Largo$/, between(480, 920)],
  [/^(Silenciador|Zócalo|Moldura).*: Largo$/, between(450, 1300, 10)],
  [/^(Cable|Cableado).*: Largo/, between(600, 1900, 5)],
  [/^(Correa|Kit) Poly V: Largo$/, between(720, 2200, 5)],
  [/: Largo exterior$/, between(700, 1250, 5)],
  [/: Largo del cable$/, between(250, 1100, 10)],
  [/: Largo cable 1$/, between(500, 900, 10)],
  [/^Caja de dirección.*: Largo total$/, between(620, 780, 5)],
  [/^Bujía precal.*: Largo total$/, between(60, 145)],
  [/: Largo total$/, between(600, 1900, 5)],
  [/^(Manguera|Flexible).*: Largo$/, between(180, 650, 5)],
  [/^Bulón.*: Largo$/, between(40, 70)],
  [/^Bulones.*: Largo$/, between(85, 160)],
  [/^Buje.*: Largo$/, between(28, 75)],
  [/: Largo entre/, between(60, 160, 0.1)],
  [/^Válvula.*: Largo$/, between(88, 125, 0.1)],
  [/^Guía.*: Largo$/, between(34, 52, 0.1)],
  [/^Bieleta.*: Largo$/, between(160, 340)],
  [/^Batería: Largo$/, words('207, 242, 278, 330')],
  [/^Batería: (Ancho|Altura)$/, between(170, 190)],
  [/^Escobilla: Largo$|limpiaparabrisas: Largo$/, words('350, 400, 450, 500, 550, 600, 650')],
  [/: Largo en pulgadas$/, words('14, 16, 18, 20, 22, 24, 26')],
  [/: Largo/, between(80, 320)],
  [/: (Alto del panel|Alto)$/, between(300, 450)],
  [/: Ancho del panel$/, between(480, 720)],
  [/^(Evaporador|Radiador de calef).*: Ancho$/, between(180, 280)],
  [/: Ancho superior$/, words('10, 13, 17')],
  [/^(Correa|Kit) de distribución.*: Ancho/, between(17, 30)],
  [/: Paso$/, words('8, 9.525')],
  [/^(Retén|Rulemán|Tensor|Polea|Cojinetes).*: Ancho$/, between(7, 42)],
  [/: Ancho$/, between(30, 90)],
  [/: Diámetro de estría$/, between(17, 29, 0.1)],
  [/^Kit de embrague línea pesada: Diámetro de disco$/, words('310, 330, 350, 365, 395, 430')],
  [/: Diámetro de disco$|^(Disco|Placa|Volante).*: Diámetro/, between(180, 260, 5)],
  [/: Diámetro de mariposa$/, between(44, 70)],
  [/: Diámetro de difusor$/, between(22, 36)],
  [/: Diámetro de turbina$/, between(120, 160)],
  [/: Diámetro de polea$/, between(55, 130)],
  [/^(Rotor|Estator) de alternador: Diámetro$/, between(90, 140)],
  [/^(Electroventilador).*: Diámetro$/, between(280, 420, 10)],
  [/: Diámetro de cilindro$/, between(70, 92, 0.1)],
  [/: Diámetro de (muñón|bancada|biela)$/, between(40, 62, 0.1)],
  [/^Pistón: Diámetro$/, between(70, 92, 0.1)],
  [/: Diámetro de perno$/, between(18, 25, 0.1)],
  [/: Diámetro de cabeza$/, between(27, 42, 0.1)],
  [/: Diámetro de (dado|asiento)$/, between(22, 60, 0.1)],
  [/: Diámetro de (tubo|caño|entrada|salida|conexión)$/, between(16, 70)],
  [/: Diámetro mayor$/, between(60, 95)],
  [/^(Rulemán|Maza).*: Diámetro exterior$/, between(60, 90)],
  [/^(Retén).*: Diámetro exterior$/, between(40, 110)],
  [/: Diámetro exterior$/, between(50, 140)],
  [
    /^(Buje de barra|Tope|Soporte|Engranaje|Rulemán de empuje|Actuador|Manguera|Flexible).*: Diámetro interior$/,
    between(18, 60),
  ],
  [/: Diámetro interior$/, share('Diámetro exterior', 0.45, 0.7)],
  [/: Diámetro/, between(20, 90)],
  [/^(Radiador|Intercooler|Condensador|Evaporador).*: Espesor$/, between(16, 56, 2)],
  [/: Espesor de aro/, words('1.2, 1.5, 1.75, 2, 2.5, 3')],
  [/^Parabrisas: Espesor$/, between(4.7, 6, 0.1)],
  [/: Espesor$/, between(1, 6, 0.1)],
  [/: (Sobremedida|Submedida)$/, words('STD, 0.25, 0.50, 0.75, 1.00')],
  [/: Altura de compresión$/, between(26, 48, 0.1)],
  [/: Altura$/, between(15, 95)],
  [/: Carrera$/, between(68, 95, 0.1)],
  [/: Alzada$/, between(7, 11, 0.1)],
  [/^Tobera.*: Ángulo$/, between(130, 160, 5)],
  [/: Ángulo$/, words('30, 45')],
  [/: Luz de electrodo$/, between(0.7, 1.1, 0.1)],
  [/: Hexágono$/, words('14, 16, 17, 19, 21')],
  [/: Distancia entre agujeros$/, between(60, 190)],

  [/: (Con|Incluye|Para|Válvula|Separador|Sensor|Carbón|Rueda|Geometría|Asistencia|Regulable|Antena) /, YES_NO],
  [/: (Dentada|Antivibratoria|Desempañador|Térmica)$/, YES_NO],
];

export type Attribute = { readonly name: string; readonly value: string; readonly unit: string };
type Usual = readonly [name: string, unit: string | null];

const known = new Map<string, Values>();

function valuesOf(product: string, attribute: string): Values {
  const key = `${product}: ${attribute}`;
  const found = known.get(key) ?? RULES.find(([pattern]) => pattern.test(key))?.[1];
  if (!found) throw new Error(`The demo has no values for ${key}`);
  known.set(key, found);
  return found;
}

const round = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(2));

function measure(random: Random, { from, to, step, of }: Range, measured: readonly Attribute[]): string {
  const value = from + random.next() * (to - from);
  if (!of) return String(round(value, step));
  const whole = measured.find(({ name }) => name === of);
  if (!whole) throw new Error(`The product does not say its ${of} before`);
  return String(round(value * Number(whole.value.replace(',', '.')), step));
}

/** Returns plausible values for the attributes that the taxonomy gives a product. */
export function describeProduct(random: Random, product: string, usual: readonly Usual[]): Attribute[] {
  const attributes: Attribute[] = [];
  for (const [name, unit] of usual) {
    const values = valuesOf(product, name);
    const value =
      typeof values === 'function'
        ? values(random)
        : 'from' in values
          ? measure(random, values, attributes)
          : random.pick(values);
    // Users write decimals with a comma.
    attributes.push({ name, value: unit ? value.replace('.', ',') : value, unit: unit ?? '' });
  }
  return attributes;
}
