import { api } from '@piezario/contract/api';
import type { Client } from '@piezario/server/testing/client';
import type { Answer } from './load.ts';
import type { Caller } from './load-world.ts';

/** Values of a part that are checked at the end. */
type Facts = { exists: boolean; observation: string; attribute: string; cross: string };
const FIRST: Facts = { exists: true, observation: '', attribute: '0', cross: '0' };
const NAME = 'Propio';
const BRAND = 'Propia';

type Place = { readonly part_brand_id: number; readonly part_product_id: number };

/** A part that a single loop writes, and the values that the server may have stored. */
export class OwnPart {
  readonly #fields: Place & { readonly code: string };
  readonly #ids: { readonly part: number; readonly attribute: number; readonly cross: number };
  /** For each fact: the last acknowledged value, and later ones that were sent without an answer. */
  readonly #possible: { [F in keyof Facts]: Facts[F][] } = {
    exists: [FIRST.exists],
    observation: [FIRST.observation],
    attribute: [FIRST.attribute],
    cross: [FIRST.cross],
  };
  acknowledged = 0;

  private constructor(fields: Place & { code: string }, ids: { part: number; attribute: number; cross: number }) {
    this.#fields = fields;
    this.#ids = ids;
  }

  static async create(admin: Client, place: Place, code: string): Promise<OwnPart> {
    const { id: part_id } = await admin.call(api.parts.store, { body: { ...place, code } });
    const attribute = { part_id, name: NAME, value: FIRST.attribute };
    const { id: attributeId } = await admin.call(api.attributes.store, { body: attribute });
    const { id: cross } = await admin.call(api.crosses.store, { body: { part_id, brand: BRAND, code: FIRST.cross } });
    return new OwnPart({ ...place, code }, { part: part_id, attribute: attributeId, cross });
  }

  /** Sends a random write. */
  async write(caller: Caller): Promise<void> {
    const { part: part_id, attribute: attribute_id, cross: cross_id } = this.#ids;
    const value = caller.unique('V');
    const fact = caller.random.pick([
      'observation',
      'attribute',
      'cross',
      'observation',
      'attribute',
      'exists',
    ] as const);
    if (fact === 'observation')
      this.#note(
        fact,
        value,
        await caller.send(api.parts.update, { body: { part_id, ...this.#fields, observation: value } }),
      );
    else if (fact === 'attribute')
      this.#note(
        fact,
        value,
        await caller.send(api.attributes.store, { body: { part_id, attribute_id, name: NAME, value } }),
      );
    else if (fact === 'cross')
      this.#note(
        fact,
        value,
        await caller.send(api.crosses.store, { body: { part_id, cross_id, brand: BRAND, code: value } }),
      );
    else if (caller.random.pick(this.#possible.exists))
      this.#note(fact, false, await caller.send(api.parts.remove, { body: { id: part_id } }));
    else {
      const answer = await caller.send(api.trash.restore, { body: { ids: [part_id] } });
      const isRefused = answer.ending === 'done' && !answer.result.restored.includes(part_id);
      this.#note(fact, true, isRefused ? { ending: 'refused' } : answer);
    }
  }

  #note<F extends keyof Facts>(fact: F, value: Facts[F], { ending }: Answer<unknown>) {
    if (ending === 'done') {
      this.acknowledged++;
      this.#possible[fact].splice(0, Infinity, value);
    } else if (ending === 'unanswered') this.#possible[fact].push(value);
  }

  /** Returns the facts with an impossible stored value. Restores a part in the trash, to read all of it. */
  async findLost(admin: Client): Promise<{ fact: keyof Facts; stored: unknown; possible: readonly unknown[] }[]> {
    const { part: partId, attribute, cross } = this.#ids;
    const exists = (await admin.send(api.parts.show, { params: { partId } })).code === 200;
    if (!exists) await admin.send(api.trash.restore, { body: { ids: [partId] } });
    const part = await admin.call(api.parts.show, { params: { partId } });
    const stored = {
      exists,
      observation: part.observation,
      attribute: part.attributes.find(({ id }) => id === attribute)?.value,
      cross: part.cross.find(({ id }) => id === cross)?.code,
    };
    return (Object.keys(FIRST) as (keyof Facts)[]).flatMap((fact) => {
      const possible: readonly unknown[] = this.#possible[fact];
      return possible.includes(stored[fact]) ? [] : [{ fact, stored: stored[fact], possible }];
    });
  }
}
