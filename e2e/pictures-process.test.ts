import { test } from 'vitest';
import { killServerWhilePicturesArrive } from './support/crashes.ts';

test('kill -9 while pictures arrive leaves no picture without its files, and after the sweep no file without its picture', () =>
  killServerWhilePicturesArrive(2));
