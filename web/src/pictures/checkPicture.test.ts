import { MAX_PICTURE_BYTES, MAX_PICTURES } from '@piezario/contract/pictures';
import { expect, test } from 'vitest';
import { checkPicture } from './checkPicture.ts';

test.each([
  ['the last that fits', MAX_PICTURE_BYTES, MAX_PICTURES - 1, null],
  ['one too many, until another is removed', 1, MAX_PICTURES, { retriable: true }],
  ['too large, also without any other', MAX_PICTURE_BYTES + 1, 0, { retriable: false }],
  ['too large and one too many', MAX_PICTURE_BYTES + 1, MAX_PICTURES, { retriable: false }],
])('a picture that is %s', (_, size, count, refusal) => {
  const result = checkPicture({ size }, count);
  if (refusal) expect(result).toMatchObject(refusal);
  else expect(result).toBeNull();
});
