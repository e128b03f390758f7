import { expect, test } from 'vitest';
import { describeUpload, sentOf, type UploadChoices } from './uploadChoices.ts';

const usual: UploadChoices = { alwaysReviewed: false, replaced: [] };

test('a file is reviewed when it needs to be, or always', () => {
  expect(sentOf(usual)).toEqual({ mode: 'auto', replace: '' });
  expect(describeUpload(usual)).toContain('se aplica en seguida');
  expect(sentOf({ ...usual, alwaysReviewed: true })).toEqual({ mode: 'preview', replace: '' });
  expect(describeUpload({ ...usual, alwaysReviewed: true })).toContain('hasta que lo revises');
});

test('an upload that replaces sheets is reviewed, and names them in their usual order', () => {
  const choices: UploadChoices = { ...usual, replaced: ['Aplicaciones', 'Atributos'] };
  expect(sentOf(choices)).toEqual({ mode: 'preview', replace: 'Aplicaciones,Atributos' });
  expect(describeUpload(choices)).toContain('los atributos y las aplicaciones');
});
