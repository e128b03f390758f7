import { Button, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconClipboardText } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatMoment } from '../ui/format.ts';
import { isTable } from '../ui/paste/readTable.ts';
import classes from './Importer.module.css';

const DIALOG = 'paste-table';

type Props = { onFile: (file: File) => void };

/** Uploads cells that were copied from a spreadsheet, as a file. */
export const PasteTable = ({ onFile }: Props) => (
  <Button
    variant="default"
    className={classes.paste}
    aria-label="Pegar una tabla"
    title="Pegar una tabla"
    leftSection={<IconClipboardText size={18} />}
    onClick={() =>
      modals.open({ modalId: DIALOG, title: 'Pegar una tabla', size: 'lg', children: <PasteForm onFile={onFile} /> })
    }
  >
    <span className={classes.pasteLabel}>Pegar una tabla</span>
  </Button>
);

function PasteForm({ onFile }: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const upload = (event: FormEvent) => {
    event.preventDefault();
    if (!isTable(text)) return setError('No es una tabla: copiá las celdas de una planilla, con sus títulos');
    modals.close(DIALOG);
    onFile(fileOf(text));
  };
  return (
    <Stack gap="md" component="form" onSubmit={upload}>
      <Text size="sm" c="dimmed">
        Copiá las celdas en tu planilla, con la fila de títulos, y pegalas acá. Se suben como un archivo.
      </Text>
      <Textarea
        label="Tabla"
        data-autofocus
        rows={10}
        spellCheck={false}
        error={error || undefined}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError('');
        }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Subir la tabla
      </Button>
    </Stack>
  );
}

/** Names the file after the current time, which distinguishes several tables in the list. */
function fileOf(text: string): File {
  const moment = formatMoment(new Date().toISOString()).replace(/[/:]/g, '-').replace(',', '');
  return new File([text], `Tabla pegada ${moment}.tsv`, { type: 'text/tab-separated-values' });
}
