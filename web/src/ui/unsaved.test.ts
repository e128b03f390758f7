import { afterEach, expect, test } from 'vitest';
import { hasUnsaved, holdUnsaved, saveUnsaved } from './unsaved.ts';

let saved: string[] = [];
let stops: (() => void)[] = [];

type State = { asks?: boolean; isDirty?: boolean; hasFocus?: boolean; isInFront?: boolean };

function open(name: string, { asks = true, isDirty = true, hasFocus = false, isInFront = true }: State = {}) {
  const holder = { isDirty: () => isDirty, hasFocus: () => hasFocus, isInFront: () => isInFront, asks };
  stops.push(holdUnsaved({ ...holder, save: () => void saved.push(name) }));
}

afterEach(() => {
  for (const stop of stops) stop();
  saved = [];
  stops = [];
});

test('the form that the person is in is saved, or else the first one with changes', () => {
  open('record');
  open('line', { hasFocus: true, isDirty: false });
  saveUnsaved();
  open('other', { hasFocus: true });
  saveUnsaved();
  expect(saved).toEqual(['record', 'other']);
});

test('a form that is left without a question is saved only by who is in it, and keeps nobody', () => {
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
