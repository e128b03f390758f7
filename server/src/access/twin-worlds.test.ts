import { createHash } from 'node:crypto';
import { admits, type Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import type { Endpoint } from '@piezario/contract/endpoint';
import { SPREADSHEET_KINDS } from '@piezario/contract/exporter';
import { ATTRIBUTE_KEY, attributeKey, type Columns, isSortable, type Kind, MODES } from '@piezario/contract/list';
import { PENDING_BY } from '@piezario/contract/pending';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLimiter } from '../limiter.ts';
import {
  addAttribute,
  addBrand,
  addBulk,
  addCategory,
  addCross,
  addGrant,
  addMapping,
  addPart,
  addPicture,
  addPictureImport,
  addProduct,
  addProposal,
  addRemoved,
  addReview,
  addUndo,
  addVehicle,
} from '../testing/catalogue.ts';
import { ENDPOINTS, fillPath } from '../testing/contract.ts';
import { openSession, viewAs } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { IS_SLOW, IS_SOAK } from '../testing/soak.ts';

/**
 * Rows outside a person's scope must not change one byte of what they receive. The same questions (GET requests) are
 * asked before and after such rows are added to a database: every GET of the contract, for every id, filter and sort.
 * New calls of the contract are included automatically.
 */

/** All ids of the test, which are small, and unused ones. The first id is that of rows that everybody sees. */
const IDS = Array.from({ length: 14 }, (_, index) => index + 1);

const VISIBLE_UDID = 'a0000000-0000-4000-8000-000000000001';
const HIDDEN_UDID = 'a0000000-0000-4000-8000-000000000002';
/** Files that wait to be mapped. */
const VISIBLE_MAPPED = 'a0000000-0000-4000-8000-000000000003';
const HIDDEN_MAPPED = 'a0000000-0000-4000-8000-000000000004';

/** Values of the parameters in paths and queries, by the name of the parameter. */
const PARAMETERS: Readonly<Record<string, readonly (string | number)[]>> = {
  id: IDS,
  partId: [1, 2, 3, 4, 5],
  operationId: Array.from({ length: 80 }, (_, index) => index + 1),
  brandId: [1, 2, 'all'],
  categoryId: [1, 2, 'all'],
  productId: ['all', 1, 2, 3],
  after: [0, 1],
  parts: ['1,2,3,4,5'],
  names: ['Atributo visible\nAtributo oculta'],
  partBrandId: [1, 2],
  partProductId: [1, 2, 3],
  search: ['a', 'oculta'],
  kind: SPREADSHEET_KINDS,
  undoId: [2, 1, 7],
  bulkId: [3, 1, 8],
  pictureImportId: [4, 1, 9],
  fileId: [1, 2],
  udid: [VISIBLE_UDID, HIDDEN_UDID, VISIBLE_MAPPED, HIDDEN_MAPPED],
  part_brand_id: [1, 2],
  part_product_id: [1, 2, 3],
  brand: ['Fiat'],
  model: ['Modelo visible', 'Modelo oculto'],
  year: [2005],
  words: ['1.4'],
  vehicle_id: [1, 2],
  hidden: [0, 1],
  list: [api.parts.list.path],
  by: PENDING_BY,
  since: ['2020-01-01'],
  name: ['Atributo visible', 'Atributo oculto'],
  description_pattern: ['', '{Producto} {Atributo oculto}'],
  text: ['fiat', 'oculta', 'visible1', 'X1', 'producto visible 1.4', 'visible oculta', 'atributo'],
};

/** Values of filters by kind of column, used in turn. Some occur in visible rows, others in hidden rows. */
const VALUES: Record<Kind, readonly string[]> = {
  text: ['a', 'oculta', 'Cliente', 'visible'],
  prose: ['a', 'oculta'],
  code: ['1', 'oculta'],
  codes: ['1', 'oculta'],
  number: ['1', '0', '2'],
  link: ['1', '2'],
  flag: ['1'],
  date: ['2020-01-01'],
  attribute: ['1', 'x'],
};

/** Filters of lists that find nothing without one. */
const ASKED_FOR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A number that all parts have.
  'search.list': { 'filter[contains-text]': 'X1' },
  'exporter.table': { columns: 'code,product,updated_by,gaps' },
  'vehicleCatalog.list': { 'filter[in-vehicle_id]': '1;2' },
};

/** The landing page counts everything, for everybody. Sessions are opened by the test itself. */
const EXEMPT = ['account.sessions', 'statistics.home'];
/** Calls whose rows come with the product or belong to the caller, so that none can be out of scope. */
const WITHOUT_SCOPE = [
  'account.show',
  'auth.logout',
  'downloads.progress',
  'importMappings.list',
  'importer.template',
  'mercadolibre.categories',
  'pictureImports.unfinished',
  'settings.show',
  'vehicleAliases.brands',
  'vehicleAliases.paginated',
  'vehicleAliases.show',
  'vehicleBase.show',
  'vehicleBase.names',
  'vehicleBase.decisions',
  'vehicles.headers',
  'views.list',
];

const READS = [...ENDPOINTS].filter(([name, { method }]) => method === 'GET' && !EXEMPT.includes(name));

/** Every way to fill in the parameters. */
function combinations([name, ...rest]: readonly string[]): Record<string, string>[] {
  if (name === undefined) return [{}];
  const values = PARAMETERS[name];
  if (!values) throw new Error(`Say in PARAMETERS what to ask for as «${name}»`);
  return values.flatMap((value) => combinations(rest).map((others) => ({ [name]: `${value}`, ...others })));
}

/** Sorts by every column, filters it in two of its modes, which take turns, and reads several pages. */
function queriesOf(columns: Columns): Record<string, string>[] {
  const byColumn = Object.entries(columns).flatMap(([declared, kind], turn) => {
    const column = kind === 'attribute' ? attributeKey(`Atributo ${turn % 2 === 0 ? 'oculta' : 'visible'}`) : declared;
    const [modes, values] = [MODES[kind], VALUES[kind]];
    const filters = [turn, turn + 1].map((index) => {
      const mode = modes[index % modes.length] ?? 'matches';
      const value = values[index % values.length] ?? '';
      return {
        [`filter[${mode}-${column}]`]: mode === 'between' ? `${value}..${value}` : mode.startsWith('is_') ? '1' : value,
        ...(isSortable(columns, column) && { sort: `-${column}` }),
      };
    });
    return [...(isSortable(columns, column) ? [{ sort: column, 'page[size]': '2' }] : []), ...filters];
  });
  return [...byColumn, ...['1', '2', '99'].map((page) => ({ 'page[size]': '1', 'page[number]': page }))];
}

/** Only the filters, for calls that take those of a list. SOAK=1 asks all of them again, other runs a quarter. */
const filtersOf = (columns: Columns) =>
  queriesOf(columns)
    .flatMap((query) => {
      const filters = Object.entries(query).filter(([name]) => name.startsWith('filter'));
      return filters.length > 0 ? [Object.fromEntries(filters)] : [];
    })
    .filter((_, index) => IS_SOAK || index % 4 === 0);

/** Questions of a call: all combinations of parameters, and all filters, orders and pages for the first ids. */
function questionsOf(name: string, { path, params, query, columns, filters }: Endpoint): string[] {
  const [first = {}, ...others] = combinations(Object.keys(params?.shape ?? {}));
  const searches = combinations(query instanceof z.ZodObject ? Object.keys(query.shape) : []);
  const write = (values: Record<string, string>, search: Record<string, string>) =>
    `${fillPath(path, values)}?${new URLSearchParams({ ...ASKED_FOR[name], ...search })}`;
  // Values of attributes are compared in a product.
  const placesOf = (search: Record<string, string>) =>
    JSON.stringify(search).includes(ATTRIBUTE_KEY) ? ['1', '2'].map((productId) => ({ ...first, productId })) : [first];
  return [
    ...[first, ...others].flatMap((values) => searches.map((search) => write(values, search))),
    ...(columns ? queriesOf(columns) : filtersOf(filters ?? {})).flatMap((search) =>
      placesOf(search).map((place) => write(place, search)),
    ),
  ];
}

/**
 * The fast tier asks an eighth of the questions, except as an admin, whose answers have to show every row. Admins and
 * the slow tier ask half of the questions about operations, which are many. A hash selects different questions for each
 * person and call, so that no kind is left out. SOAK=1 asks everything.
 */
function isAsked({ id, role }: Person, { params }: Endpoint, question: string): boolean {
  const isOfOperation = params !== undefined && 'operationId' in params.shape;
  const share = IS_SOAK ? 1 : !IS_SLOW && role !== 'admin' ? 8 : isOfOperation ? 2 : 1;
  const [byte = 0] = createHash('sha256').update(`${id} ${question}`).digest();
  return byte % share === 0;
}

const server = await startServer();
const { db } = server;

type Person = {
  readonly id: number;
  readonly role: Role;
  /** The client as whom the person reads the catalog. */
  readonly viewsAs?: Person;
};
async function addPerson(role: Role, name: string, ...places: Parameters<typeof addGrant>[2][]): Promise<Person> {
  const { id } = await server.addUser(role);
  await db.updateTable('users').set({ name, phone: '1' }).where('id', '=', id).execute();
  for (const place of places) await addGrant(db, id, place);
  return { id, role };
}

async function addWholePart(brand: number, product: number, word: string) {
  const { id } = await addPart(db, brand, product, `${word} 1`);
  await addAttribute(db, id, `Atributo ${word}`);
  await addCross(db, id, `Equivalencia ${word}`);
  // An OEM number that all parts share.
  await addCross(db, id, 'Fiat');
  await addPicture(db, id, { name: `Foto ${word}` });
  for (const { id: vehicle_id } of word === 'visible' ? [vehicle] : [vehicle, hiddenVehicle]) {
    await db.insertInto('part_vehicles').values({ part_id: id, vehicle_id }).execute();
  }
  await addRemoved(db, 'parts', await addPart(db, brand, product, `${word} 2`));
  await db.insertInto('conflict_counts').values({ part_brand_id: brand, part_product_id: product, pairs: 1 }).execute();
  return id;
}

// Rows that everybody sees.
const vehicle = await addVehicle(db, 'Modelo visible');
const hiddenVehicle = await addVehicle(db, 'Modelo oculto');
const brand = await addBrand(db, 'Marca visible');
const category = await addCategory(db, 'Categoría visible');
const product = await addProduct(db, category.id, 'Producto visible');
await addWholePart(brand.id, product.id, 'visible');
const ofBrand = { part_brand_id: brand.id };
const ofCategory = { ...ofBrand, part_category_id: category.id };
const ofProduct = { ...ofBrand, part_product_id: product.id };
const seenClient = await addPerson('client', 'Cliente visible', ofProduct);

const admin = await addPerson('admin', 'Administradora');
const wide = { 'a manufacturer of the brand': await addPerson('manufacturer', 'Fabricante A', ofBrand) };
await addReview(db, wide['a manufacturer of the brand'].id, 1, 'Archivo visible', VISIBLE_UDID);
await addUndo(db, wide['a manufacturer of the brand'].id, 1, 'Detalle visible');
await addBulk(db, wide['a manufacturer of the brand'].id, 1, 'Motivo visible');
await addProposal(db, wide['a manufacturer of the brand'].id, 1, 'Modelo visible');
await addPictureImport(db, wide['a manufacturer of the brand'].id, 1, 'Foto visible');
const narrow = { 'a client of a category': await addPerson('client', 'Cliente A', ofCategory) };
const maker = await addPerson('manufacturer', 'Fabricante C', ofProduct);
const narrowest = {
  'a manufacturer who views as a client': { ...maker, viewsAs: seenClient },
  'a manufacturer of a product': await addPerson('manufacturer', 'Fabricante B', ofProduct),
  'a user of a product': await addPerson('user', 'Usuario A', ofProduct),
};

await addMapping(db, wide['a manufacturer of the brand'].id, brand.id, 'Mapeo visible', VISIBLE_MAPPED);

/** Stages that add rows, with the people for whom all of these rows are out of scope. */
const STAGES = [
  {
    what: 'another brand',
    unaware: { ...wide, ...narrow, ...narrowest },
    add: async () => {
      const other = await addBrand(db, 'Marca oculta');
      const hidden = await addWholePart(other.id, product.id, 'oculta');
      const ofOther = { part_brand_id: other.id };
      await addPerson('client', 'Cliente de la marca oculta', ofOther);
      const maker = await addPerson('manufacturer', 'Fabricante de la marca oculta', ofOther);
      await addReview(db, maker.id, hidden, 'Archivo oculta', HIDDEN_UDID);
      await addUndo(db, maker.id, hidden, 'Detalle oculta');
      await addBulk(db, maker.id, hidden, 'Motivo oculta');
      await addProposal(db, maker.id, hidden, 'Modelo oculta');
      await addPictureImport(db, maker.id, hidden, 'Foto oculta');
      await addMapping(db, maker.id, other.id, 'Mapeo oculta', HIDDEN_MAPPED);
      await addPerson('client', 'Cliente oculta sin marcas');
      await addGrant(db, seenClient.id, ofOther);
    },
  },
  {
    what: 'another category',
    unaware: { ...narrow, ...narrowest },
    add: async () => {
      const other = await addCategory(db, 'Categoría oculta');
      const hidden = await addProduct(db, other.id, 'Producto oculta');
      await addWholePart(brand.id, hidden.id, 'oculta');
      const attribute = {
        name: 'Largo oculta',
        type: 'text',
        importance: 'required',
        mercadolibre_id: 'OCULTA',
      } as const;
      await db
        .insertInto('part_product_attributes')
        .values({ ...attribute, part_product_id: hidden.id, position: 1 })
        .execute();
      await addGrant(db, seenClient.id, { ...ofBrand, part_category_id: other.id });
      await addGrant(db, seenClient.id, ofBrand);
    },
  },
  {
    what: 'another product',
    unaware: narrowest,
    add: async () => {
      const other = await addProduct(db, category.id, 'Producto oculta 2');
      await addWholePart(brand.id, other.id, 'oculta');
      await addGrant(db, seenClient.id, { ...ofBrand, part_product_id: other.id });
      await addGrant(db, seenClient.id, ofCategory);
    },
  },
];

type Answers = Map<string, string>;
const { run } = createLimiter({ atOnce: 8 });

/** The answers to a person, by question. Every call has its own session, because one call ends it. */
async function answersTo(person: Person): Promise<Answers> {
  const { id, viewsAs } = person;
  const { role } = viewsAs ?? person;
  const reads = READS.filter(([, { access, isPersonal }]) => admits(access, role) && !(viewsAs && isPersonal));
  const asked = reads.map(async ([name, endpoint]) => {
    const own = await run(() => openSession(server, id));
    const session = viewsAs ? await run(() => viewAs(own, viewsAs.id)) : own;
    const questions = questionsOf(name, endpoint).filter((question) => isAsked(person, endpoint, question));
    return Promise.all(
      questions.map((question) =>
        run(async (): Promise<[string, string]> => {
          const response = await session.fetch('GET', question);
          // Compared byte by byte: some answers are no text.
          const answer = Buffer.from(await response.arrayBuffer()).toString('latin1');
          return [`${name} ${question}`, `${response.status} ${answer}`];
        }),
      ),
    );
  });
  return new Map((await Promise.all(asked)).flat());
}

async function askAll(people: Readonly<Record<string, Person>>): Promise<Record<string, Answers>> {
  const answers = Object.entries(people).map(async ([who, person]) => [who, await answersTo(person)]);
  return Object.fromEntries(await Promise.all(answers));
}

/** The questions with different answers, and both answers. */
const differences = (before: Answers | undefined, after: Answers | undefined) =>
  [...(after ?? [])]
    .filter(([question, answer]) => before?.get(question) !== answer)
    .map(([question, answer]) => ({ question, before: before?.get(question), after: answer }));

/** Thousands of calls are asked before and after each stage. */
const TIMEOUT = 900_000;
let first: Record<string, Answers> = {};
let latest: Record<string, Answers> = {};

beforeAll(async () => {
  first = await askAll({ admin, ...wide, ...narrow, ...narrowest });
  latest = first;
}, TIMEOUT);

test('all questions are answered, and every list finds visible rows', () => {
  const answers = Object.values(first).flatMap((ofOne) => [...ofOne]);
  const refused = answers.filter(([, answer]) => !/^(200|404|409) /.test(answer));
  expect(refused.filter(([question]) => !/\/(for_importer|backup)\//.test(question))).toEqual([]);
  const found = new Set(
    answers.filter(([, answer]) => /visible/i.test(answer)).map(([question]) => question.replace(/ .*/, '')),
  );
  const lists = READS.flatMap(([name, { columns }]) => (columns && !WITHOUT_SCOPE.includes(name) ? [name] : []));
  expect(lists.filter((name) => !found.has(name))).toEqual([]);
});

describe.each(STAGES)('when there is $what', ({ unaware, add }) => {
  let before: Record<string, Answers> = {};

  beforeAll(async () => {
    before = latest;
    await add();
    latest = await askAll(unaware);
  }, TIMEOUT);

  test.each(Object.keys(unaware))('%s cannot tell', (who) => {
    expect(latest[who]?.size).toBeGreaterThan(0);
    expect(differences(before[who], latest[who])).toEqual([]);
  });
});

test(
  'every call with a scope shows the added rows to an admin',
  async () => {
    const last = await askAll({ admin });
    const differing = differences(first.admin, last.admin).map(({ question }) => question.replace(/ .*/, ''));
    const silent = READS.map(([name]) => name).filter((name) => !differing.includes(name));
    expect(silent, 'Let STAGES add what these show, or say in WITHOUT_SCOPE that they show nothing of it').toEqual(
      WITHOUT_SCOPE,
    );
  },
  TIMEOUT,
);
