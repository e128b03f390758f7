import type { ImportSheet } from '@piezario/contract/importer';
import type { VehicleMatcher } from '../vehicles/vehicle-matcher.ts';
import { applicationRules } from './applications.ts';
import { attributeRules } from './attributes.ts';
import { crossRules } from './crosses.ts';
import { partRules } from './parts.ts';
import type { SheetRules } from './rules.ts';

/** In reading order: parts exist before rows refer to them. */
export const sheetRules = (matcher: VehicleMatcher): ReadonlyMap<ImportSheet, SheetRules> =>
  new Map(
    [partRules, attributeRules, crossRules, applicationRules(matcher)].map((rules: SheetRules) => [
      rules.format,
      rules,
    ]),
  );
