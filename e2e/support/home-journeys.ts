import type { Page } from 'playwright-core';

export const card = (page: Page, name: string) => page.getByRole('region', { name });
