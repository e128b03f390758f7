import { Paper, Text, Title } from '@mantine/core';
import { SPREADSHEETS } from '@piezario/contract/importer';
import type { ReactNode } from 'react';
import classes from './FirstFile.module.css';
import { Templates } from './Templates.tsx';

/** The first steps, shown while the list of files is empty. */
export const FirstFile = ({ upload }: { upload: ReactNode }) => (
  <Paper withBorder className={classes.first}>
    <Title order={2} size="h4">
      Todavía no hay archivos
    </Title>
    <Text c="dimmed">Cargá o corregí muchas piezas de una vez, con una planilla.</Text>
    <ol className={classes.steps}>
      <Step
        title="Bajá una planilla"
        text="El modelo, vacío y con ayuda, o la base de una marca, con lo que ya tiene cargado."
      >
        <Templates />
      </Step>
      <Step
        title="Completala"
        text="Una fila por pieza. Lo que dejes en blanco queda como está, y nada se elimina por faltar."
      />
      <Step
        title="Subila"
        text={`Con el botón o arrastrándola a esta pantalla: ${SPREADSHEETS}. Las filas con errores se listan con su motivo.`}
      >
        {upload}
      </Step>
      <Step
        title="Revisala"
        text="Si no tiene nada raro se aplica en seguida. Si quita algo o tiene alarmas, no cambia nada hasta que la revises y la apliques. Después se puede deshacer."
      />
    </ol>
  </Paper>
);

const Step = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <li>
    <Text fw={600}>{title}</Text>
    <Text size="sm" c="dimmed">
      {text}
    </Text>
    {children && <div className="flex wrap above-12 gap-8">{children}</div>}
  </li>
);
