import type pg from 'pg';
import { withClient } from './database.ts';

const CATALOGUE = `
  select b.name as brand, pr.name as product, p.code, p.observation, p.enabled, p.discontinued, p.version,
    p.attributes_count, p.cross_count, p.vehicles_count,
    array(select concat_ws('|', a.name, a.value, a.unit) from part_attributes a where a.part_id = p.id order by 1) as attributes,
    array(select concat_ws('|', c.brand, c.code) from part_crosses c where c.part_id = p.id order by 1) as crosses,
    array(select v.vehicle_id from part_vehicles v where v.part_id = p.id order by 1) as vehicles
  from parts p join part_brands b on b.id = p.part_brand_id join part_products pr on pr.id = p.part_product_id
  order by b.name, pr.name, p.code_bare`;

const ERRORS = 'select sheet, row, "column", value, reason, cells from import_errors order by import_id, id';

/** All parts with everything about them, and what imports refused, without the ids that say when they came. */
export const dumpCatalogue = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => ({
    parts: (await client.query(CATALOGUE)).rows,
    errors: (await client.query(ERRORS)).rows,
  }));
