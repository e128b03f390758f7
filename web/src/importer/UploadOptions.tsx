import { ActionIcon, Button, Checkbox, Fieldset, Popover, Stack, Text } from '@mantine/core';
import { REPLACEABLE, type Replaceable } from '@piezario/contract/importer';
import { IconAdjustmentsHorizontal, IconBookmark, IconTableShortcut } from '@tabler/icons-react';
import { useState } from 'react';
import { openRemembered } from './errors/Remembered.tsx';
import { openStoredMappings } from './mapping/stored/StoredMappings.tsx';
import classes from './UploadOptions.module.css';
import { isReviewed, type UploadChoices } from './uploadChoices.ts';

type Props = { choices: UploadChoices; onChange: (choices: UploadChoices) => void };

/** Options of the next uploads, in a popover beside the upload button. */
export function UploadOptions({ choices, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus shadow="md" opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Opciones de la subida"
          title="Opciones de la subida"
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Opciones de la subida">
        <Panel choices={choices} onChange={onChange} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Panel({ choices, onChange, onClose }: Props & { onClose: () => void }) {
  const { replaced } = choices;
  const toggle = (sheet: Replaceable) =>
    onChange({
      ...choices,
      replaced: replaced.includes(sheet) ? replaced.filter((one) => one !== sheet) : [...replaced, sheet],
    });
  return (
    <Stack gap="md">
      <Checkbox
        label="Revisar siempre"
        description={
          replaced.length > 0
            ? 'Lo que se reemplaza siempre se revisa.'
            : 'Ves cada cambio y elegís cuáles entran, también de los archivos sin nada raro. Se recuerda.'
        }
        checked={isReviewed(choices)}
        disabled={replaced.length > 0}
        onChange={() => onChange({ ...choices, alwaysReviewed: !choices.alwaysReviewed })}
      />
      <Fieldset
        variant="unstyled"
        className={classes.replace}
        legend="Reemplazar lo que ya tienen las piezas que nombra"
      >
        <Text size="xs" c="dimmed" className={classes.explained}>
          Lo que la pieza tiene y el archivo no trae se quita, también de las que están sólo en Piezas. Las que no
          nombra quedan como están.
        </Text>
        <Stack gap="xs">
          {REPLACEABLE.map((sheet) => (
            <Checkbox key={sheet} label={sheet} checked={replaced.includes(sheet)} onChange={() => toggle(sheet)} />
          ))}
        </Stack>
      </Fieldset>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.remembered}
        leftSection={<IconBookmark size={16} />}
        onClick={() => {
          onClose();
          openRemembered();
        }}
      >
        Valores recordados
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.remembered}
        leftSection={<IconTableShortcut size={16} />}
        onClick={() => {
          onClose();
          openStoredMappings();
        }}
      >
        Mapeos guardados
      </Button>
    </Stack>
  );
}
