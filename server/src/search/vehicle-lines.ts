import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { type Chunk, type Reading, vehicleReadings } from './reading.ts';
import { REVISION, type Vocabulary, vocabularyAt } from './vocabulary.ts';

/** Line that was read as vehicles. It has several readings when they are equally likely. */
export type VehicleLine = {
  readonly chunks: readonly Chunk[];
  readonly vocabulary: Vocabulary;
  readonly readings: readonly Reading[];
};

/** Digits that may be the beginning of a year or of a displacement. */
const UNFINISHED = /^(?:\d|19\d?|20\d?)$/;

/** Reads a line as vehicles. Readings use all its words, except a year or displacement that is still being typed. */
export async function readVehicleLine(db: Db, text: string, { isTyping }: { isTyping: boolean }): Promise<VehicleLine> {
  const texts = text.split(/\s+/).filter((chunk) => chunk !== '');
  const { rows } = await sql<{ revision: string; chunks: Omit<Chunk, 'text'>[] }>`
    select ${REVISION} as revision, array(select to_json(chunk) from (
      select words_of(text) as words, bare(text) as bare
      from unnest(${texts}::text[]) with ordinality given (text, n) order by n) chunk) as chunks`.execute(prepared(db));
  const { revision = '', chunks: read = [] } = rows[0] ?? {};
  const vocabulary = await vocabularyAt(db, revision);
  const chunks = read.map((chunk, index) => ({ ...chunk, text: texts[index] ?? '' }));
  const readings = vehicleReadings(chunks, vocabulary);
  const isUnfinished = isTyping && UNFINISHED.test(chunks.at(-1)?.words.at(-1) ?? '');
  if (readings.length > 0 || !isUnfinished) return { chunks, vocabulary, readings };
  const begun = chunks.slice(0, -1);
  return { chunks: begun, vocabulary, readings: vehicleReadings(begun, vocabulary) };
}

/** The ids of the vehicles of a line. */
export const vehiclesIn = ({ vocabulary, readings }: VehicleLine): Set<number> =>
  new Set(
    readings.flatMap(({ vehicles }) => [...(vehicles ?? [])].flatMap((index) => vocabulary.vehicles[index]?.id ?? [])),
  );
