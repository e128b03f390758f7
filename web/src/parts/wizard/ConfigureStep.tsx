import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { Result } from '@piezario/contract/endpoint';
import { parts } from '@piezario/contract/parts';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useSave } from '../../ui/useSave.ts';
import { useUnsaved } from '../../ui/useUnsaved.tsx';
import { type Notes, PartFields } from './PartFields.tsx';
import { SavingOver } from './SavingOver.tsx';
import classes from './Wizard.module.css';

type Part = Result<typeof parts.update>;

/** The footer's buttons belong to this form; their value says what comes after saving. */
export const FORM = 'part';

/** The part as somebody else left it, and what of it is not as in the form, in words. */
type Conflict = { readonly now: Part; readonly differences: Notes };

type Props = { part: Part; onSaved: (submitted: string) => void };

/** Step 1: what the part is. Whoever saves what somebody else has changed meanwhile is told, and decides. */
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
  useUnsaved(useCallbackRef(() => form.isDirty()));

  const start = useCallbackRef((from: Part) => {
    const values = valuesOf(from);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setConflict(null);
  });
  // A code that is taken is a conflict too: what tells them apart is whether the part is another one by now.
  const findConflict = async (differences: Notes) => {
    const now = await call(parts.show, { params: { partId: part.id } }).catch(() => null);
    if (now && now.version !== form.getValues().version) setConflict({ now, differences });
  };
  const keepMine = (version: number) => {
    form.setFieldValue('version', version);
    element.current?.requestSubmit();
  };
  useEffect(() => {
    if (part.version > (form.getValues().version ?? 0) && !form.isDirty()) start(part);
  }, [part, form.getValues, form.isDirty, start]);

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
  // In braces: newer browsers return a promise, and React would call what an effect returns.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Alert
      ref={alert}
      mb="lg"
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
