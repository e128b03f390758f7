import { api } from '@piezario/contract/api';
import { POSITIONS } from '@piezario/contract/applications';
import type { BulkAction } from '@piezario/contract/bulk';
import { REMOVE } from '@piezario/contract/importer';
import { FLAG_NAMES } from '@piezario/contract/part-fields';
import { makeWorkbook } from '@piezario/server/testing/imports';
import { pixels, zipFile } from '@piezario/server/testing/picture-imports';
import { NAMES, VALUES } from './load-edits.ts';
import { type Caller, VEHICLES, type World } from './load-world.ts';

/* Random jobs: bulk actions, undos, imports with reviews, and pictures by name. Some are cancelled. */

/** Waits for the end of a job and does what follows it. */
type Follow = () => Promise<unknown>;

export function createJobs(world: World, caller: Caller): readonly (() => Promise<Follow | null>)[] {
  const { random } = caller;
  const flag = () => random.pick([0, 1] as const);
  const isRare = () => random.chance(0.2);
  const sharedBrands = caller.isAdmin ? world.brands : [world.brands[0]];

  const actions = (): readonly BulkAction[] => [
    { do: 'set_flag', field: random.pick(FLAG_NAMES), value: flag() },
    { do: 'move', part_product_id: random.pick(world.products).id },
    { do: 'move', part_brand_id: random.pick(sharedBrands).id },
    { do: 'replace_text', field: 'observation', text: 'En lote' },
    { do: 'append_text', field: 'observation', text: 'y más' },
    { do: 'clear_text', field: 'observation' },
    { do: 'set_attribute', name: random.pick(NAMES), value: random.pick(VALUES) },
    { do: 'rename_attribute', name: random.pick(NAMES), to: random.pick(NAMES) },
    { do: 'remove_attribute', name: random.pick(NAMES) },
    { do: 'add_cross', brand: 'Fiat', code: `${random.integer(1, 9)}` },
    { do: 'remove_cross', code: `${random.integer(1, 9)}` },
    { do: 'copy_applications', from_part_id: random.pick(world.parts) },
    { do: 'change_applications', vehicle_ids: caller.some(VEHICLES, 3), set: { quantity: random.integer(1, 4) } },
    { do: 'change_applications', vehicle_ids: caller.some(VEHICLES, 3), set: { positions: caller.some(POSITIONS, 1) } },
    { do: 'remove' },
  ];

  async function bulk() {
    const action = random.pick(actions());
    const matching = {
      ...{ brandId: random.pick(sharedBrands).id, productId: random.pick(world.products).id },
      query: { 'filter[matches-enabled]': `${flag()}` },
    };
    const isWide = action.do !== 'remove' && random.chance(0.3);
    const chosen = isWide ? { matching } : { ids: caller.some(world.parts, action.do === 'remove' ? 5 : 40) };
    const started = await caller.ask(api.bulk.store, { body: { ...chosen, action } });
    if (!started) return null;
    const { id } = started;
    world.jobs.push(id);
    if (isRare()) await caller.ask(api.bulk.cancel, { body: { id } });
    return () => caller.untilEnded(api.bulk.show, { params: { bulkId: id } });
  }

  async function undo() {
    const query = api.activity.list.query.parse({ 'page[size]': '50' });
    const operations = (await caller.ask(api.activity.list, { query }))?.data ?? [];
    // Parts that only one loop writes have other brands, and are never undone.
    const isShared = (brands: string) =>
      brands.split(', ').every((name) => world.brands.some((one) => one.name === name));
    const undoable = operations.filter(({ can_undo, brands }) => can_undo && isShared(brands));
    if (undoable.length === 0) return null;
    // Jobs are rare among the latest operations.
    const jobs = undoable.filter(({ kind }) => kind !== 'screen');
    const { id: operation_id } = random.pick(jobs.length > 0 && random.chance(0.6) ? jobs : undoable);
    const started = await caller.ask(api.undos.store, { body: { operation_id } });
    if (!started) return null;
    const { id } = started;
    world.jobs.push(id);
    if (isRare()) await caller.ask(api.undos.cancel, { body: { id } });
    return () => caller.untilEnded(api.undos.show, { params: { undoId: id } });
  }

  const removal = (share: number) => (random.chance(share) ? REMOVE : null);
  const answer = () => random.pick(['SI', 'NO', null]);

  async function makeFile() {
    const known = caller.some(world.imported, 30).map(({ brand, product, code }) => [brand, product, code] as const);
    const created = Array.from({ length: random.integer(0, 5) }, () => caller.unique('I'));
    const places = [
      ...known,
      ...created.map((code) => [world.brands[0].name, random.pick(world.products).name, code] as const),
    ];
    const removesParts = random.chance(0.2);
    const vehicleColumns = Array.from({ length: 7 }, () => null);
    return makeWorkbook(
      {
        Piezas: places.map(([brand, product, code]) => {
          const described = random.pick(['Importada', '(vacío)', null]);
          return [
            brand,
            '',
            product,
            code,
            described,
            answer(),
            answer(),
            removesParts ? removal(0.2) : null,
            answer(),
          ];
        }),
        Atributos: places.map((place) => [...place, random.pick(NAMES), random.pick(VALUES), null, removal(0.3)]),
        Equivalencias: places.map((place) => [...place, 'Fiat', `${random.integer(1, 9)}`, removal(0.3)]),
        Aplicaciones: places.map((place) => [
          ...[...place, random.pick(VEHICLES), ...vehicleColumns, removal(0.3)],
          ...[random.pick(['Trasera', null]), random.integer(1, 4)],
        ]),
      },
      `${caller.unique('archivo')}.xlsx`,
    );
  }

  async function importParts() {
    const mode = random.pick(['import', 'preview', 'auto'] as const);
    const replace = random.chance(0.2) ? random.pick(['Atributos', 'Equivalencias,Aplicaciones']) : '';
    const stored = await caller.ask(api.importer.store, { body: { attachment: await makeFile(), mode, replace } });
    if (!stored) return null;
    const { udid, id } = stored;
    world.jobs.push(id);
    if (isRare()) await caller.ask(api.importer.cancel, { body: { udid } });
    return async () => {
      const ended = await caller.untilEnded(api.importer.show, { params: { udid } });
      if (ended?.state !== 'review') return;
      if (isRare()) return caller.ask(api.importer.cancel, { body: { udid } });
      if (isRare()) await caller.ask(api.importReview.choose, { body: { udid, accepted: 0, sheet: 'Atributos' } });
      await caller.ask(api.importReview.apply, { body: { udid, confirmed: 1 } });
      if (isRare()) await caller.ask(api.importer.cancel, { body: { udid } });
      await caller.untilEnded(api.importer.show, { params: { udid } });
    };
  }

  async function importPictures() {
    const body = { part_brand_id: world.brands[0].id, part_product_id: 'all' as const };
    const opened = await caller.ask(api.pictureImports.store, { body });
    if (!opened) return null;
    const { id } = opened;
    world.jobs.push(id);
    const codes = caller.some(world.imported, 5).map(({ code }) => code);
    const pictures: Record<string, Buffer> = {};
    for (const code of codes) {
      pictures[`${code}.jpg`] = await pixels(random.integer(0, 9));
      pictures[`${code} (2).jpg`] = await pixels(random.integer(0, 9));
    }
    await caller.ask(api.pictureImports.addFile, { body: { id, attachment: await zipFile(pictures) } });
    const mode = random.pick(['append', 'replace'] as const);
    await caller.ask(api.pictureImports.apply, { body: { id, mode } });
    if (isRare()) await caller.ask(api.pictureImports.cancel, { body: { id } });
    return () => caller.untilEnded(api.pictureImports.show, { params: { pictureImportId: id } });
  }

  return [bulk, bulk, undo, undo, importParts, importPictures];
}
