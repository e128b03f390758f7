import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import { type FormEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { ApiError } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { focusFirstOf, isFormInFront, isInForm } from './focus.ts';
import { notifyError } from './notify.ts';
import { Recovered } from './Recovered.tsx';
import { useDraft } from './useDraft.ts';
import { useUnsaved } from './useUnsaved.tsx';

type Save = Endpoint & { readonly body: z.ZodObject };

/** What is `submitted` when the person saves in order to leave: the form then opens nothing by itself. */
export const LEAVING = 'leaving';

type Options<S extends Save, Values> = {
  /** Tells its fields from those of another form on the same screen. */
  name: string;
  /** What the form holds when nothing was typed yet. */
  initialValues: Values;
  /** `submitted` is the value of the button that was pressed. */
  onSaved: (result: Result<S>, submitted: string) => void;
  /** Returns whether it shows the refusal by itself. */
  onRefused?: (error: ApiError) => boolean;
  /** Whether leaving a field already says what is wrong with it. */
  validateInputOnBlur?: boolean;
  /** The record that it is about: what was typed and not saved comes back with it, as `recovered` says. */
  draft?: string;
  /** Whether leaving asks about what was typed; it does by default. */
  asks?: boolean;
  /** Asks before the values are sent. They are not sent when it resolves with false. */
  confirm?: (values: Values) => Promise<boolean>;
  /** What is sent of the values, where that is less, and the path in the values of one in it. */
  sends?: { body: (values: Values) => Values; pathOf: (path: string, values: Values) => string };
  /** Names what is not saved, for the question before it is left. */
  what?: (values: Values) => string;
};

/**
 * A form that is checked with the endpoint's own schema, sent to it, and told at its fields what was refused. Ctrl+S
 * saves it, and nobody leaves it unsaved without having been asked.
 */
export function useSave<S extends Save, Values extends z.input<S['body']>>(save: S, options: Options<S, Values>) {
  const {
    name,
    initialValues,
    onSaved,
    onRefused,
    validateInputOnBlur = false,
    draft,
    asks = true,
    confirm,
    sends,
    what,
  } = options;
  const check = schemaResolver(save.body, { sync: true });
  const bodyOf = (values: Values) => sends?.body(values) ?? values;
  /** Errors of what is sent, at the paths of the form. */
  const inForm = (errors: FormErrors, values: Values): FormErrors =>
    sends
      ? Object.fromEntries(Object.entries(errors).map(([path, error]) => [sends.pathOf(path, values), error]))
      : errors;
  const form: UseFormReturnType<Values> = useForm({
    name,
    initialValues,
    validateInputOnBlur,
    validate: (values) => inForm(check(bodyOf(values)), values),
  });
  const { isRecovered, start, forget, discard } = useDraft(form, initialValues, draft);
  // The value of the button that was pressed, until the answer: a second submit must not send the form again.
  const sending = useRef<string | null>(null);
  const finish = (result: Result<S>) => {
    const submitted = sending.current ?? '';
    sending.current = null;
    // What was sent is saved: `onSaved` may leave without being asked.
    start(form.getValues());
    onSaved(result, submitted);
    forget();
  };
  /** Shows what is wrong. What it opens is on the screen at once, so that a field in it can be focused. */
  const setErrors = (errors: FormErrors) => flushSync(() => form.setErrors(errors));
  /** The field of a path, or else the one that holds it: what is wrong with a line is told at the field of the lines. */
  const nodeOf = (path: string): HTMLElement | null =>
    form.getInputNode(path) ?? (path.includes('.') ? nodeOf(path.slice(0, path.lastIndexOf('.'))) : null);
  const nodesOf = (errors: object) => Object.keys(errors).flatMap((path) => nodeOf(path) ?? []);
  /** Whether what is wrong can all be read at the fields. */
  const hasFieldsOf = (errors: object) => {
    const wrong = Object.keys(errors).length;
    return wrong > 0 && nodesOf(errors).length === wrong;
  };
  const action = useAction(save, finish, (error) => {
    const errors = inForm(error.errors, form.getValues());
    setErrors(errors);
    return onRefused?.(error) || hasFieldsOf(errors);
  });
  const showErrors = (errors: FormErrors) => {
    setErrors(errors);
    focusFirstOf(nodesOf(errors));
    if (!hasFieldsOf(errors)) notifyError(Object.values(errors).join('. '));
  };
  /** Resolves with whether it was saved. */
  const send = async (body: Values, submitted: string): Promise<boolean> => {
    if (sending.current !== null) return false;
    sending.current = submitted;
    if (confirm && !(await confirm(body))) {
      sending.current = null;
      return false;
    }
    try {
      await action.mutateAsync({ body: bodyOf(body) } as Sent<S>);
      return true;
    } catch (caught) {
      const error = caught as ApiError;
      sending.current = null;
      focusFirstOf(nodesOf(inForm(error.errors, body)));
      return false;
    }
  };
  const onSubmit = (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit((body) => void send(body, buttonOf(event?.nativeEvent)), showErrors)(event);
  const saveAs = async (submitted: string): Promise<boolean> => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) showErrors(errors);
    return !hasErrors && send(form.getValues(), submitted);
  };
  useUnsaved(() => form.isDirty(), undefined, {
    asks,
    hasFocus: () => isInForm(name),
    isInFront: () => isFormInFront(name),
    save: (leaves) => saveAs(leaves ? LEAVING : ''),
    discard,
    what: what && (() => what(form.getValues())),
  });
  const recovered = isRecovered && <Recovered onDiscard={discard} />;
  return { form, start, onSubmit, isPending: action.isPending, recovered };
}

function buttonOf(event: Event | undefined): string {
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  return submitter instanceof HTMLButtonElement ? submitter.value : '';
}
