import { SPREADSHEET_KINDS } from '@piezario/contract/exporter';
import { describe, expect, test } from 'vitest';
import { addBrand, addGrant } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { today } from '../testing/day.ts';
import { addAwkwardBrand, download, readDownload } from '../testing/exports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { IS_SLOW } from '../testing/soak.ts';
import { requireTool } from '../testing/tools.ts';
import { expectValid, hasValidator, openInLibreOffice, readWorkbook } from '../testing/written-workbook.ts';

const server = await startServer();
const { db } = server;
const admin = await enrol(server, 'admin');
const { brand, category, product, otherCategory, otherProduct } = await addAwkwardBrand(db);

describe('the selection', () => {
  const codesIn = async (client: Client, place: Parameters<typeof download>[2]) => {
    const { Piezas = [] } = await readDownload(client, 'parts', place);
    return Piezas.slice(1).map((row) => row[3]);
  };

  test('is a product or a category', async () => {
    expect(await codesIn(admin, { brand: brand.id, product: otherProduct.id })).toEqual(['W 712/75']);
    expect(await codesIn(admin, { brand: brand.id, category: otherCategory.id })).toEqual(['W 712/75']);
    expect(await codesIn(admin, { brand: brand.id, category: category.id })).toHaveLength(9);
    const { response } = await download(admin, 'parts', {
      brand: brand.id,
      product: product.id,
      category: otherCategory.id,
    });
    expect(response.status).toBe(404);
  });

  test.each([1.5, 3_000_000_000])('of a category with the impossible id %s is a 404', async (category) => {
    expect((await download(admin, 'parts', { brand: brand.id, category })).response.status).toBe(404);
  });

  test.each([...SPREADSHEET_KINDS, 'json'])('of a client has only granted parts: %s', async (kind) => {
    const client = await enrol(server, kind === 'for_importer' || kind === 'backup' ? 'manufacturer' : 'client');
    await addGrant(db, client.id, { part_brand_id: brand.id, part_product_id: otherProduct.id });
    const { bytes } = await download(client, kind, { brand: brand.id });
    const text = kind === 'json' ? bytes.toString() : JSON.stringify(readWorkbook(bytes));
    expect(text).toContain('W 712/75');
    // The other parts belong to the other product.
    expect(text).not.toContain(JSON.stringify(product.name).slice(1, -1));
  });

  test('excludes a withdrawn grant from the next request on', async () => {
    const client = await enrol(server, 'client');
    const { id } = await addGrant(db, client.id, { part_brand_id: brand.id });
    expect((await download(client, 'parts', { brand: brand.id })).response.status).toBe(200);
    await db.deleteFrom('grants').where('id', '=', id).execute();
    const { response, bytes } = await download(client, 'parts', { brand: brand.id });
    expect(response.status).toBe(404);
    expect(bytes.equals((await download(client, 'parts', { brand: 2_000_000_000 })).bytes)).toBe(true);
  });
});

describe('the file', () => {
  test.each([
    ['a product', { product: product.id }, 'Filtros & más_Filtro -de aceite-'],
    ['a category', { category: category.id }, 'Filtros & más_todos'],
    ['all', {}, 'todas_todos'],
  ])('is named by its kind, the day and the selection: %s', async (_, place, names) => {
    const before = today();
    const { response } = await download(admin, 'parts', { brand: brand.id, ...place });
    const days = [before, today()];
    const [, name = ''] = /filename\*=UTF-8''(\S+)$/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    expect(days.map((day) => `parts_${day}_Marca =1+1_${names}.xlsx`)).toContain(decodeURIComponent(name));
  });

  test('has a safe name for a hostile brand', async () => {
    const hostile = await addBrand(db, '../..\\a:b*c?"d"<e>|f; filename="x.exe"');
    const { response } = await download(admin, 'json', { brand: hostile.id });
    const header = response.headers.get('content-disposition') ?? '';
    const [, plain = '/', encoded = '/'] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
    expect(plain).not.toMatch(/[/\\:*?<>|]/);
    expect(decodeURIComponent(encoded)).not.toMatch(/[/\\:*?"<>|]/);
  });

  test.each([...SPREADSHEET_KINDS, 'json'])('of the same rows has the same bytes: %s', async (kind) => {
    const [first, second] = [
      await download(admin, kind, { brand: brand.id }),
      await download(admin, kind, { brand: brand.id }),
    ];
    expect(first.bytes.length).toBeGreaterThan(1000);
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  test.each(IS_SLOW ? SPREADSHEET_KINDS : (['for_importer'] as const))('is valid by the standard: %s', async (kind) => {
    requireTool('the OOXML validator', hasValidator);
    await expectValid((await download(admin, kind, { brand: brand.id })).bytes);
  });

  test.each(SPREADSHEET_KINDS)('opens in LibreOffice with every row: %s', async (kind) => {
    const { bytes } = await download(admin, kind, { brand: brand.id });
    const shown = await openInLibreOffice(bytes);
    const sheets = readWorkbook(bytes);
    expect(Object.keys(shown).sort()).toEqual(Object.keys(sheets).sort());
    for (const [name, rows] of Object.entries(sheets)) {
      // A row may contain line breaks.
      const inCells = JSON.stringify(rows).split('\\n').length - 1;
      expect(shown[name]?.split('\n').length).toBe(rows.length + inCells + 1);
    }
  });

  test.each([
    ['an unknown kind', 'everything'],
    ['a path traversal', '..%2f..%2f..%2fetc%2fpasswd'],
    ['JSON with the name of a spreadsheet', 'json'],
  ])('%s is a 404', async (_, kind) => {
    const response = await admin.request('GET', `/api/backend/exporter/files/${kind}/${brand.id}/all/file.xlsx`);
    expect(response.code).toBe(404);
  });
});
