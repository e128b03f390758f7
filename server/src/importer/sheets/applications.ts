import { findLinks, insertLinks } from '../../vehicles/bulk.ts';
import type { VehicleMatcher } from '../vehicles/vehicle-matcher.ts';
import { type Described, describeVehicle, ID_COLUMN, isReadable } from '../vehicles/vehicle-row.ts';
import { findOfParts, partOf, type SheetRules } from './rules.ts';

type ApplicationItem = { readonly vehicle: number };

export const applicationRules = (matcher: VehicleMatcher): SheetRules<Described, ApplicationItem> => ({
  format: 'Aplicaciones',
  entity: 'application',
  read: describeVehicle,
  compared: ({ texts }) => texts,
  complete: (described, folding, reader) => {
    const vehicles = isReadable(reader) ? matcher.find(described, folding, reader) : null;
    return (vehicles ?? []).map((vehicle) => ({ vehicle }));
  },
  key: ({ vehicle }) => String(vehicle),
  keyColumn: ID_COLUMN,
  find: (db, named) =>
    findOfParts(named, async (existing) => {
      const links = existing.map((one) => ({ part: partOf(one), vehicle: one.item.vehicle }));
      const found = await findLinks(db, links);
      return found.map((link, index) => link && { id: link.id, fields: { vehicle_id: links[index]?.vehicle } });
    }),
  wanted: ({ item: { vehicle } }) => ({ vehicle_id: vehicle }),
  created: ({ item: { vehicle } }) => ({ vehicle_id: vehicle }),
  isRespelling: () => false,
  insert: async (db, rows) => {
    await insertLinks(
      db,
      rows.map(({ named }) => ({ part: partOf(named), vehicle: named.item.vehicle })),
    );
    return [];
  },
});
