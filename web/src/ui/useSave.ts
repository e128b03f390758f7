import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { type FormEvent, useRef } from 'react';
import type { z } from 'zod';
import type { ApiError } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { focusFirstOf } from './focus.ts';

type Save = Endpoint & { readonly body: z.ZodObject };

type Options<S extends Save, Values> = {
  /** Tells its fields from those of another form on the same screen. */
  name: string;
  /** What the form holds when nothing was typed yet. */
  initialValues: Values;
  /** `submitted` is the value of the button that was pressed. */
  onSaved: (result: Result<S>, submitted: string) => void;
  onRefused?: (error: ApiError) => void;
  /** Whether leaving a field already says what is wrong with it. */
  validateInputOnBlur?: boolean;
};

/** A form that is checked with the endpoint's own schema, sent to it, and told at its fields what was refused. */
export function useSave<S extends Save, Values extends z.input<S['body']>>(save: S, options: Options<S, Values>) {
  const { name, initialValues, onSaved, onRefused, validateInputOnBlur = false } = options;
  const form: UseFormReturnType<Values> = useForm({
    name,
    initialValues,
    validateInputOnBlur,
    validate: schemaResolver(save.body, { sync: true }),
  });
  // The value of the button that was pressed, until the answer: a second submit must not send the form again.
  const sending = useRef<string | null>(null);
  const action = useAction(save, (result) => {
    const submitted = sending.current ?? '';
    sending.current = null;
    onSaved(result, submitted);
  });
  const focus = (errors: object) =>
    focusFirstOf(Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? []));
  const send = (body: Values, submitted: string) => {
    if (sending.current !== null) return;
    sending.current = submitted;
    action.mutate({ body } as Sent<S>, {
      onError: (error) => {
        sending.current = null;
        form.setErrors(error.errors);
        focus(error.errors);
        onRefused?.(error);
      },
    });
  };
  const onSubmit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit((body) => send(body, buttonOf(event?.nativeEvent)), focus)(event);
  return { form, onSubmit, isPending: action.isPending };
}

function buttonOf(event: Event | undefined): string {
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  return submitter instanceof HTMLButtonElement ? submitter.value : '';
}
