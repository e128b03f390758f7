import type { Page } from 'playwright-core';

export const PATH = '/parts/vehicles';

export const cards = (page: Page) => page.getByRole('article');

export const field = (page: Page) => page.getByRole('combobox', { name: 'Vehículo' });

export const result = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
