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

/** Value of `submitted` when the person saves in order to leave. The form then opens nothing by itself. */
export const LEAVING = 'leaving';

type Options<S extends Save, Values> = {
  /** Distinguishes its fields from those of another form on the same screen. */
  name: string;
  /** Values of the untouched form. */
  initialValues: Values;
  /** `submitted` is the value of the button that was pressed. */
  onSaved: (result: Result<S>, submitted: string) => void;
  /**
   * Called when valid values are sent. With it, the form is blank again at once, so that the next entry can be typed
   * while this one is saved. Later submits are queued.
   */
  onSent?: (sent: Values) => void;
  /** Returns whether it shows the refusal by itself. */
  onRefused?: (error: ApiError) => boolean;
  /** Shows errors of a field when it loses the focus. */
  validateInputOnBlur?: boolean;
  /** Key of the record. Unsaved input of the same key is recovered (`recovered`). */
  draft?: string;
  /** Asks before unsaved input is left; true by default. */
  asks?: boolean;
  /** Asks before the values are sent. They are not sent when it resolves with false. */
  confirm?: (values: Values) => Promise<boolean>;
  /** Body to send, when it is only a part of the values, and the path in the form of a path in the body. */
  sends?: { body: (values: Values) => Values; pathOf: (path: string, values: Values) => string };
  /** Names the unsaved changes, in questions and notices. */
  what?: (values: Values) => string;
};

/**
 * Form that is validated by the schema of its endpoint and sent to it. Refusals are shown at the fields. Ctrl+S saves
 * it, and leaving it unsaved asks first.
 */
export function useSave<S extends Save, Values extends z.input<S['body']>>(save: S, options: Options<S, Values>) {
  const {
    name,
    initialValues,
    onSaved,
    onSent,
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
  /** Returns errors of the body at the paths of the form. */
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
  const { isRecovered, start, rebase, forget, discard } = useDraft(form, initialValues, draft);
  // Values in flight: a second submit must not send the form again.
  const sending = useRef<{ readonly values: Values; readonly submitted: string } | null>(null);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const finish = (result: Result<S>) => {
    const sent = sending.current;
    sending.current = null;
    if (!sent) return;
    // Clears the unsaved state first, so that `onSaved` may leave without a question. Later input stays unsaved.
    if (!onSent) rebase(sent.values);
    onSaved(result, sent.submitted);
    if (!form.isDirty()) forget();
  };
  /** Renders the errors at once, so that a field that is shown because of them can be focused. */
  const setErrors = (errors: FormErrors) => flushSync(() => form.setErrors(errors));
  /** Returns the field of a path, or else its parent: errors of a line are shown at the field of all lines. */
  const nodeOf = (path: string): HTMLElement | null =>
    form.getInputNode(path) ?? (path.includes('.') ? nodeOf(path.slice(0, path.lastIndexOf('.'))) : null);
  const nodesOf = (errors: object) => Object.keys(errors).flatMap((path) => nodeOf(path) ?? []);
  /** Returns true when every error has a field to show it. */
  const hasFieldsOf = (errors: object) => {
    const wrong = Object.keys(errors).length;
    return wrong > 0 && nodesOf(errors).length === wrong;
  };
  /** Restores refused values. Returns false when the next entry has been begun: a notice then names them. */
  const putBack = (sent: Values): boolean => {
    if (!onSent) return true;
    if (form.isDirty()) return false;
    form.setValues(sent);
    return true;
  };
  const action = useAction(save, finish, (error) => {
    const sent = sending.current?.values ?? form.getValues();
    if (!putBack(sent)) {
      onRefused?.(error);
      notifyError(`No se guardó ${what?.(sent) ?? 'lo anterior'}: ${error.message}`);
      return true;
    }
    const errors = inForm(error.errors, sent);
    setErrors(errors);
    return onRefused?.(error) || hasFieldsOf(errors);
  });
  const showErrors = (errors: FormErrors) => {
    setErrors(errors);
    focusFirstOf(nodesOf(errors));
    if (!hasFieldsOf(errors)) notifyError(Object.values(errors).join('. '));
  };
  /** Resolves with whether it was saved. */
  const send = async (values: Values, submitted: string): Promise<boolean> => {
    if (sending.current !== null) return false;
    sending.current = { values, submitted };
    if (confirm && !(await confirm(values))) {
      sending.current = null;
      return false;
    }
    try {
      await action.mutateAsync({ body: bodyOf(values) } as Sent<S>);
      return true;
    } catch (caught) {
      const error = caught as ApiError;
      sending.current = null;
      focusFirstOf(nodesOf(inForm(error.errors, values)));
      return false;
    }
  };
  const sendInTurn = (values: Values, submitted: string): Promise<boolean> => {
    if (!onSent) return send(values, submitted);
    start(initialValues);
    onSent(values);
    const isSaved = turn.current.then(() => send(values, submitted));
    turn.current = isSaved;
    return isSaved;
  };
  const onSubmit = (event?: FormEvent<HTMLFormElement>) => {
    // Ignores a second press of the key or button that sent the values.
    if (onSent && sending.current !== null && !form.isDirty()) return event?.preventDefault();
    form.onSubmit((values) => void sendInTurn(values, buttonOf(event?.nativeEvent)), showErrors)(event);
  };
  const saveAs = async (submitted: string): Promise<boolean> => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) showErrors(errors);
    return !hasErrors && sendInTurn(form.getValues(), submitted);
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
