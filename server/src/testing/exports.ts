import { addBrand, addCategory, addPart, addPicture, addProduct, addVehicle } from './catalogue.ts';
import type { Client } from './client.ts';
import type { startServer } from './server.ts';
import { readWorkbook } from './written-workbook.ts';

type Place = {
  brand: number;
  product?: number | undefined;
  category?: number;
  /** Other parameters, as a table takes them. */
  query?: Record<string, string>;
};

/** Downloads a file of the exporter, as an external program does. */
export async function download(client: Client, kind: string, place: Place) {
  const file = kind === 'json' ? 'file.json' : 'file.xlsx';
  const query = new URLSearchParams({
    ...(place.category && { 'filter[matches-part_category_id]': String(place.category) }),
    ...place.query,
  });
  const path = `/api/backend/exporter/files/${kind}/${place.brand}/${place.product ?? 'all'}/${file}?${query}`;
  const response = await client.fetch('GET', path);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
export const readDownload = async (...asked: Parameters<typeof download>) =>
  readWorkbook((await download(...asked)).bytes);

/** Texts that a writer or reader may mistake for a formula, a number, an escape or markup. */
export const AWKWARD = [
  '=HYPERLINK("http://malo.example")',
  '+1',
  '-2',
  '@x1',
  '00123',
  '1e5',
  '_x000D_1',
  '<b>&1"\'',
  'ñandú 🚗 1',
  'W 712/75',
];
const DESCRIPTION = `Dos renglones\n=1+1; «comillas» "dobles"\t_x0041_ 🚗 ${'largo '.repeat(800)}fin`;

/** A brand whose parts have such texts in most fields, and different numbers of rows. */
export async function addAwkwardBrand(db: Awaited<ReturnType<typeof startServer>>['db']) {
  const brand = await addBrand(db, 'Marca =1+1');
  const category = await addCategory(db, 'Filtros & más');
  const product = await addProduct(db, category.id, 'Filtro <de aceite>');
  const otherCategory = await addCategory(db);
  const otherProduct = await addProduct(db, otherCategory.id);
  const vehicles = [await addVehicle(db, 'Uno'), await addVehicle(db, 'Palio')].map(({ id }) => id);

  for (const [index, code] of AWKWARD.entries()) {
    const { id } = await addPart(db, brand.id, index === 9 ? otherProduct.id : product.id, code);
    await db
      .updateTable('parts')
      .set({
        observation: index % 2 ? DESCRIPTION : '',
        enabled: index !== 3,
        discontinued: index === 4,
        is_universal: index === 5,
      })
      .where('id', '=', id)
      .execute();
    const attributes = AWKWARD.slice(0, index).map((value, n) => ({
      part_id: id,
      name: `Atributo ${n} ${value}`,
      value,
      unit: n % 2 ? 'mm' : '',
    }));
    if (attributes.length > 0) await db.insertInto('part_attributes').values(attributes).execute();
    const crosses = AWKWARD.slice(index).map((other) => ({ part_id: id, brand: `Marca ${other}`, code: other }));
    await db.insertInto('part_crosses').values(crosses).execute();
    const links = vehicles.slice(index % 3).map((vehicle_id) => ({ part_id: id, vehicle_id }));
    const qualified = links.slice(1).map((link) => ({
      ...link,
      positions: 'Delantera, Derecha',
      quantity: index % 2 ? index : null,
      note: code,
      from_year: index % 2 ? null : 2001,
      until_year: 2005 + index,
    }));
    for (const link of [...links, ...qualified]) await db.insertInto('part_vehicles').values(link).execute();
    for (let n = 0; n < index % 4; n++) await addPicture(db, id, { position: n + 1, is_blueprint: n === 0 });
  }
  return { brand, category, product, otherCategory, otherProduct };
}
