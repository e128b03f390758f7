import { useParams } from '@tanstack/react-router';
import type { NounPath } from './words.ts';

/** The id in the path of a form; undefined for a new record. */
export const useRecordId = (path: NounPath): string | undefined =>
  useParams({ from: `/shell${path}/$id`, shouldThrow: false })?.id;
