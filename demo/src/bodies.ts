import type { BodyType } from './drawings/vehicles.ts';
import { isTruck } from './fitment.ts';

/* Body types of vehicles by the name of the model. The vehicle base has no body types. */

const models = (names: string) => new RegExp(`^(${names})`);

const BODIES: readonly (readonly [BodyType, RegExp])[] = [
  ['bus', models('Mercedes-Benz OF |Scania Serie K')],
  ['truck', models('Hyundai (HR|H-100)|Kia K2|JAC X200')],
  [
    'pickup',
    models(
      'Chevrolet (C-10|Corsa Pick|Montana|S10|Silverado)|DFSK C3|Dodge Dakota|Fiat (Strada|Titano|Toro)|Ford (Courier|F-1|Maverick|Ranger)|Foton Tunland|Great Wall|Isuzu Pick|JAC T|Jeep Gladiator|Mazda B2|Mercedes-Benz Clase X|Mitsubishi L200|Nissan (Frontier|Pick)|Peugeot (Hoggar)|RAM|Renault (Alaskan|Duster Oroch)|Shineray T30|Tata Telcoline|Toyota Hilux|Volkswagen (Amarok|Saveiro)',
    ),
  ],
  [
    'van',
    models(
      'Changan M2|Citroën (Berlingo|Jump)|Daewoo Damas|Fiat (Doblò|Ducato|Fiorino|Qubo|Scudo)|Ford Transit|Foton Gratour|Hyundai H-1|Iveco Daily|Kia Besta|Lifan Foison|Mercedes-Benz (MB|Sprinter|Vito)|Peugeot (Boxer|Expert|Partner)|Renault (Kangoo|Master|Trafic)|SEAT Inca|Shineray X|Toyota Hiace|Volkswagen (Caddy|Kombi|Transporter)',
    ),
  ],
  [
    'minivan',
    models(
      'Chevrolet (Meriva|Spin|Zafira)|Chrysler Caravan|Citroën (C3|C4|Xsara) Picasso|Fiat Idea|Ford (Galaxy|S-Max)|Kia Car|Lifan MyWay|Mercedes-Benz Clase B|Mitsubishi Space|Renault Scénic|Toyota Innova|Volkswagen (Sharan|Suran)',
    ),
  ],
  [
    'suv',
    models(
      'Agrale Marruá|Audi (Q|e-tron)|BAIC|BMW (X|iX)|BYD (Song|Yuan)|Changan CS|Chery Tiggo|Chevrolet (Blazer|Captiva|Equinox|Tracker|TrailB)|Citroën (.*Aircross|C4 Cactus|Basalt)|DFSK Glory|DS .*Crossback|Daihatsu (Feroza|Rocky|Terios)|Dodge Journey|Fiat (500X|Pulse|Fastback)|Ford (Bronco|EcoSport|Explorer|Kuga|Mustang Mach|Territory)|Geely (Coolray|Geometry)|Haval|Honda (CR|HR|WR|ZR|Pilot)|Hyundai (Creta|Galloper|Kona|Santa|Tucson|Ioniq)|Isuzu Trooper|JAC (S|E-JS4)|Jeep|Kia (EV6|Niro|Seltos|Sorento|Soul|Sportage)|Land Rover|Lexus [NRU]X|Lifan X60|MINI Country|Mercedes-Benz (GL|ML)|Mitsubishi (Eclipse|Montero|Outlander)|Nissan (Kicks|Murano|Pathf|Terrano|X-)|Peugeot [235]008|Porsche (Cay|Mac)|Renault (Arkana|Captur|Duster|Kardian|Koleos)|Subaru (Forester|XV)|Suzuki (Fronx|Grand|Jimny|Vitara)|Tata Sumo|Toyota (C-HR|Corolla Cross|Land|RAV4|SW4|Yaris Cross)|Volkswagen (Nivus|T-Cross|Taos|Tera|Tiguan|Touareg)|Volvo XC',
    ),
  ],
  ['wagon', models('Fiat Palio Weekend|Peugeot 206 SW|Subaru Legacy|Volkswagen (Quantum|Gol Country)')],
  [
    'coupe',
    models(
      'Audi TT|Chevrolet Camaro|Ford Mustang|Hyundai (Coupé|Veloster)|Nissan 350Z|Peugeot RCZ|Porsche 911|Renault Fuego|Toyota 86',
    ),
  ],
  [
    'sedan',
    models(
      'Alfa Romeo (156|Giulia$)|Audi A4|BMW Serie [35]|Chery (Arrizo|Fulwin)|Chevrolet (Aveo|Chevy|Classic|Cobalt|Corsa Classic|Cruze|Monza|Onix Plus|Prisma|Vectra)|Chrysler Neon|Citroën (C-El|C4 Lounge|C5|Xantia)|Daewoo (Cielo|Espero|Lanos|Nubira)|Dodge (1500|Polara)|Fiat (12|Cronos|Duna|Grand|Linea|Marea|Regatta|Siena|Tempra)|Ford (Falcon|Fiesta Max|Ka\\+|Mondeo|Orion|Sierra|Taunus)|Geely (515|Emgrand)|Honda (Accord|City|Civic|Legend)|Hyundai (Accent|Elantra)|Kia (Cerato|Rio|Sephia)|Lexus ES|Lifan 620|Mazda|Mercedes-Benz Clase [CE]|Mitsubishi Lancer|Nissan (Sentra|Versa|V-Drive)|Peugeot (4|50)|Renault (12|18|19|21|9|Fluence|Laguna|Latitude|Logan|Symbol)|Rover 400|SEAT (Córdoba|Toledo)|Subaru Impreza|Toyota (Avensis|Camry|Corolla E|Crown|Etios|Prius)|Volkswagen (1500|Bora|Carat|Gacel|Passat|Polo Classic|Senda|Vento|Virtus|Voyage)|Volvo V40',
    ),
  ],
];

export function bodyOf(vehicle: { readonly brand: string; readonly model: string }): BodyType {
  const [known] = BODIES.find(([, pattern]) => pattern.test(`${vehicle.brand} ${vehicle.model}`)) ?? [];
  return known ?? (isTruck(vehicle) ? 'truck' : 'hatchback');
}
