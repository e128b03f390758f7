import { sql } from 'kysely';

/** The name of a row of vehicles: Volkswagen Gol Trend 1.6 Pack I 2008–2013. */
export const VEHICLE_NAME = sql<string>`concat_ws(' ', brand, model, nullif(version, '')) || ' '
  || case when sold_until_year is null then 'desde ' || sold_from_year
    else concat_ws('–', sold_from_year, nullif(sold_until_year, sold_from_year)) end`;
