import { crosses } from '@piezario/contract/crosses';
import { findCrosses, insertCrosses, SELF } from '../../crosses/bulk.ts';
import { type ColumnsOf, findOfParts, oneRowEach, partOf, type SheetRules } from './rules.ts';
import { splitCodes } from './split-codes.ts';

const crossFields = crosses.store.body.shape;

type CrossValues = { readonly brand: string; readonly codes: readonly string[] };
type CrossItem = { readonly brand: string; readonly code: string; readonly folded: string; readonly bare: string };
const CROSS_CODE = 'Código equivalente';

export const crossRules: SheetRules<CrossValues, CrossItem> = {
  format: 'Equivalencias',
  entity: 'cross',
  read: (reader) => ({
    brand: reader.required('Marca equivalente', crossFields.brand),
    codes: splitCodes.read(reader, CROSS_CODE, crossFields.code),
  }),
  textsToFold: ({ brand, codes }) => [brand, ...codes],
  resolve: ({ brand, codes }, folding) =>
    brand ? codes.map((code) => ({ brand, code, folded: folding.fold(brand), bare: folding.bare(code) })) : [],
  key: ({ folded, bare }) => `${folded}\n${bare}`,
  keyColumn: CROSS_CODE,
  columns: { brand: 'Marca equivalente', code: CROSS_CODE } satisfies ColumnsOf<'cross'>,
  findStored: (db, items) =>
    findOfParts(items, (existing) =>
      oneRowEach(
        findCrosses(
          db,
          existing.map((one) => ({ part: partOf(one), folded: one.item.folded, bare: one.item.bare })),
        ),
      ),
    ),
  target: ({ item: { brand, code } }) => ({ brand, code }),
  newFields: ({ parsed: { destination, reader, ...part }, item: { brand, code, folded, bare } }) => {
    if (folded === destination.brand && bare === part.bare) return [CROSS_CODE, SELF];
    const isChosen = reader.meaning(CROSS_CODE, reader.textOf(CROSS_CODE).trim()) !== undefined;
    return (isChosen ? null : splitCodes.refusal(CROSS_CODE, code)) ?? { brand, code };
  },
  isRespelling: () => true,
  insertRows: async (db, rows) => {
    await insertCrosses(
      db,
      rows.map(({ located, fields: { brand, code } }) => ({
        part: partOf(located),
        brand: String(brand),
        code: String(code),
      })),
    );
    return [];
  },
};
