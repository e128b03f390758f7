import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { draftOf, recoverFrom } from './draft.ts';
import { readDraft, storeDraft } from './drafts.ts';
import { notifyError } from './notify.ts';

/** Stores the unsaved input of the form of a record, and recovers it when the form opens again. */
export function useDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initialValues: Values,
  record: string | undefined,
) {
  const [isRecovered, setRecovered] = useState(false);
  const isOpen = useRef(false);
  /** Values before the changes. */
  const base = useRef(initialValues);
  const recover = (name: string) => {
    const { values, isWhole } = recoverFrom(readDraft(name), initialValues);
    form.setValues(values as Partial<Values>);
    setRecovered(form.isDirty());
    if (!isWhole) notifyError('No recuperamos todo lo que habías escrito: esos datos cambiaron desde entonces');
  };
  const follow = useEffectEvent(() => {
    if (record === undefined) return;
    if (isOpen.current) storeDraft(record, draftOf(base.current, form.getValues()));
    else recover(record);
    isOpen.current = true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what it waits for
  useEffect(() => follow(), [form.values]);
  const forget = () => {
    if (record !== undefined) storeDraft(record, null);
    setRecovered(false);
  };
  /** Sets the saved values. Other values in the form count as unsaved. */
  const rebase = (values: Values) => {
    base.current = values;
    form.resetDirty(values);
    form.clearErrors();
  };
  /** Sets the values of the form and the saved ones: nothing is unsaved. */
  const start = (values: Values) => {
    form.setValues(values);
    rebase(values);
  };
  const discard = () => {
    start(initialValues);
    forget();
  };
  return { isRecovered, start, rebase, forget, discard };
}
