import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seededRandom } from '../testing/random.ts';
import { startServer } from '../testing/server.ts';
import { readBarcodes } from './meli-gtin.ts';

const { db } = await startServer();

test('the database and the file for Mercado Libre accept the same bar codes', async () => {
  const some = ['4006381333931', '4006381333930', '400638133393', '96385074', '00000000', '036000291452', 'abc', ''];
  const more = ['4006-3813 33931', '10012345678902', '12345', '٤٠٠٦٣٨١٣٣٣٩٣١', '1٠٠٠٠٠٠٠', '4006381333931x', ' - '];
  const { digits } = seededRandom();
  const lengths = [8, 12, 13, 14];
  const random = lengths.flatMap((length) => Array.from({ length: 100 }, () => digits(length)));
  const values = [...some, ...more, ...random];
  const { rows } = await sql<{ valid: boolean[] }>`
    select array_agg(is_gtin(value) order by n) as valid
    from unnest(${values}::text[]) with ordinality given (value, n)`.execute(db);
  const exported = values.map((value) => readBarcodes([['GTIN', value, '']]).gtins.length > 0);
  expect(rows[0]?.valid).toEqual(exported);
  expect(exported.filter(Boolean).length).toBeGreaterThan(5);
});
