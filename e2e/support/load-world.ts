import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import type { Endpoint, Result, Sent } from '@piezario/contract/endpoint';
import type { JobState } from '@piezario/contract/jobs';
import type { Client } from '@piezario/server/testing/client';
import { photo } from '@piezario/server/testing/images';
import { importFile, makeWorkbook } from '@piezario/server/testing/imports';
import type { seededRandom } from '@piezario/server/testing/random';
import type { Load } from './load.ts';
import { ADMIN } from './process.ts';

export type Random = ReturnType<typeof seededRandom>;
type Named = { readonly id: number; readonly name: string };

const PARTS = 200;
/** Ids of vehicles that ship with the product. */
export const VEHICLES = Array.from({ length: 12 }, (_, n) => n + 1);

/** A part as it was imported before the load. Its code, brand and product may change. */
type ImportedPart = {
  readonly id: number;
  readonly brand: string;
  readonly product: string;
  readonly code: string;
};

/** What all people of the load change at once. */
export type World = {
  readonly category: number;
  /** Manufacturers have the first brand, the administrator both. */
  readonly brands: readonly [Named, Named];
  readonly products: readonly Named[];
  readonly imported: readonly ImportedPart[];
  /** Ids of parts whose creation was acknowledged. Some are in the trash. */
  readonly parts: number[];
  /** Ids of jobs that were acknowledged. */
  readonly jobs: number[];
  readonly photos: readonly File[];
};

export async function createWorld(admin: Client): Promise<World> {
  const addBrand = (name: string) => admin.call(api.brands.add, { body: { name } });
  const brands = [await addBrand('Común'), await addBrand('Otra')] as const;
  const { id: category } = await admin.call(api.categories.add, { body: { name: 'Carga' } });
  const products: Named[] = [];
  for (const name of ['Discos de carga', 'Pastillas de carga', 'Aceites de carga'])
    products.push(await admin.call(api.products.add, { body: { name, category_id: category } }));
  const named = Array.from({ length: PARTS }, (_, n) => ({
    brand: brands[n % 4 === 0 ? 1 : 0].name,
    product: products[n % products.length]?.name ?? '',
    code: `L-${n}`,
  }));
  const place = ({ brand, product, code }: (typeof named)[number]) => [brand, product, code];
  const file = await makeWorkbook({
    Piezas: named.map(({ brand, product, code }, n) => [brand, '', product, code, `Pieza ${n}`, 'SI']),
    Atributos: named.flatMap((part, n) => (n % 3 ? [[...place(part), `N${n % 5}`, n, 'mm']] : [])),
    Equivalencias: named.flatMap((part, n) => (n % 4 ? [[...place(part), 'Fiat', `${n}`]] : [])),
    Aplicaciones: named.flatMap((part, n) => (n % 5 ? [[...place(part), VEHICLES[n % VEHICLES.length] ?? 0]] : [])),
  });
  const { state, errors_count } = await importFile(admin, file);
  if (state !== 'done' || errors_count > 0) throw new Error('The parts of the load were not imported');
  const imported: ImportedPart[] = [];
  for (const { id: brandId, name: brand } of brands) {
    const query = api.parts.list.query.parse({ 'page[size]': '200' });
    const { data } = await admin.call(api.parts.list, { params: { brandId, productId: 'all' }, query });
    for (const { id, code, product_with_category } of data)
      imported.push({ id, brand, product: product_with_category.name, code });
  }
  const parts = imported.map(({ id }) => id);
  const photos = await Promise.all([520, 600, 80, 90].map((side, n) => photo(side, side, `foto-${n}.jpg`)));
  return { category, brands, products, imported, parts, jobs: [], photos };
}

/** A manufacturer of some brands. Returns the token of a session. */
export async function addMaker(admin: Client, email: string, brands: readonly number[]): Promise<string> {
  const given = 'una-clave-dada';
  const body = { name: email, email, password: given, role: 'manufacturer' as const };
  const { id: user_id } = await admin.call(api.users.store, { body });
  for (const brand of brands) await admin.call(api.users.append, { body: { user_id, brand } });
  return tokenOf(await admin.signInFirst(email, given, ADMIN.password));
}

export function tokenOf({ token }: Client): string {
  if (token === null) throw new Error('Nobody is signed in');
  return token;
}

type Job = { readonly state: JobState };
const isActive = ({ state }: Job) => state === 'queued' || state === 'running';
const POLL_MS = 500;

/** Makes the calls of a person in one of their loops. */
export class Caller {
  readonly #load: Load;
  readonly #token: string;
  readonly isAdmin: boolean;
  readonly random: Random;
  /** Unique among the loops. */
  readonly name: string;
  #made = 0;

  constructor(load: Load, token: string, options: { isAdmin: boolean; random: Random; name: string }) {
    this.#load = load;
    this.#token = token;
    this.isAdmin = options.isAdmin;
    this.random = options.random;
    this.name = options.name;
  }

  send<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
    return this.#load.send(this.#token, endpoint, sent);
  }

  /** The result; null when the call was refused or not answered. */
  async ask<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Result<E> | null> {
    const answer = await this.send(endpoint, sent);
    return answer.ending === 'done' ? answer.result : null;
  }

  /** A text that no other call sends. */
  unique(prefix: string): string {
    this.#made++;
    return `${prefix}-${this.name}-${this.#made}`;
  }

  /** Returns at least one and at most `most` random items of the list. */
  some<T>(list: readonly T[], most: number): T[] {
    return this.random.shuffle(list).slice(0, this.random.integer(1, most));
  }

  /** Returns the job once it is not active, or null when the call is refused or the load ends before. */
  async untilEnded<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Result<E> | null> {
    while (!this.#load.isOver) {
      const answer = await this.#load.poll(this.#token, endpoint, sent);
      if (answer.ending === 'refused') return null;
      if (answer.ending === 'done' && !isActive(answer.result as Job)) return answer.result;
      await delay(POLL_MS);
    }
    return null;
  }
}
