import { seesEverything } from '@piezario/contract/access';
import type { api } from '@piezario/contract/api';
import type { Result } from '@piezario/contract/endpoint';

/** Users and clients have the same calls, each at their own paths. */
export type PeopleCalls = typeof api.users | typeof api.clients;
export type Person = Result<PeopleCalls['show']>;

export type Assignment = Result<PeopleCalls['products']>[number];

/** Plafren › Frenos › Pastilla de freno */
export const pathOf = ({ part_brand, part_category, part_product }: Assignment) =>
  [part_brand, part_category, part_product].flatMap((level) => level?.name ?? []).join(' › ');

/** Whether the person needs assignments to see parts. */
export const needsAssignments = ({ role }: Person) => !role.some(seesEverything);
