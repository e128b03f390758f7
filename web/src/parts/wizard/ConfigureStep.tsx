import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import type { Result } from '@piezario/contract/endpoint';
import { history } from '@piezario/contract/history';
import { byField } from '@piezario/contract/part-fields';
import { parts } from '@piezario/contract/parts';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useUser } from '../../auth/session.tsx';
import { SavingOver } from '../../ui/SavingOver.tsx';
import { useSave } from '../../ui/useSave.tsx';
import { type Notes, PartFields } from './PartFields.tsx';
import classes from './Wizard.module.css';

type Part = Result<typeof parts.update>;

/** The id of the form that the footer's buttons submit. Their value says what follows the save. */
export const FORM = 'part';

/** The part as it has been saved since, by whom, and a note for each field that differs from the form. */
type Conflict = { readonly now: Part; readonly by: string | null; readonly differences: Notes };

type Props = { part: Part; onDirty: (isDirty: boolean) => void; onSaved: (submitted: string) => void };

/** Step 1: the fields of the part. After a save by another person, the person chooses which values stay. */
export function ConfigureStep({ part, onDirty, onSaved }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { form, start, onSubmit, isPending, recovered } = useSave(parts.update, {
    name: FORM,
    draft: `part/${part.id}`,
    initialValues: valuesOf(part),
    validateInputOnBlur: true,
    onSaved: (saved, submitted) => {
      load(saved);
      onSaved(submitted);
    },
    onRefused: ({ code, errors }) => {
      if (code === 409) void findConflict(errors);
      return false;
    },
  });
  const isDirty = form.isDirty();
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [onDirty, isDirty]);

  const load = (from: Part) => {
    start(valuesOf(from));
    setConflict(null);
  };
  // A taken code is a 409 too, but only a save by another person changes the version.
  const findConflict = async (differences: Notes) => {
    const now = await call(parts.show, { params: { partId: part.id } }).catch(() => null);
    if (!now || now.version === form.getValues().version) return;
    setConflict({ now, by: await lastToSave(part.id), differences });
  };
  const keepMine = (version: number) => {
    form.setFieldValue('version', version);
    element.current?.requestSubmit();
  };
  // A form without changes takes over what another person has saved. A `key` would also discard changes.
  const takeOver = useEffectEvent((read: Part) => {
    if (read.version > (form.getValues().version ?? 0) && !form.isDirty()) load(read);
  });
  useEffect(() => takeOver(part), [part]);

  return (
    <Paper withBorder className={classes.form} component="form" id={FORM} noValidate ref={element} onSubmit={onSubmit}>
      {/* Enter saves and stays; the first button of a form is the one that Enter presses. */}
      <button type="submit" hidden />
      {recovered}
      {conflict && (
        <ConflictNotice
          by={conflict.by}
          differs={Object.keys(conflict.differences).length > 0}
          onLoad={() => load(conflict.now)}
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
  ...byField(
    (name) => part[name] === 1,
    (name) => part[name],
  ),
});

/** Who saved the fields of the part last. Null if that is not known. */
async function lastToSave(partId: number): Promise<string | null> {
  const query = history.list.query.parse({});
  const page = await call(history.list, { params: { partId }, query }).catch(() => null);
  return page?.data.find(({ changes }) => changes.some(({ entity }) => entity === 'part'))?.user ?? null;
}

type NoticeProps = { by: string | null; differs: boolean; onLoad: () => void; onKeep: () => void };

function ConflictNotice({ by, differs, onLoad, onKeep }: NoticeProps) {
  const me = useUser();
  const isMine = by === me.name;
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
      title={
        isMine
          ? 'Guardaste esta pieza en otra pestaña o dispositivo mientras la editabas acá'
          : `${by ?? 'Otra persona'} guardó esta pieza mientras la editabas`
      }
    >
      <Text size="sm">
        {differs
          ? `Debajo de cada campo que cambió está lo que ${isMine ? 'guardaste' : 'guardó'}. Podés quedarte con eso o con lo que escribiste ${isMine ? 'acá' : 'vos'}.`
          : `Lo que ${isMine ? 'guardaste' : 'guardó'} coincide con lo que escribiste ${isMine ? 'acá' : 'vos'}.`}
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
