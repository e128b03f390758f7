import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useShortcut } from './shortcuts.ts';
import { discardAll, holdUnsaved, saveAll, saveUnsaved, unsavedInWords } from './unsaved.ts';

type Question = { title: string; consequence: string; stay: string; leave: string };

const OF_A_FORM: Question = {
  title: '¿Salir sin guardar?',
  consequence: 'Los cambios que hiciste se van a perder.',
  stay: 'Seguir editando',
  leave: 'Salir sin guardar',
};

type Form = {
  /** Asks before the form is left. */
  asks: boolean;
  hasFocus: () => boolean;
  isInFront: () => boolean;
  /** Resolves with whether it was saved. `leaves`: in order to leave. */
  save: (leaves: boolean) => Promise<boolean>;
  /** The person leaves it without saving. */
  discard: () => void;
  /** Names the unsaved changes, for the question. */
  what?: (() => string) | undefined;
};

/**
 * Asks before unsaved input is left for another screen or site. `isDirty` receives the target path if it is inside the
 * application. Ctrl+S saves the form. The answer to the question applies to all forms of the screen.
 */
export function useUnsaved(isDirty: (to?: string) => boolean, question = OF_A_FORM, form?: Form) {
  const asksAtAll = form?.asks ?? true;
  const asks = (to?: string) => asksAtAll && isDirty(to);
  const asking = useRef<{ to: string; answer: Give }>(null);
  const shouldBlockFn = async ({ next }: { next: { pathname: string } }) => {
    if (!asks(next.pathname)) return false;
    const what = form && unsavedInWords();
    const consequence = what ? `No guardaste: ${what}.` : question.consequence;
    const answer = await askLeaving({ ...question, consequence }, form !== undefined, (answer) => {
      asking.current = { to: next.pathname, answer };
    });
    asking.current = null;
    if (answer === 'leave') discardAll();
    return answer === 'stay' || (answer === 'save' && !(await saveAll()));
  };
  useBlocker({ shouldBlockFn, enableBeforeUnload: () => asks() });
  // The question closes with its form.
  useEffect(() => () => modals.close(QUESTION), []);
  // Uploads may end while the question is open: nothing is lost any more, so the person leaves.
  useEffect(() => {
    const { to, answer } = asking.current ?? {};
    if (!form && answer && !isDirty(to)) answer('nothing-left');
  });

  const holder = {
    isDirty: useEffectEvent(() => isDirty()),
    hasFocus: useEffectEvent(() => form?.hasFocus() ?? false),
    isInFront: useEffectEvent(() => form?.isInFront() ?? true),
    save: useEffectEvent(async (leaves: boolean) => (await form?.save(leaves)) ?? true),
    discard: useEffectEvent(() => form?.discard()),
    what: useEffectEvent(() => form?.what?.() ?? ''),
  };
  const isForm = form !== undefined;
  const hold = useEffectEvent(() =>
    holdUnsaved({ ...holder, asks: asksAtAll, save: isForm ? holder.save : undefined }),
  );
  useEffect(() => hold(), []);
  useShortcut('save', saveUnsaved, { enabled: isForm });
}

/** Keeps input from being lost with an expired session. Leaving the screen does not ask. */
export function useHeld(isDirty: () => boolean) {
  const look = useEffectEvent(isDirty);
  useEffect(() => holdUnsaved({ isDirty: () => look(), asks: true }), []);
}

const QUESTION = 'unsaved';

type Answer = 'save' | 'leave' | 'stay' | 'nothing-left';
type Give = (given: Answer) => void;

const askLeaving = ({ title, consequence, stay, leave }: Question, saves: boolean, onOpen: (give: Give) => void) =>
  new Promise<Answer>((resolve) => {
    const give: Give = (given) => {
      resolve(given);
      modals.close(QUESTION);
    };
    const answer = (given: Answer) => () => give(given);
    onOpen(give);
    modals.open({
      modalId: QUESTION,
      title,
      withCloseButton: false,
      size: 500,
      // Also called after an answer, when it has no effect.
      onClose: () => resolve('stay'),
      children: (
        <>
          <Text size="sm">{consequence}</Text>
          <Group mt="md" gap="xs" justify="flex-end">
            <Button variant="default" onClick={answer('stay')} data-autofocus={!saves || undefined}>
              {stay}
            </Button>
            <Button variant={saves ? 'light' : 'filled'} color="red" onClick={answer('leave')}>
              {leave}
            </Button>
            {saves && (
              <Button data-autofocus onClick={answer('save')}>
                Guardar y salir
              </Button>
            )}
          </Group>
        </>
      ),
    });
  });
