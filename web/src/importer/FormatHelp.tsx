import { Text } from '@mantine/core';
import { CLEARED, IMPORT_SHEETS } from '@piezario/contract/importer';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './FormatHelp.module.css';

const RULES = [
  'Cada pieza se reconoce por su marca, su producto y su código. Si no está, se crea.',
  `Una celda en blanco deja lo que ya está cargado; ${CLEARED} lo borra.`,
  'Lo que la planilla no nombra queda como está: nada se elimina por faltar.',
  'La hoja Piezas es la única obligatoria. Las columnas van en cualquier orden, con o sin acentos.',
  'Habilitada y Discontinuada llevan SI o NO. Los códigos conservan sus ceros adelante.',
  'Un vehículo se reconoce por su ID o, sin él, por los demás datos, si alcanzan para que sea uno solo.',
];

/** The format of the spreadsheet. */
export const FormatHelp = () => (
  <details className={classes.help}>
    <summary>
      <IconChevronRight size={16} aria-hidden /> Cómo es la planilla
    </summary>
    <div className={classes.helpBody}>
      <ul>
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <dl>
        {Object.entries(IMPORT_SHEETS).map(([sheet, columns]) => (
          <div key={sheet}>
            <dt>{sheet}</dt>
            <dd>
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
  </details>
);
