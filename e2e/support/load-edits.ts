import { api } from '@piezario/contract/api';
import { POSITIONS } from '@piezario/contract/applications';
import { REQUIRABLE } from '@piezario/contract/gaps';
import { joinValues } from '@piezario/contract/list';
import { templated } from '@piezario/server/testing/templates';
import { type Caller, VEHICLES, type World } from './load-world.ts';

/* Random edits of parts that others change at the same moment. */

export const NAMES = ['N0', 'N1', 'N2', 'N3', 'N4', 'EAN'];
export const VALUES = ['x', 'z', '12', '7,5', 'Sí', '4006381333931'];
const required = { importance: 'required' } as const;
const TEMPLATES = [
  [],
  [templated('N0', required)],
  [templated('N1', { type: 'number', ...required }), templated('N2', { type: 'list', values: ['x'] })],
  [templated('N2', { type: 'list', values: ['z'], ...required }), templated('N3', { type: 'flag' }), templated('N0')],
  [templated('N0', required), templated('N1', { type: 'number', max: 10, is_strict: 1 }), templated('EAN', required)],
];

/** Removed row, which can be restored. */
type Removal = { readonly part_id: number; readonly operation_id: number; readonly change_id?: number };

export function createEdits(world: World, caller: Caller): readonly (() => Promise<unknown>)[] {
  const { random } = caller;
  const flag = () => random.pick([0, 1] as const);
  const anyPart = () => random.pick(world.parts);
  const detail = () => caller.ask(api.parts.show, { params: { partId: anyPart() } });
  const attribute = () => ({ name: random.pick(NAMES), value: random.pick(VALUES), unit: random.pick(['', 'mm']) });
  const cross = () => ({ brand: random.pick(['Fiat', 'Ford']), code: `${random.integer(1, 9)}` });
  const maybe = <T>(list: readonly T[]) => (list.length > 0 ? random.pick(list) : null);
  const removals: Removal[] = [];

  async function remove(part_id: number, removed: Promise<{ operation_id: number | null; change_id?: number } | null>) {
    const removal = await removed;
    if (!removal || removal.operation_id === null) return;
    const { operation_id, change_id } = removal;
    removals.push({ part_id, operation_id, ...(change_id !== undefined && { change_id }) });
  }

  async function add(created: Promise<{ id: number } | null>) {
    const part = await created;
    if (part && !world.parts.includes(part.id)) world.parts.push(part.id);
  }

  const edits = {
    save: async () => {
      const part = await detail();
      if (!part) return;
      const { id: part_id, part_brand_id, part_product_id, code, version } = part;
      const body = {
        ...{ part_id, part_brand_id, part_product_id, code },
        ...(random.chance(0.2) && { part_product_id: random.pick(world.products).id }),
        ...(random.chance(0.1) && caller.isAdmin && { part_brand_id: random.pick(world.brands).id }),
        ...(random.chance(0.1) && { code: caller.unique('S') }),
        ...(random.chance(0.5) && { observation: random.pick(['', 'Con sensor', 'Rosca 5/8']) }),
        ...(random.chance(0.3) && { enabled: flag(), discontinued: flag() }),
        ...(random.chance(0.2) && { is_universal: flag() }),
        ...(random.chance(0.5) && { version }),
      };
      await caller.ask(api.parts.update, { body });
    },
    addAttribute: () => caller.ask(api.attributes.store, { body: { part_id: anyPart(), ...attribute() } }),
    addAttributes: () =>
      caller.ask(api.attributes.storeMany, { body: { part_id: anyPart(), rows: [attribute(), attribute()] } }),
    changeAttribute: async () => {
      const part = await detail();
      const row = maybe(part?.attributes ?? []);
      if (!part || !row) return;
      const ids = { part_id: part.id, attribute_id: row.id };
      if (random.chance(0.5)) await caller.ask(api.attributes.store, { body: { ...ids, ...attribute() } });
      else await remove(part.id, caller.ask(api.attributes.remove, { body: ids }));
    },
    addCross: () => caller.ask(api.crosses.store, { body: { part_id: anyPart(), ...cross() } }),
    addCrosses: () => caller.ask(api.crosses.storeMany, { body: { part_id: anyPart(), rows: [cross(), cross()] } }),
    changeCross: async () => {
      const part = await detail();
      const row = maybe(part?.cross ?? []);
      if (!part || !row) return;
      const ids = { part_id: part.id, cross_id: row.id };
      if (random.chance(0.5)) await caller.ask(api.crosses.store, { body: { ...ids, ...cross() } });
      else await remove(part.id, caller.ask(api.crosses.remove, { body: ids }));
    },
    toggleVehicle: () =>
      caller.ask(api.vehicles.toggle, { body: { part_id: anyPart(), vehicle_id: random.pick(VEHICLES) } }),
    linkVehicles: () => {
      const query = { 'filter[in-id]': joinValues('in', caller.some(VEHICLES, 5).map(String)) };
      return caller.ask(api.vehicles.linkMany, { body: { part_id: anyPart(), linked: flag(), query } });
    },
    addApplication: () => {
      const said = { positions: caller.some(POSITIONS, 2), quantity: random.integer(1, 4) };
      const body = { part_id: anyPart(), vehicle_id: random.pick(VEHICLES), ...said };
      return caller.ask(api.vehicles.store, { body });
    },
    changeApplications: () => {
      const query = { 'filter[in-id]': joinValues('in', caller.some(VEHICLES, 5).map(String)) };
      const set = random.chance(0.5) ? { positions: caller.some(POSITIONS, 1) } : { quantity: random.integer(1, 4) };
      return caller.ask(api.vehicles.changeMany, { body: { part_id: anyPart(), query, set } });
    },
    copyApplications: () => caller.ask(api.vehicles.copy, { body: { part_id: anyPart(), from_part_id: anyPart() } }),
    changeApplication: async () => {
      const part = await detail();
      const vehicle = maybe(part?.vehicles ?? []);
      const row = maybe(vehicle?.applications ?? []);
      if (!part || !vehicle || !row) return;
      const part_id = part.id;
      const body = { id: row.id, part_id, vehicle_id: random.pick(VEHICLES), note: 'Con ABS' };
      if (random.chance(0.5)) await caller.ask(api.vehicles.store, { body });
      else await remove(part_id, caller.ask(api.vehicles.remove, { body: { part_id, application_id: row.id } }));
    },
    addPicture: () => {
      const body = { part_id: anyPart(), is_blueprint: flag(), attachment: random.pick(world.photos) };
      return caller.ask(api.pictures.store, { body });
    },
    changePicture: async () => {
      const part = await detail();
      const picture = maybe(part?.pictures ?? []);
      if (!part || !picture) return;
      const ids = { part_id: part.id, picture_id: picture.id };
      const what = random.pick(['order', 'blueprint', 'remove'] as const);
      if (what === 'order')
        await caller.ask(api.pictures.changeOrder, { body: { ...ids, order: random.integer(1, 4) } });
      else if (what === 'blueprint')
        await caller.ask(api.pictures.markBlueprint, { body: { ...ids, is_blueprint: flag() } });
      else await remove(part.id, caller.ask(api.pictures.remove, { body: ids }));
    },
    restoreRow: async () => {
      const body = maybe(removals);
      if (body) await caller.ask(api.history.restore, { body });
    },
    create: () => {
      // The code of a part in the trash restores that part.
      const code = random.chance(0.5) ? caller.unique('C') : random.pick(world.imported).code;
      const place = { part_brand_id: world.brands[0].id, part_product_id: random.pick(world.products).id };
      return add(caller.ask(api.parts.store, { body: { ...place, code, observation: 'Nueva' } }));
    },
    duplicate: () =>
      add(
        caller.ask(api.parts.duplicate, { body: { part_id: anyPart(), code: caller.unique('D'), pictures: flag() } }),
      ),
    remove: () => caller.ask(api.parts.remove, { body: { id: anyPart() } }),
    restoreParts: async () => {
      const trash = await caller.ask(api.trash.list, { query: api.trash.list.query.parse({}) });
      const shared = (trash?.data ?? []).filter(({ brand }) => world.brands.some(({ name }) => name === brand));
      if (shared.length === 0) return;
      await caller.ask(api.trash.restore, { body: { ids: caller.some(shared, 5).map(({ id }) => id) } });
    },
    restoreHistory: async () => {
      const part_id = anyPart();
      const query = api.history.list.query.parse({});
      const entry = maybe((await caller.ask(api.history.list, { params: { partId: part_id }, query }))?.data ?? []);
      if (entry) await caller.ask(api.history.restore, { body: { part_id, operation_id: entry.id } });
    },
  };
  const ofAdmin = {
    changeProduct: () => {
      const { id, name } = random.pick(world.products);
      const asked = {
        takes_vehicles: flag(),
        requires: REQUIRABLE.filter(() => random.chance(0.5)),
        photos_required: random.integer(0, 3),
        mercadolibre_category: random.pick(['MLA1', null]),
      };
      return caller.ask(api.products.add, { body: { id, name, category_id: world.category, ...asked } });
    },
    changeTemplate: async () => {
      const { id: product_id } = random.pick(world.products);
      const template = await caller.ask(api.templates.show, { params: { productId: product_id } });
      if (!template) return;
      const body = { product_id, version: template.version, attributes: [...random.pick(TEMPLATES)] };
      await caller.ask(api.templates.store, { body });
    },
  };
  return [...Object.values(edits), ...(caller.isAdmin ? Object.values(ofAdmin) : [])];
}
