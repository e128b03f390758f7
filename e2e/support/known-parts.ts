import { api } from '@piezario/contract/api';
import { photo } from '@piezario/server/testing/images';
import type { Demo } from './demo.ts';
import { type MadePart, makePart } from './parts.ts';

/** Cross reference that all these parts share. */
const SHARED = { brand: 'Fiat', code: '77-ACC' };

const share = ({ client, id: part_id }: MadePart) => client.call(api.crosses.store, { body: { part_id, ...SHARED } });

/** Makes a part with an attribute, a cross reference and a vehicle, given by its position in the list. */
export async function makeKnown(demo: Demo, code: string, vehicle = 0): Promise<MadePart> {
  const part = await makePart(demo, code);
  const { client, id: part_id } = part;
  await client.call(api.attributes.store, { body: { part_id, name: 'Altura', value: '9', unit: 'mm' } });
  await share(part);
  const { vehicles } = await client.call(api.vehicles.list, {
    params: { partId: part_id },
    query: api.vehicles.list.query.parse({}),
  });
  await client.call(api.vehicles.toggle, { body: { part_id, vehicle_id: vehicles.data[vehicle]?.id ?? 0 } });
  return part;
}

/** Makes a part with two photos, a drawing and a cross reference. */
export async function makePictured(demo: Demo, code: string): Promise<MadePart> {
  const part = await makePart(demo, code);
  const { client, id: part_id } = part;
  for (const is_blueprint of [0, 1, 0] as const) {
    const attachment = await photo(600, 400);
    await client.call(api.pictures.store, { body: { part_id, is_blueprint, attachment } });
  }
  await share(part);
  return part;
}
