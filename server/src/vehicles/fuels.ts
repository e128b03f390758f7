/** Fuels as the vehicle base writes them, folded, with their other names and abbreviations. */
const NAMES: Readonly<Record<string, string>> = {
  nafta: 'nafta naf naft naftero naftera gasolina bencina',
  diesel: 'diesel dies dsl gasoil gasolero gasolera turbodiesel td',
  gnc: 'gnc',
  hibrido: 'hibrido hibrida hib hybrid',
  electrico: 'electrico electrica elec elect ev',
};

/** Engine families that run on one fuel. These are also words of versions. */
const ENGINES: Readonly<Record<string, string>> = {
  diesel: 'tdi sd sdi bitdi hdi bluehdi dci crdi jtd multijet tdci cdi dti ctdi',
  hibrido: 'hev phev',
};

const index = (fuels: Readonly<Record<string, string>>) =>
  new Map(Object.entries(fuels).flatMap(([fuel, names]) => names.split(' ').map((name) => [name, fuel] as const)));

const byName = index(NAMES);
const byEngine = index(ENGINES);

/** Returns the fuel with a name or abbreviation: «naf.» is nafta, «gas-oil» is diesel. Takes a folded text. */
export const fuelNamed = (folded: string): string | undefined => byName.get(folded.replace(/[ .-]/g, ''));

const LETTERS: Readonly<Record<string, string>> = { n: 'nafta', d: 'diesel' };

/** Returns the fuel of a cell that has only the fuel, where a letter is enough: «D». Takes a folded text. */
export const fuelOfCell = (folded: string): string | undefined =>
  fuelNamed(folded) ?? fuelOfEngine(folded) ?? LETTERS[folded];

/** Returns the fuel of an engine family: TDI is diesel. Takes a folded word. */
export const fuelOfEngine = (folded: string): string | undefined => byEngine.get(folded);
