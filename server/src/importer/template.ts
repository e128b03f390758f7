import { POSITIONS } from '@piezario/contract/applications';
import type { Download } from '@piezario/contract/endpoint';
import { CLEARED, IMPORT_SHEETS, type ImportSheet, REMOVE } from '@piezario/contract/importer';
import { PART_FIELD_NAMES, PART_FIELDS, type PartFieldLabel } from '@piezario/contract/part-fields';
import { type Sheet, writeWorkbook, XLSX } from '../spreadsheet/writing/write.ts';

const WIDTH = 18;
const SHEETS = Object.keys(IMPORT_SHEETS) as ImportSheet[];

/**
 * An empty workbook in the import format, with a sheet of help. The examples are in the help, so that they are not
 * imported.
 */
export const writeTemplate = (): Download => ({
  name: 'modelo_para_importar.xlsx',
  type: XLSX,
  content: writeWorkbook([...sheets(), help()]),
});

const sheets = (): Sheet[] =>
  Object.entries(IMPORT_SHEETS).map(([name, columns]) => ({
    name,
    columns: columns.map((header) => ({ header, width: WIDTH })),
    rows: [],
  }));

type Help = readonly [mandatory: string, what: string, example: string];

/** The columns of every sheet: those that identify the part, and the action. */
const PART = {
  Marca: ['Sí', 'La marca de la pieza. Tiene que existir y estar asignada a tu usuario.', 'Frenotec'],
  Producto: ['Sí', 'El producto, como figura en el catálogo.', 'Pastillas de freno delanteras'],
  Código: ['Sí', 'El código de la pieza, con formato de texto: 00123 queda 00123.', 'FT-00123'],
  Acción: ['No', `${REMOVE} quita lo que la fila nombra; en Piezas, la pieza con todo lo que tiene.`, ''],
} as const;

const RULES: readonly string[] = [
  'Las hojas son Piezas, Atributos, Equivalencias y Aplicaciones. Sólo Piezas es obligatoria, aunque esté vacía.',
  'Los títulos pueden estar en cualquier orden, con o sin acentos o mayúsculas. Las columnas de más no se leen.',
  'Una pieza se reconoce por su marca, su producto y las letras y números de su código: W 712/75 es W71275.',
  'Si la pieza existe se modifica; si no, se crea. Lo que el archivo no nombra queda como está.',
  `Una celda en blanco deja el dato como está, y también S/D, N/D, N/A o un guion. Para borrarlo, escribí ${CLEARED}.`,
  `Nada se elimina por faltar. Para quitar algo, escribí ${REMOVE} en la columna Acción de su fila.`,
  'Un código escrito de otra manera es la misma pieza y conserva la escritura que tiene, salvo que al revisar aceptes la nueva.',
  'Un archivo sin nada raro se aplica en seguida y se puede deshacer. Con «Revisar siempre», en las opciones de la subida, antes ves cada cambio y dejás afuera los que no querés.',
  'Una fila que repite otra anterior se lee una vez si dice lo mismo; si dice otra cosa es un error, aunque la anterior también tenga errores.',
  'Las filas con errores no entran, las demás sí. Después podés descargar las que fallaron, corregirlas y subirlas.',
];

const FIELDS = Object.fromEntries(
  PART_FIELD_NAMES.map((name): [string, Help] => [PART_FIELDS[name].label, ['No', ...PART_FIELDS[name].importHelp]]),
) as Readonly<Record<PartFieldLabel, Help>>;

const COLUMNS: { readonly [Name in ImportSheet]: Readonly<Record<(typeof IMPORT_SHEETS)[Name][number], Help>> } = {
  Piezas: {
    ...PART,
    Categoría: ['No', 'Si la ponés, tiene que ser la del producto.', 'Frenos'],
    ...FIELDS,
  },
  Atributos: {
    ...PART,
    Nombre: ['Sí', 'El atributo. Si la pieza ya lo tiene, se modifica.', 'Espesor'],
    Valor: ['Sí, si es nuevo', `Su valor. ${CLEARED} quita el atributo de la pieza.`, '17,5'],
    Unidad: ['No', 'La unidad del valor.', 'mm'],
  },
  Equivalencias: {
    ...PART,
    'Marca equivalente': ['Sí', 'La otra marca, de repuestos o de vehículos.', 'Volkswagen'],
    'Código equivalente': ['Sí', 'El código que le da esa marca.', '5U0698151'],
  },
  Aplicaciones: {
    ...PART,
    'ID vehículo': [
      'No',
      'El número del vehículo. Con él no hacen falta las demás columnas; las que pongas tienen que coincidir.',
      '1204',
    ],
    'Marca vehículo': [
      'No',
      'Su nombre o un alias, como VW. Sin el ID, el vehículo se busca por las columnas que completes.',
      'Volkswagen',
    ],
    Modelo: [
      'No',
      'El modelo o su familia: Gol Trend, Gol. Tiene que coincidir uno solo; si no, el error te dice cuáles se parecen.',
      'Gol',
    ],
    Versión: [
      'No',
      'Como figura en la base de vehículos. Un * vincula todas las versiones que coinciden; 1.6*, las que empiezan así.',
      '1.6 Trendline',
    ],
    Motor: ['No', 'El código del motor.', 'AP 1600'],
    Combustible: ['No', 'Nafta, Diesel, GNC, Híbrido, Eléctrico; también naf., gasoil, TDI…', 'Nafta'],
    Desde: [
      'No',
      'El primer año en que se vendió. O un rango, con Hasta en blanco: 2005-2010, desde 2010, hasta 2005.',
      '2008',
    ],
    Hasta: ['No', 'El último año en que se vendió.', '2012'],
    Posición: [
      'No',
      `Dónde va: ${POSITIONS.join(', ')}; pueden ser varias. Otra posición es otra aplicación al mismo vehículo.`,
      'Delantera, Izquierda',
    ],
    Cantidad: ['No', 'Cuántas lleva el vehículo en esa posición, de 1 a 999.', '2'],
    Nota: ['No', 'Hasta 500 caracteres.', 'Con ABS'],
    'Aplica desde': ['No', 'El primer año en que le va, si no le va a todos los del vehículo.', '2010'],
    'Aplica hasta': ['No', 'El último año en que le va.', '2011'],
    Cilindrada: ['No', 'Del vehículo, en litros o centímetros cúbicos: 1.6, 1,6 o 1600.', '1.6'],
    Válvulas: ['No', 'Del vehículo: 16V o 16. También coinciden los que no las tienen en la base.', '16V'],
  },
};

function helpOf(name: ImportSheet): string[][] {
  const columns: Readonly<Record<string, Help>> = COLUMNS[name];
  return IMPORT_SHEETS[name].map((column) => [name, column, ...(columns[column] ?? [])]);
}

function help(): Sheet {
  const rules = RULES.map((rule) => ['General', '', '', rule, '']);
  const columns = SHEETS.flatMap(helpOf);
  return {
    name: 'Ayuda',
    columns: [
      { header: 'Hoja', width: WIDTH },
      { header: 'Columna', width: WIDTH },
      { header: 'Obligatoria', width: WIDTH },
      { header: 'Qué va', width: 110 },
      { header: 'Ejemplo', width: 30 },
    ],
    rows: [[...rules, ...columns]],
  };
}
