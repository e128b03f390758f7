import { Button, Paper } from '@mantine/core';
import { INITIAL_FIELDS } from '@piezario/contract/part-fields';
import { parts } from '@piezario/contract/parts';
import { IconArrowRight } from '@tabler/icons-react';
import { useSelection } from '../../selection/selection.ts';
import { FullScreen } from '../../ui/FullScreen.tsx';
import { SavingOver } from '../../ui/SavingOver.tsx';
import { LEAVING, useSave } from '../../ui/useSave.tsx';
import { PartFields, type PartValues } from './PartFields.tsx';
import { useNext } from './useNext.ts';
import { usePartDialog } from './usePartDialog.ts';
import classes from './Wizard.module.css';

const FORM = 'new-part';

/** A new part, which starts with the selection of the toolbar. After the save, the step of applications opens. */
export function NewPart() {
  const { open, close, newCode } = usePartDialog();
  const { selection } = useSelection();
  const initialValues: PartValues = {
    part_brand_id: selection.brand ?? '',
    part_product_id: selection.product ?? '',
    code: newCode,
    ...INITIAL_FIELDS,
  };
  const { form, onSubmit, isPending, recovered } = useSave(parts.store, {
    name: FORM,
    // What was typed under one brand must not come back under another.
    draft: `part/new/${selection.brand}/${selection.product}`,
    initialValues,
    validateInputOnBlur: true,
    onSaved: ({ id }, submitted) => {
      if (submitted !== LEAVING) open(id, 2, true);
    },
  });
  const next = useNext();
  return (
    <FullScreen
      title="Nueva pieza"
      onClose={close}
      footer={
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            Cerrar
          </Button>
          <span className="grow desk-only" />
          <Button {...next} type="submit" form={FORM} rightSection={<IconArrowRight size={18} />}>
            Guardar y continuar
          </Button>
        </div>
      }
    >
      <Paper withBorder className={classes.form} component="form" id={FORM} noValidate onSubmit={onSubmit}>
        {recovered}
        <PartFields form={form} category={selection.category} startsAt={selection.brand ? 'code' : 'part_brand_id'} />
        {isPending && <SavingOver />}
      </Paper>
    </FullScreen>
  );
}
