import type { settings } from '@piezario/contract/settings';
import type { Handlers } from '../http/implement.ts';

type Options = {
  readonly demo: boolean;
  readonly supportUrl: string | null;
  readonly catalogUrl: string | null;
  readonly reportsUrl: string | null;
};

export const settingsHandlers = ({ demo, supportUrl, catalogUrl, reportsUrl }: Options): Handlers<typeof settings> => ({
  show: async () => ({ demo, support_url: supportUrl, catalog_url: catalogUrl, reports_url: reportsUrl }),
});
