import { Text } from '@mantine/core';
import { CLEARED, IMPORT_SHEETS, REMOVE, REVIEW_DAYS, SPREADSHEETS } from '@piezario/contract/importer';
import { Disclosure } from '../ui/Disclosure.tsx';
import classes from './FormatHelp.module.css';

const RULES = [
  `El archivo puede ser ${SPREADSHEETS}. Las macros no se leen, y un .csv o .tsv no tiene la hoja Piezas que pide este formato.`,
  'Cada pieza se reconoce por su marca, su producto y su código. Si no está, se crea.',
  `Una celda en blanco deja lo que ya está cargado; ${CLEARED} lo borra.`,
  `Lo que la planilla no nombra queda como está: nada se elimina por faltar. ${REMOVE} en la columna Acción quita lo que nombra la fila.`,
  `Un archivo que quita algo o que parece raro espera tu revisión: ves cada cambio y elegís cuáles entran. Espera ${REVIEW_DAYS} días.`,
  'Para que una pieza quede sólo con lo que trae el archivo, elegí qué reemplazar en las opciones de la subida.',
  'Un código escrito de otra manera es la misma pieza, y conserva la escritura que tiene salvo que aceptes la nueva.',
  'Una planilla de otro formato también sirve: antes de leerla te preguntamos qué es cada hoja y cada columna.',
  'La hoja Piezas es la única obligatoria. Las columnas van en cualquier orden, con o sin acentos.',
  'Habilitada y Discontinuada llevan SI o NO. Los códigos conservan sus ceros adelante.',
  'Un vehículo se reconoce por su ID o, sin él, por los demás datos, si alcanzan para que sea uno solo. Un * en Versión son todas; los años pueden ser un rango, 2008-2012, y la marca, un alias: VW.',
  'El Respaldo de una marca trae también lo que está en blanco: al subirlo, todo lo que nombra vuelve a como estaba.',
];

/** The format of the spreadsheet. */
export const FormatHelp = () => (
  <Disclosure label="Cómo es la planilla">
    <div className={classes.helpBody}>
      <ul className="bullets">
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <dl className="column gap-10">
        {Object.entries(IMPORT_SHEETS).map(([sheet, columns]) => (
          <div key={sheet}>
            <dt className="strong below-4">{sheet}</dt>
            <dd className="flex wrap gap-4">
              {columns.map((column) => (
                <Text key={column} span className={classes.column}>
                  {column}
                </Text>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </Disclosure>
);
