import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { useCall } from '../api/hooks.ts';
import { BackLink } from './BackLink.tsx';
import { Missing } from './Failed.tsx';
import classes from './FormScreen.module.css';
import { focusFirstField } from './focus.ts';
import { Loading } from './Loading.tsx';
import { useBackToList } from './listSearch.ts';
import { SavingOver } from './SavingOver.tsx';
import { useRecordTitle } from './title.ts';
import { Unsaved } from './Unsaved.tsx';
import { useRecordId } from './useRecordId.ts';
import { LEAVING, useSave } from './useSave.tsx';
import { capital, type Noun, newOne } from './words.ts';

type Named = { readonly id: number; readonly name: string };
type Show = Endpoint & { readonly params: z.ZodObject<{ id: z.ZodType }>; readonly result: z.ZodType<Named> };
type Save = Endpoint & { readonly body: z.ZodObject; readonly result: z.ZodType<Named> };
type FormOf<S extends Save> = UseFormReturnType<z.input<S['body']>>;

type Props<R extends Show, S extends Save> = {
  noun: Noun;
  show: R;
  save: S;
  /** Values of the fields for a record, or for a new one. */
  values: (record: Result<R> | null) => z.input<S['body']>;
  /** The fields, the same for a new record and for an old one. */
  children: (form: FormOf<S>) => ReactNode;
  /** Shown beside the form and saved separately; the record is null until saved. With it, saving stays in the form. */
  beside?: (record: Result<R> | null) => ReactNode;
  /** Shown under both, for wide content. */
  below?: (record: Result<R> | null) => ReactNode;
};

/** The form of a noun. The id comes from the path; without one the record is new. */
export function FormScreen<R extends Show, S extends Save>(props: Props<R, S>) {
  const { noun, show, beside, below } = props;
  const id = useRecordId(noun.path);
  // Not cached: a form must not start from the values before the last save.
  const record = useCall(show, { params: { id } } as Sent<R>, { enabled: id !== undefined, gcTime: 0 });
  const found = id === undefined ? null : record.isPlaceholderData ? undefined : record.data;
  useRecordTitle(found?.name);
  return (
    <Stack gap="md" className={classes.screen} data-wide={beside !== undefined || undefined}>
      <BackLink path={noun.path} />
      <Title order={1} size="h3">
        {found ? found.name : capital(id === undefined ? newOne(noun) : noun.one)}
      </Title>
      {found !== undefined ? (
        <>
          <div className={classes.columns}>
            <RecordForm key={id} {...props} record={found} />
            {beside && <Stack gap="md">{beside(found)}</Stack>}
          </div>
          {below?.(found)}
        </>
      ) : record.error ? (
        <Paper withBorder>
          <Missing what={`${noun.article} ${noun.one}`} read={record}>
            Puede que ya no exista o que el enlace esté mal escrito.
          </Missing>
        </Paper>
      ) : (
        <Loading />
      )}
    </Stack>
  );
}

function RecordForm<R extends Show, S extends Save>(props: Props<R, S> & { record: Result<R> | null }) {
  const { noun, save, values, record, children, beside } = props;
  const { form, start, onSubmit, isPending, recovered } = useSave<S, z.input<S['body']>>(save, {
    name: 'record',
    initialValues: values(record),
    validateInputOnBlur: true,
    draft: `${noun.path}/${record?.id ?? 'new'}`,
    onSaved: (saved, submitted) => {
      // The stored values may differ from the typed ones. A password is not returned.
      start(values(saved as Result<R>));
      if (submitted === LEAVING) return;
      if (beside) stay(saved.id);
      else back();
    },
  });
  const back = useBackToList(noun.path);
  const stay = useStay(noun);
  const element = useFocusWhenNew(record === null);
  return (
    <Paper withBorder p="lg" component="form" noValidate ref={element} onSubmit={onSubmit}>
      {recovered}
      <Stack gap="md">
        {children(form)}
        <Group>
          <Button type="submit" leftSection={<IconDeviceFloppy size={18} />}>
            Guardar
          </Button>
          <Unsaved isDirty={form.isDirty()} />
        </Group>
      </Stack>
      {isPending && <SavingOver />}
    </Paper>
  );
}

/** Replaces the path of a new record with that of the saved one. */
function useStay({ path }: Noun) {
  const navigate = useNavigate();
  // Volver still leads where it did.
  const { listSearch, fromSetup } = useLocation({ select: ({ state }) => state });
  const state = { ...(listSearch && { listSearch }), ...(fromSetup && { fromSetup }) };
  return (id: number) => void navigate({ to: `${path}/${id}`, state, replace: true });
}

/** Focuses the first field of a new record, a frame later, because opening a screen moves the focus too. */
function useFocusWhenNew(isNew: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isNew) return;
    const frame = requestAnimationFrame(() => focusFirstField(form.current));
    return () => cancelAnimationFrame(frame);
  }, [isNew]);
  return form;
}
