import { type Access, admits, ROLES, type Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { photo } from '@piezario/server/testing/images';
import { openPictureImport } from '@piezario/server/testing/picture-imports';
import { IS_SLOW } from '@piezario/server/testing/soak';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { findDarkViolations, loadAxe, lookAt } from './support/axe.ts';
import type { Demo, DemoAccount } from './support/demo.ts';
import { findFaults, holdNotice } from './support/faults.ts';
import { DESK, PHONE, test } from './support/journey.ts';
import { BRAND, makePart } from './support/parts.ts';
import { createPerson } from './support/people.ts';

/*
 * Visits every route as every role that may open it, at a desk and on a phone. No screen may break a rule of
 * accessibility, send a request that fails, or have content that does not fit. The fast tier visits them as a guest, a
 * manufacturer and an admin, at a desk only. SOAK=1 also checks dark colors. Dialogs, menus and errors that open on the
 * screens are in accessibility-*.slow.test.ts.
 */

/** The narrowest window of WCAG 1.4.10, in which the content must still fit. */
const NARROW = { width: 320, height: 640 };

const ACCOUNTS: Record<Role, DemoAccount> = {
  admin: 'admin',
  staff: 'staff',
  manufacturer: 'fabricante',
  client: 'cliente',
  user: 'usuario',
};

async function makeWorld(demo: Demo) {
  const admin = await demo.client('admin');
  const part = await makePart(demo, 'RECORRIDA-1');
  const removed = await makePart(demo, 'RECORRIDA-2');
  await removed.client.call(api.parts.remove, { body: { id: removed.id } });
  const activity = await removed.client.call(api.activity.list, { query: api.activity.list.query.parse({}) });
  const operation = activity.data[0]?.id ?? 0;
  const { id: undo } = await removed.client.call(api.undos.store, { body: { operation_id: operation } });
  const read = () => removed.client.call(api.undos.show, { params: { undoId: undo } });
  await expect.poll(read).toMatchObject({ state: 'done' });
  const { id: bulk } = await part.client.call(api.bulk.store, {
    body: { ids: [part.id], action: { do: 'discontinue', discontinued: 1 } },
  });
  const attachment = await photo(60, 40, 'RECORRIDA-1.jpg');
  const { id: pictures } = await openPictureImport(part.client, { brand: part.brandId }, [attachment]);
  const aliases = await admin.call(api.vehicleAliases.paginated, {
    query: api.vehicleAliases.paginated.query.parse({}),
  });
  const product = await admin.call(api.products.show, { params: { id: part.productId } });
  return {
    part: part.id,
    brand: part.brandId,
    product: part.productId,
    category: product.part_category_id,
    operation,
    undo,
    bulk,
    pictures,
    alias: aliases.data[0]?.id ?? 0,
    client: (await createPerson(demo, 'clients', 'Cliente Recorrido', [BRAND])).id,
    user: (await createPerson(demo, 'users', 'Fabrica Recorrida', [BRAND])).id,
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const OVER_CATALOG = [
  ...[1, 2, 3, 4, 5, 6].map((step) => `step=${step}`),
  ...['images', 'attributes', 'crosses', 'applications', 'history'].map((view) => `view=${view}`),
];

/** Limits a list to five rows: they are alike, and axe takes long for many. A manufacturer gets whole catalog pages. */
const FEW = 'page[size]=5';

/** Addresses at which each route is checked. Routes with an empty list only redirect. */
const ADDRESSES: Readonly<
  Record<string, readonly string[] | ((world: World, role: Role | null) => readonly string[])>
> = {
  '/': [],
  '/logout': [],
  '/$': [],
  '/login': ['/login'],
  '/home': ['/home'],
  '/parts/catalog': ({ brand, part }, role) => [
    '/parts/catalog',
    `/parts/catalog?part_brand=${brand}${role === 'manufacturer' ? '' : `&${FEW}`}`,
    // Views over the catalog are built alike for all roles, and are no routes: the slow tier opens them.
    ...(IS_SLOW && role === 'manufacturer' ? OVER_CATALOG.map((what) => `/parts/catalog?part=${part}&${what}`) : []),
  ],
  '/parts/search': ['/parts/search', `/parts/search?text=filtro&${FEW}`],
  '/parts/vehicles': ['/parts/vehicles', '/parts/vehicles?brand=Volkswagen&model=Gol'],
  // The demo account of the role `user` does not reach the brand of the part.
  '/parts/$id': ({ part }, role) => (role === 'user' ? [] : [`/parts/${part}`]),
  '/parts/bulk/$bulkId': ({ bulk }, role) => (role === 'manufacturer' ? [`/parts/bulk/${bulk}`] : []),
  '/parts/pictures': ['/parts/pictures'],
  '/parts/pictures/$pictureImportId': ({ pictures }, role) =>
    role === 'manufacturer' ? [`/parts/pictures/${pictures}`] : [],
  '/parts/pending': ['/parts/pending', '/parts/pending?by=product'],
  '/parts/grid': ({ brand, product }) => [`/parts/grid?part_brand=${brand}&part_product=${product}`],
  '/parts/conflicts': ({ brand, product }) => [
    '/parts/conflicts',
    `/parts/conflicts?brand=${brand}&product=${product}`,
  ],
  '/parts/trash': ['/parts/trash'],
  '/import': ['/import'],
  '/activity': [`/activity?${FEW}`],
  '/activity/$operationId': ({ operation }) => [`/activity/${operation}`],
  '/activity/undos/$undoId': ({ undo }) => [`/activity/undos/${undo}`],
  '/account': ['/account'],
  '/users': ['/users'],
  '/users/new': ['/users/new'],
  '/users/$id': ({ user }) => [`/users/${user}`],
  '/clients': ['/clients'],
  '/clients/new': ['/clients/new'],
  '/clients/$id': ({ client }) => [`/clients/${client}`],
  '/part_products': [`/part_products?${FEW}`],
  '/part_products/new': ['/part_products/new'],
  '/part_products/$id': ({ product }) => [`/part_products/${product}`],
  '/part_brands': ['/part_brands'],
  '/part_brands/new': ['/part_brands/new'],
  '/part_brands/$id': ({ brand }) => [`/part_brands/${brand}`],
  '/part_categories': ['/part_categories'],
  '/part_categories/new': ['/part_categories/new'],
  '/part_categories/$id': ({ category }) => [`/part_categories/${category}`],
  '/vehicles': [`/vehicles?${FEW}`],
  '/vehicles/new': ['/vehicles/new'],
  '/vehicles/$id': ['/vehicles/1'],
  '/vehicles/proposals': ['/vehicles/proposals'],
  '/vehicle_aliases': [`/vehicle_aliases?${FEW}`],
  '/vehicle_aliases/new': ['/vehicle_aliases/new'],
  '/vehicle_aliases/$id': ({ alias }) => [`/vehicle_aliases/${alias}`],
};
const NOWHERE = '/no-existe';

type RouterWindow = {
  __TSR_ROUTER__: {
    routesByPath: Record<string, { options: { staticData?: { access?: Access } } }>;
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
};

/** The routes of the application, with who may open them. */
const readRoutes = (page: Page) =>
  page.evaluate(() => {
    const { routesByPath } = (window as unknown as RouterWindow).__TSR_ROUTER__;
    return Object.entries(routesByPath).map(([path, { options }]) => ({ path, access: options.staticData?.access }));
  });

/** Follows the requests of a page: those that are under way, and those that failed. */
function followRequests(page: Page) {
  const pending = new Set<unknown>();
  const failed: string[] = [];
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', async (request) => {
    const status = (await request.response())?.status() ?? 0;
    pending.delete(request);
    if (status >= 400) failed.push(`${status} ${request.method()} ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    pending.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // A screen that is left aborts its requests.
    if (!reason.includes('ERR_ABORTED')) failed.push(`${reason} ${request.url()}`);
  });
  return { pending, takeFailed: () => failed.splice(0) };
}
type Requests = ReturnType<typeof followRequests>;

/** Goes to an address inside the application, which costs a fraction of loading it, and waits until it is all there. */
async function visit(page: Page, { pending }: Requests, path: string) {
  await page.evaluate((url) => window.history.pushState({}, '', url), path);
  await settle(page, { pending });
}

async function settle(page: Page, { pending }: Pick<Requests, 'pending'>) {
  await page.waitForFunction(() => {
    const { state } = (window as unknown as RouterWindow).__TSR_ROUTER__;
    const isThere = state.status === 'idle' && state.resolvedLocation?.href === state.location.href;
    return isThere && !document.querySelector('[role="status"] > h1, [aria-busy="true"], [class*="skeleton"]');
  });
  await expect.poll(() => pending.size, { interval: 20 }).toBe(0);
}

const VISITORS = IS_SLOW ? [...ROLES, null] : ([null, 'manufacturer', 'admin'] as const);
const LOOKS = [{ name: 'desk', viewport: DESK }, ...(IS_SLOW ? [{ name: 'phone', viewport: PHONE }] : [])];

/**
 * Returns the faults of a screen, by window and colors. The toolbar is the same on all screens of a role, so that it is
 * checked only on the first one. Where nothing is new at a desk, axe does not run again on a phone, but `findFaults`
 * does.
 */
async function examine(page: Page, requests: Requests, withToolbar: boolean): Promise<string[]> {
  const found: string[] = [];
  let isNew = true;
  for (const { name, viewport } of LOOKS) {
    await page.setViewportSize(viewport);
    await settle(page, requests);
    found.push(...(await findFaults(page)).map((fault) => `${name}: ${fault}`));
    if (!isNew) continue;
    const look = await lookAt(page, { withToolbar });
    isNew = look.isNew;
    found.push(...look.violations.map((violation) => `${name}: ${violation}`));
    found.push(...(await findDarkViolations(page, { withToolbar })).map((violation) => `${name}, dark: ${violation}`));
  }
  if (IS_SLOW) {
    await page.setViewportSize(NARROW);
    await settle(page, requests);
    found.push(...(await findFaults(page)).filter((fault) => fault.startsWith('wider')));
    await page.setViewportSize(DESK);
  }
  return [...found, ...requests.takeFailed()];
}

let world: Promise<World> | undefined;

describe.for(VISITORS)('as %s', (role) => {
  test('every screen is accessible, complete and fits its window', { timeout: 900_000 }, async ({ open, demo }) => {
    world ??= makeWorld(demo);
    const made = await world;
    const page = await open('about:blank', role === null ? {} : { as: ACCOUNTS[role] });
    await loadAxe(page);
    const requests = followRequests(page);
    await page.goto(NOWHERE);
    await holdNotice(page);
    await settle(page, requests);
    const routes = await readRoutes(page);
    expect(routes.filter(({ path }) => !(path in ADDRESSES))).toEqual([]);
    const found: Record<string, string[]> = { [NOWHERE]: await examine(page, requests, false) };
    let isFirst = true;
    for (const { path, access } of routes) {
      if (!access || !admits(access, role)) continue;
      const addresses = ADDRESSES[path] ?? [];
      for (const address of typeof addresses === 'function' ? addresses(made, role) : addresses) {
        await visit(page, requests, address);
        found[address] = await examine(page, requests, isFirst);
        isFirst = false;
      }
    }
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
  });
});
