import { api } from '@piezario/contract/api';
import type { Endpoint } from '@piezario/contract/endpoint';

/** Every endpoint of the contract by its name: `brands.show`. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(api).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${noun}.${name}`, endpoint]),
  ),
);

export const fillPath = (path: string, params: Readonly<Record<string, unknown>>) =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
