import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import { parts } from '@piezario/contract/parts';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useSave } from '../../ui/useSave.ts';
import { useUnsaved } from '../../ui/useUnsaved.tsx';
import { type Notes, PartFields } from './PartFields.tsx';
import { SavingOver } from './SavingOver.tsx';
import classes from './Wizard.module.css';

type Part = Result<typeof parts.update>;

/** The id of the form that the footer's buttons submit. Their value says what follows the save. */
export const FORM = 'part';

/** The part as another person has saved it, and a note for each field that differs from the form. */
type Conflict = { readonly now: Part; readonly differences: Notes };

type Props = { part: Part; onSaved: (submitted: string) => void };

/** Step 1: the fields of the part. After a save by another person, the person chooses which values stay. */
export function ConfigureStep({ part, onSaved }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { form, onSubmit, isPending } = useSave(parts.update, {
    name: FORM,
    initialValues: valuesOf(part),
    validateInputOnBlur: true,
    onSaved: (saved, submitted) => {
      start(saved);
      onSaved(submitted);
    },
    onRefused: ({ code, errors }) => {
      if (code === 409) void findConflict(errors);
    },
  });
  useUnsaved(() => form.isDirty());

  const start = (from: Part) => {
    const values = valuesOf(from);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setConflict(null);
  };
  // A code that is taken is a 409 too. Only when another person has saved the part is its version another one.
  const findConflict = async (differences: Notes) => {
    const now = await call(parts.show, { params: { partId: part.id } }).catch(() => null);
    if (now && now.version !== form.getValues().version) setConflict({ now, differences });
  };
  const keepMine = (version: number) => {
    form.setFieldValue('version', version);
    element.current?.requestSubmit();
  };
  // A form without changes takes over what another person has saved. A `key` would also discard changes.
  const takeOver = useEffectEvent((read: Part) => {
    if (read.version > (form.getValues().version ?? 0) && !form.isDirty()) start(read);
  });
  useEffect(() => takeOver(part), [part]);

  return (
    <Paper withBorder className={classes.form} component="form" id={FORM} noValidate ref={element} onSubmit={onSubmit}>
      {/* Enter saves and stays; the first button of a form is the one that Enter presses. */}
      <button type="submit" hidden />
      {conflict && (
        <ConflictNotice
          differs={Object.keys(conflict.differences).length > 0}
          onLoad={() => start(conflict.now)}
          onKeep={() => keepMine(conflict.now.version)}
        />
      )}
      <PartFields
        form={form}
        category={part.product_with_category.part_category_id}
        notes={conflict?.differences ?? {}}
      />
      {isPending && <SavingOver />}
    </Paper>
  );
}

const valuesOf = (part: Part) => ({
  part_id: part.id,
  version: part.version,
  part_brand_id: part.part_brand_id,
  part_product_id: part.part_product_id,
  code: part.code,
  observation: part.observation,
  enabled: part.enabled === 1,
  discontinued: part.discontinued === 1,
});

type NoticeProps = { differs: boolean; onLoad: () => void; onKeep: () => void };

function ConflictNotice({ differs, onLoad, onKeep }: NoticeProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Its promise, in newer browsers, must not become the effect's cleanup.
    void alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert
      ref={alert}
      color="yellow"
      className={classes.conflict}
      icon={<IconUsers size={20} />}
      title="Otra persona guardó esta pieza mientras la editabas"
    >
      <Text size="sm">
        {differs
          ? 'Debajo de cada campo que cambió está lo que guardó. Podés quedarte con eso o con lo que escribiste vos.'
          : 'Lo que guardó coincide con lo que escribiste vos.'}
      </Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={onLoad}>
          Cargar los valores actuales
        </Button>
        <Button size="xs" onClick={onKeep}>
          Conservar los míos y guardar
        </Button>
      </Group>
    </Alert>
  );
}
