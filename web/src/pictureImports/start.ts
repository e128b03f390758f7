import { pictureImports } from '@piezario/contract/picture-imports';
import type { useNavigate } from '@tanstack/react-router';
import { sendOrUndo } from '../api/optimistic.ts';
import { handOver } from './handedOver.ts';

type Place = { readonly brand: number; readonly product: number | null };

/** Creates an import for parts of the brand, and opens its screen, which sends the files. */
export async function startPictures(
  { brand, product }: Place,
  files: readonly File[],
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  if (files.length === 0) return;
  const body = { part_brand_id: brand, part_product_id: product ?? ('all' as const) };
  const answer = await sendOrUndo(pictureImports.store, { body });
  if (!answer) return;
  const { id } = answer.result;
  handOver(id, files);
  await navigate({ to: '/parts/pictures/$pictureImportId', params: { pictureImportId: String(id) } });
}
