import { Button, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { type CatalogueOptions, namesOf } from '../products/cascade.ts';
import { useSelection } from '../selection/selection.ts';
import { FullScreen } from '../ui/FullScreen.tsx';
import classes from './CatalogTools.module.css';
import { Pickers } from './Pickers.tsx';

/** Button that shows the selection and opens the pickers, where the toolbar has no room for them. */
export function SelectionSheet({ choices }: { choices: CatalogueOptions }) {
  const { selection } = useSelection();
  const [opened, { open, close }] = useDisclosure();
  const chosen = namesOf(selection, choices);
  return (
    <>
      <UnstyledButton className={classes.chosen} aria-haspopup="dialog" aria-expanded={opened} onClick={open}>
        <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
        <VisuallyHidden>Elegir piezas:</VisuallyHidden>
        <span className={classes.chosenText} data-none={chosen.length === 0 || undefined}>
          {chosen.length > 0 ? chosen.join(' · ') : 'Elegí marca'}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      {opened && (
        <FullScreen
          title="Elegir piezas"
          onClose={close}
          footer={
            <Button fullWidth size="md" onClick={close}>
              {selection.brand === null ? 'Cerrar' : 'Ver piezas'}
            </Button>
          }
        >
          <Stack gap="md" maw={480} mx="auto">
            <Pickers choices={choices} labelled />
          </Stack>
        </FullScreen>
      )}
    </>
  );
}
