import { seesEverything as roleSeesEverything } from '@piezario/contract/access';
import type { api } from '@piezario/contract/api';
import type { Result } from '@piezario/contract/endpoint';

/** Users and clients have the same calls, each at their own paths. */
export type PeopleCalls = typeof api.users | typeof api.clients;
export type Person = Result<PeopleCalls['show']>;

/** Whether their role lets them see the whole catalogue, without any assignment. */
export const seesEverything = ({ role }: Person) => role.some(roleSeesEverything);
