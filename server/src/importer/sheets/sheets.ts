import type { ImportSheet } from '@piezario/contract/importer';
import type { AttributeTemplates } from '../attributes/attribute-templates.ts';
import type { VehicleMatcher } from '../vehicles/vehicle-matcher.ts';
import { applicationRules } from './applications.ts';
import { attributeRules } from './attributes.ts';
import { crossRules } from './crosses.ts';
import { partRules } from './parts.ts';
import type { SheetRules } from './rules.ts';

/** In reading order: parts exist before rows refer to them. */
export const sheetRules = (
  matcher: VehicleMatcher,
  templates: AttributeTemplates,
): ReadonlyMap<ImportSheet, SheetRules> =>
  new Map(
    [partRules, attributeRules(templates), crossRules, applicationRules(matcher)].map((rules: SheetRules) => [
      rules.format,
      rules,
    ]),
  );
