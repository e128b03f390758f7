import '../ui/mantineLater.ts';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BulkAction, bulk } from '@piezario/contract/bulk';
import type { Sent } from '@piezario/contract/endpoint';
import { UNDO_DAYS } from '@piezario/contract/history';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction, useCall } from '../api/hooks.ts';
import { focusFirstOf } from '../ui/focus.ts';
import { useOpenForm } from '../ui/listSearch.ts';
import { useHeld } from '../ui/useUnsaved.tsx';
import { type Action, type AskedAction, REMOVE } from './actions.ts';
import { initialChoice, limitTo } from './condition.ts';
import { Examples } from './Examples.tsx';
import { EMPTY, type FieldsProps, type Values } from './fields.tsx';
import { ConditionField, Replaced } from './Overwrites.tsx';
import { isLimited, overwritesInWords } from './overwriteWords.ts';
import { partsInWords, previewInWords } from './words.ts';

type Asked = Sent<typeof bulk.store>['body'];

type Props = Omit<FieldsProps, 'form'> & {
  action: Action;
  /** The selected parts, for the API and in words. */
  parts: Pick<Asked, 'ids' | 'matching'>;
  chosen: string;
  onClose: () => void;
};

/** Asks for the fields of an action, previews in numbers what it would do, and only then starts it. */
export function ActionDialog({ action, parts, chosen, onClose, ...given }: Props) {
  const [label, setLabel] = useState(action.ways[0].label);
  const way = action.ways.find((one) => one.label === label) ?? action.ways[0];
  // The previewed action; null after a field changes.
  const [typed, setTyped] = useState<AskedAction | null>(null);
  const form = useForm<Values>({ name: 'bulk', initialValues: EMPTY, onValuesChange: () => setTyped(null) });
  useHeld(() => form.isDirty());
  const asked = way.Fields ? typed : way.action(EMPTY);
  const look = (event: FormEvent) => {
    event.preventDefault();
    const values = form.getValues();
    const next = way.action(values);
    const wrong = BulkAction.safeParse(next).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    const errors = { ...Object.fromEntries(wrong ?? []), ...way.errors?.(values) };
    if (Object.keys(errors).length === 0) return setTyped(next);
    form.setErrors(errors);
    focusFirstOf(Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? []));
  };
  const cancel = (
    <Button variant="default" data-autofocus={way.Fields ? undefined : true} onClick={onClose}>
      Cancelar
    </Button>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={action.name}
      // The options of a field may reach beyond a short dialog. With the preview it is tall, and scrolls on a phone.
      styles={{ content: { overflow: asked ? 'auto' : 'visible' } }}
    >
      <form noValidate onSubmit={look}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {chosen}
          </Text>
          {action.ways.length > 1 && (
            <SegmentedControl
              fullWidth
              aria-label="Qué se hace"
              value={way.label}
              onChange={(next) => {
                setLabel(next);
                setTyped(null);
                form.clearErrors();
              }}
              data={action.ways.map((one) => one.label)}
            />
          )}
          {way.Fields && <way.Fields form={form} field={action.field} {...given} />}
          {asked ? (
            <Foretold
              key={way.label}
              asked={{ ...parts, action: asked }}
              does={action.does}
              removes={action === REMOVE}
              takesFocus={way.Fields !== undefined}
            >
              {cancel}
            </Foretold>
          ) : (
            <Group justify="flex-end" gap="xs">
              {cancel}
              <Button type="submit">Ver qué cambia</Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

type ForetoldProps = {
  asked: Asked;
  does: string;
  removes: boolean;
  /** Whether the preview takes the focus, because the button that requested it is gone. */
  takesFocus: boolean;
  children: ReactNode;
};

const ONCE = { gcTime: 0, refetchOnWindowFocus: false } as const;

/** The preview: how many parts would change, what they would lose, and the button that starts the action. */
function Foretold({ asked, does, removes, takesFocus, children }: ForetoldProps) {
  const open = useOpenForm();
  const [choice, setChoice] = useState(() => initialChoice(asked.action));
  const limited = { ...asked, action: limitTo(choice, asked.action) };
  // Keeps the choices on the screen while the chosen one is counted or fails. Equal bodies share one call.
  const whole = useCall(bulk.preview, { body: asked }, ONCE);
  const preview = useCall(bulk.preview, { body: limited }, ONCE);
  const start = useAction(bulk.store, ({ id }) => open(`/parts/bulk/${id}`));
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  const outcomes = preview.isPlaceholderData ? undefined : preview.data;
  const changed = outcomes?.changed ?? 0;
  const overwrites = whole.data?.overwrites;
  const replaced = outcomes?.overwrites?.replaced ?? 0;
  return (
    <>
      <div>
        <Text ref={text} tabIndex={-1} size="sm" fw={600} role="status">
          {outcomes
            ? previewInWords(outcomes, { isLimited: choice.is !== 'all' || isLimited(asked.action) })
            : (preview.error?.message ?? 'Contando las piezas…')}
        </Text>
        {overwrites && (
          <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {overwritesInWords(asked.action, overwrites)}
          </Text>
        )}
      </div>
      {overwrites && (
        <ConditionField action={asked.action} overwrites={overwrites} choice={choice} onChoose={setChoice} />
      )}
      {changed > 0 && outcomes?.examples && <Examples examples={outcomes.examples} />}
      {changed > 0 && (
        <div>
          {replaced > 0 && <Replaced action={asked.action} count={replaced} />}
          <Text size="sm" c="dimmed" mt={4}>
            {removes ? `Durante ${UNDO_DAYS} días se puede deshacer.` : 'Después se puede deshacer.'}
          </Text>
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        {children}
        {preview.error?.isPassing ? (
          <Button loading={preview.isFetching} onClick={() => void preview.refetch()}>
            Reintentar
          </Button>
        ) : (
          <Button
            {...(removes && { color: 'red' })}
            disabled={changed === 0}
            loading={start.isPending || (!outcomes && !preview.error)}
            // The second click of a double click was meant for the button that was here before.
            onClick={({ detail }) => detail < 2 && start.mutate({ body: limited })}
          >
            {changed > 0 ? `${does} ${partsInWords(changed)}` : does}
          </Button>
        )}
      </Group>
    </>
  );
}
