import { afterEach, expect, test } from 'vitest';
import { discardAll, hasUnsaved, holdUnsaved, saveAll, saveUnsaved, unsavedInWords } from './unsaved.ts';

let saved: string[] = [];
let stops: (() => void)[] = [];

type State = { asks?: boolean; isDirty?: boolean; hasFocus?: boolean; isInFront?: boolean; isRefused?: boolean };

function open(
  name: string,
  { asks = true, isDirty = true, hasFocus = false, isInFront = true, isRefused = false }: State = {},
) {
  const holder = { isDirty: () => isDirty, hasFocus: () => hasFocus, isInFront: () => isInFront, asks };
  const save = async () => {
    saved.push(name);
    return !isRefused;
  };
  const discard = () => void saved.push(`without ${name}`);
  stops.push(holdUnsaved({ ...holder, save, discard, what: () => name }));
}

afterEach(() => {
  for (const stop of stops) stop();
  saved = [];
  stops = [];
});

test('the changed form with the focus is saved, or else the first changed one', () => {
  open('record');
  open('line', { hasFocus: true, isDirty: false });
  saveUnsaved();
  open('other', { hasFocus: true });
  saveUnsaved();
  expect(saved).toEqual(['record', 'other']);
});

test('a form that is left without a question is saved only with the focus, and does not count as unsaved', () => {
  open('assignment', { asks: false });
  expect(hasUnsaved()).toBe(false);
  open('record');
  saveUnsaved();
  expect(saved).toEqual(['record']);
  open('password', { asks: false, hasFocus: true });
  saveUnsaved();
  expect(saved).toEqual(['record', 'password']);
});

test('a form behind a dialog is not saved', () => {
  open('record', { isInFront: false });
  saveUnsaved();
  expect(saved).toEqual([]);
  expect(hasUnsaved()).toBe(true);
});

test('the one question before leaving names, saves or discards all forms of the screen', async () => {
  open('rows');
  open('clean', { isDirty: false });
  open('password', { asks: false });
  open('line');
  expect(unsavedInWords()).toBe('rows; line');
  expect(await saveAll()).toBe(true);
  discardAll();
  expect(saved).toEqual(['rows', 'line', 'without rows', 'without line']);
});

test('a refused form stops the saving of the others', async () => {
  open('rows', { isRefused: true });
  open('line');
  expect(await saveAll()).toBe(false);
  expect(saved).toEqual(['rows']);
});
