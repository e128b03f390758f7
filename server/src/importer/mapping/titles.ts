import { PART_FIELDS } from '@piezario/contract/part-fields';
import { fold } from '@piezario/contract/words';
import type { Target } from '@piezario/contract/workbook-mappings';

/** No title is longer. Normalizing a longer cell would cost the square of its length. */
const MAX_TITLE = 200;

/** A title or name without case, accents and signs, for comparison. */
export const plain = (text: string) => {
  const cut = text.slice(0, MAX_TITLE);
  // Most cells are ASCII. This path takes a third of the time, and a large file has millions of cells.
  if (ASCII.test(cut))
    return cut
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim();
  return fold(cut)
    .replace(/[^\p{L}\p{N}]+|[ºª]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
};
const ASCII = /^[ -~\s]*$/;

const IGNORED: Target = { is: 'ignored' };
const vehicle = (field: Extract<Target, { is: 'vehicle' }>['field']): Target => ({ is: 'vehicle', field });
const field = (name: Extract<Target, { is: 'field' }>['field']): Target => ({ is: 'field', field: name });
const attribute = (name: string, unit = ''): Target => ({ is: 'attribute', attributes: [{ name, unit }] });
const BARCODE = attribute('Código de barras');
export const isBarcode = (target: Target) =>
  target.is === 'attribute' && target.attributes[0]?.name === 'Código de barras';

/** Titles of price lists, distributors and ERPs, in their plain form. */
const SYNONYMS: readonly (readonly [Target, string])[] = [
  [
    { is: 'code' },
    `codigo|cod|codigo de pieza|codigo pieza|codigo articulo|cod articulo|cod art|codigo de articulo|articulo|art|nro articulo|
    n articulo|n de parte|nro de parte|numero de parte|n parte|nro parte|part number|part no|pn|sku|codigo interno|
    codigo producto|cod producto|cod prod|cod articu|artcod|matnr|nuestro codigo|codigo propio|nuestra ref|nuestra referencia|codigo nuestro|codigo fabrica|codigo fabricante|codigo proveedor|cod proveedor|item|id articulo|
    referencia|ref|n pieza|nro pieza|numero|nro|reference|item code|item no|item number|product code|article|article no|
    part nbr|part num|artikel|article number|n material|nro material|numero de material|material number|codigo sap|cod sap|mpn`,
  ],
  [
    { is: 'product' },
    'producto|produto|rubro|familia|linea|tipo|subrubro|sub rubro|tipo de producto|tipo producto|grupo|clase|category|linha|matkl|rubdes|subfamilia|desc rubro|descripcion rubro|desc familia|product type|product|product group|product line|item group|part type',
  ],
  [
    { is: 'brand' },
    'marca|proveed|prov|proveedor|empresa|fabricante|marca repuesto|marca producto|marca articulo|brand|supplier|manufacturer',
  ],
  [
    field('observation'),
    'descripcion|denominacion|detalle|observaciones|observacion|obs|descripcion articulo|nombre|texto|descripcion del producto|comentarios|comentario|notas|name|title|titulo|descripcio|desc|desc adic|descripcion adicional|desc articulo|maktx|artdes|descricao|descripcion articulo|description|item description|product description|texto breve|texto breve de material|descripcion corta|descripcion larga',
  ],
  [
    { is: 'cross_brand' },
    'marca equivalente|marca equivalencia|marca competidor|marca competencia|marca de la equivalencia|marca cruce|marca orig|marca original|marca oem|marca oe|competitor|competitor brand|cross brand',
  ],
  [
    field('enabled'),
    'activo|activa|habilitado|habilitada|vigente|estado|status|situacion|publicar|active|enabled|ativo',
  ],
  [
    field('discontinued'),
    'discontinuado|discontinuada|discontinuo|baja|fuera de produccion|discontinued|obsolete|lvorm',
  ],
  [field('is_universal'), 'universal'],
  [
    BARCODE,
    'ean|ean13|ean 13|gtin|codigo de barras|cod barras|codigo barras|cod de barras|upc|barcode|barras|ean11|cod barra|codigo barra|cod ean|codigo ean|gtin 13',
  ],
  [
    { is: 'application' },
    'aplicacion|aplicaciones|vehiculo|vehiculos|uso|para|modelos|aplicacao|aplicacoes|application|applications|fitment|vehicle|vehicles|veiculo|veiculos|aplic|aplica a|vehiculos compatibles|compatibilidad',
  ],
  [
    vehicle('brand'),
    'marca vehiculo|marca del vehiculo|marca auto|marca veh|montadora|automotriz|terminal|make|vehicle make|car make',
  ],
  [vehicle('model'), 'modelo|modelo vehiculo|modelo veh|modelo auto|model|vehicle model|car model'],
  [vehicle('version'), 'version|version vehiculo|submodel|trim'],
  [vehicle('engine'), 'motor|motores|motorizacion|motorizaciones|codigo motor|cod motor|engine|engine code'],
  [vehicle('displacement'), 'cilindrada|cc|litros|cilind|cil|displacement|engine size'],
  [vehicle('valves'), 'valvulas|valv|valves'],
  [vehicle('fuel'), 'combustible|comb|nafta diesel|fuel|fuel type'],
  [
    vehicle('from'),
    'desde|ano desde|ano inicial|desde ano|a desde|ano inicio|inicio|from|year from|from year|start year|year start',
  ],
  [vehicle('until'), 'hasta|ano hasta|ano final|hasta ano|a hasta|ano fin|fin|to|year to|to year|end year|year end'],
  [vehicle('years'), 'ano|anos|year|years|modelo ano|ano modelo|periodo'],
  [vehicle('position'), 'posicion|eje|lado|ubicacion|ubic|pos|del tras|posicion eje|position'],
  [vehicle('quantity'), 'cantidad|cant|cant x vehiculo|cantidad por vehiculo|unidades por vehiculo|quantity|qty'],
  [vehicle('note'), 'nota|nota aplicacion|obs aplicacion|observacion aplicacion'],
  [
    IGNORED,
    `precio|precio lista|precio de lista|lista|precio neto|precio final|precio publico|precio sin iva|precio con iva|p lista|
    iva|alicuota|alicuota iva|costo|stock|stk|existencia|disponible|bulto|u x bulto|un x bulto|unidades por bulto|moneda|
    descuento|dto|bonificacion|importe|total|fecha|actualizado|ultima actualizacion|ultima venta|ultima compra|foto|imagen|link|url|
    price|list price|unit price|cost|currency|image|picture|unidad de medida|unidad medida|um|u m|un med|u de m|meins|gewei|werks|
    unid|unidad|uom|moq|multiplo|multiplo de venta|bonif|bonificaciones|u bulto|unid x bulto|cant x bulto|codigo familia|codigo rubro|codigo subrubro|codigo linea|codigo grupo|codigo marca|margen|utilidad|rentabilidad|observaciones internas|sin|sinonimo|ncm|hs code|posicion arancelaria|neto|perfil precio`,
  ],
];

const BY_TITLE = new Map(
  SYNONYMS.flatMap(([target, titles]) =>
    titles.split('|').map((title) => [title.trim().replace(/\s+/g, ' '), target] as const),
  ),
);
for (const [name, { label }] of Object.entries(PART_FIELDS)) {
  BY_TITLE.set(plain(label), field(name as keyof typeof PART_FIELDS));
}

/** Titles of prices, taxes and stock, also with other words: «Precio Mayorista», «Lista 2», «STOCK_DEP1». */
const PRICE =
  /\b(precios?|preco|price|costo|cost|importe|iva|usd|stock|existencias?|kbetr|dto|descuento)\b|^(p )?lista( n)? \w{1,2}$/;

/** The target of a title that is in the table of synonyms. */
export function synonymOf(title: string): Target | undefined {
  const bare = plain(title);
  return (
    BY_TITLE.get(bare) ??
    BY_TITLE.get(bare.replace(/^(n|no|nro|num|numero|cod) (de )?/, 'codigo ').trim()) ??
    (PRICE.test(bare) ? IGNORED : undefined)
  );
}

/** «Cód. Kit», «N° Pieza Plus»: a code in words that are not in the table. */
export const beginsWithCode = (title: string) =>
  /^(?:cod|codigo|n|nro|numero|ref|referencia|art|articulo) /.test(plain(title));

/** Fields that companies add to SAP begin with «Z_» or «ZZ_». */
export const withoutPrefix = (title: string) => title.replace(/^z{1,2}_(?=.)/i, '');

/** «N° Andefil», «Cód. Andefil»: the code of a brand. Returns the plain name of the brand. */
export const brandInCodeTitle = (title: string): string =>
  /^(?:n|nro|num|numero|cod|codigo|ref|referencia|art|articulo)(?: de)? (.+)$/.exec(plain(title))?.[1] ?? '';

/** «OEM Renault», «Cód. Bosch», «Equivalencia Fram»: what is left of a title without its words for a code. */
export const withoutCodeWords = (title: string): string => title.replace(CODE_WORDS, '').trim();
const CODE_WORDS =
  /^(?:(?:n[°ºo]?|nros?|n[úu]meros?|c[óo]d(?:igos?)?|ref(?:erencias?)?|oem?|orig(?:inal(?:es)?)?|equiv(?:alencias?|alentes?)?|cruces?)(?:[.:]\s*|\s+))+(?:de\s+)?/i;

/** Titles of attributes in other words, by the name that templates have. */
const ATTRIBUTE_TITLES: Readonly<Record<string, string>> = {
  Altura: 'alto|alt|h|height|heigth',
  Ancho: 'width|largura|an',
  Largo: 'length|comprimento|longitud|long|lg',
  Espesor: 'thickness|espessura|esp',
  Peso: 'weight|peso bruto|peso neto|gross weight|net weight|brgew|ntgew',
  'Diámetro exterior':
    'diametro externo|diam ext|diametro ext|d ext|ext|outer dia|outer diameter|outside dia|outside diameter|od|o d',
  'Diámetro interior':
    'diametro interno|diam int|diametro int|d int|int|inner dia|inner diameter|inside dia|inside diameter|id|i d',
  Rosca: 'thread|thread size',
  'Cantidad de dientes': 'dientes|n dientes|nro dientes|cant dientes|teeth|dentes|z',
  'Cantidad de canales': 'canales|n canales|cant canales|ribs',
  Tensión: 'voltaje|voltage|volts|volt|tensao',
  Potencia: 'watts|watt|power|potencia',
};
const ATTRIBUTE_BY_TITLE = new Map(
  Object.entries(ATTRIBUTE_TITLES).flatMap(([name, titles]) => titles.split('|').map((title) => [title, name])),
);
export const attributeInOtherWords = (title: string) => ATTRIBUTE_BY_TITLE.get(plain(title));

/** Brands of parts whose codes catalogs list as cross references. */
const COMPETITORS = new Set(
  `mann|mann filter|mann hummel|fram|wega|mahle|metal leve|mahle metal leve|bosch|tecfil|purolator|donaldson|fleetguard|
  baldwin|wix|hengst|knecht|ufi|sogefi|mareno|champion|ngk|denso|delphi|valeo|luk|sachs|skf|fag|ina|snr|nsk|ntn|timken|
  koyo|gates|dayco|contitech|continental|monroe|corven|fric rot|cofap|bilstein|kyb|trw|ate|brembo|ferodo|jurid|
  fras le|cobreq|lpr|textar|moog|lemforder|febi|meyle|magneti marelli|hella|osram|philips|acdelco|motorcraft|mopar|
  mobis|taranto|victor reinz|elring|corteco|sabo|dolz|vmg|vth|thomson|nakata|axios`
    .split('|')
    .map((name) => name.trim()),
);
export const isCompetitor = (title: string) => COMPETITORS.has(plain(title));

/** Titles of original numbers and of cross references: the title becomes the brand of codes without one. */
const ORIGINAL =
  /^((n|no|nro|numero|cod|codigo|ref|referencia)s? )?(de )?(originale?s?|orig|oem|oe)( equipo| n| no| nro| number| numbers| ref)?( ?\d)?$|^((otr[oa]s|(codigos?|cod|nros?|no?|numeros?|referencias?|ref)( de)?) )?(equiv(alentes?|alencias?)?|cruces?|conversion(es)?|conversao|conversoes|competencia|competidor(es)?|otr[oa]s (marcas|fabricantes)|similares|(reemplaza|sustituye|equivale|similar)( a)?|crossref|cross|cross references?|interchange)$/;
/** «Original / Otros fabricantes» and «Originales y equivalencias» are several such titles. */
export const isOriginal = (title: string) => titlesIn(title).every((one) => ORIGINAL.test(plain(one)));
function titlesIn(title: string): readonly string[] {
  const several = title.slice(0, MAX_TITLE).split(/\/| y /i);
  return several.every((one) => ORIGINAL.test(plain(one))) ? several : [title];
}
/** Whether a title says that codes are of others, but not of which: «Reemplaza a», «Original / Otros fabricantes». */
export const hasOpenBrand = (title: string) =>
  titlesIn(title).length > 1 || /^(reemplaza|sustituye|equivale|similar)( a)?$/.test(plain(title));
/** Titles of the numbers of vehicle makers, and not of other brands of parts. */
export const isOemTitle = (title: string) => isOriginal(title) && namesOem(title);
/** Whether a title is about original numbers: «N° orig.», «Marca original». */
export const namesOem = (title: string) => /\b(orig|oem?\b)/.test(plain(title));
/** Returns the brand of the codes under a title: «ORIGINAL» for «N° ORIGINAL», «OE» for «OE Number». */
export const originalBrand = (title: string) =>
  (titlesIn(title)[0] ?? '')
    .trim()
    .replace(/^(?:n[°ºo.]*|nros?\.?|n[úu]meros?|c[óo]d(?:igos?)?\.?|ref(?:erencias?)?\.?)\s*(?:de\s+)?(?=o)/i, '')
    // «OEM 1» and «OEM 2» are codes of one brand.
    .replace(/(?<=\p{L})\s*\d$/u, '')
    .replace(/(?<=^oem?)\s+(?:n[°ºo.]*|nro\.?|numbers?|ref\.?)$/i, '');

export const UNITS =
  'mm|cm|m|kg|g|gr|grs|lts?|l|cc|cm3|v|volts?|w|watts?|a|amp|ah|bar|psi|kpa|nm|kgm|pulg|in|°c|ºc|°|º|%|hz|ohm|Ω|kω|µm|um|micrones|rpm|dientes';
const UNIT = new RegExp(String.raw`^(.*?)[\s_]*(?:\((${UNITS})\)|\[(${UNITS})\]|[\s_](${UNITS}))\.?$`, 'i');

const LOWER = /^(mm|cm|kg)$/i;

/** A title and the unit in it: «Largo (mm)», «Alto [mm]», «Esp. mm», «Diametro_mm», «Temp. °C». */
export function splitUnit(title: string): { readonly name: string; readonly unit: string } {
  const read = UNIT.exec(title.trim());
  // «Reemplaza a» and «Medida A» do not end in amperes, and «N° dientes» is a whole name.
  const found = ['a', 'dientes'].includes(read?.[4]?.toLowerCase() ?? '') ? null : read;
  const name = (found?.[1] ?? title)
    .replaceAll('_', ' ')
    .replace(/^Ø$/, 'Diámetro')
    .replace(/^Ø\s*/, 'Diámetro ')
    .trim();
  const unit = found?.[2] ?? found?.[3] ?? found?.[4] ?? '';
  return name === ''
    ? { name: title.trim(), unit: '' }
    : { name, unit: LOWER.test(unit) ? unit.toLowerCase() : unit.replace('º', '°') };
}
