import { pixels } from '@piezario/server/testing/picture-imports';
import type { Page } from 'playwright-core';
import { type MadePart, readPart } from './parts.ts';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const picture = async (name: string, n: number) => ({ name, mimeType: 'image/jpeg', buffer: await pixels(n) });

export const namesOf = async (part: MadePart) => (await readPart(part)).pictures.map(({ name }) => name);
