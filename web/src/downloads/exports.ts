import { type Access, admits, type Role } from '@piezario/contract/access';
import { type ExportKind, exporter } from '@piezario/contract/exporter';
import { importer } from '@piezario/contract/importer';
import {
  IconBraces,
  IconBuildingStore,
  IconFileImport,
  IconPhotoCheck,
  type IconProps,
  IconTable,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { pathOf } from '../api/client.ts';
import type { Selection } from '../toolbar/selection.ts';

/** A file that the catalogue can be taken away as. */
export type Export = {
  readonly kind: ExportKind;
  readonly name: string;
  readonly holds: string;
  readonly icon: ComponentType<IconProps>;
  readonly access: Access;
};

/** What the importer reads, so it is for those who may import. */
export const BASE: Export = {
  kind: 'for_importer',
  name: 'Base para Importación',
  holds: 'Para corregir y volver a subir en el Importador.',
  icon: IconFileImport,
  access: importer.store.access,
};

const EXPORTS: readonly Export[] = [
  BASE,
  {
    kind: 'parts',
    name: 'Piezas',
    holds: 'Una fila por pieza, con atributos y cantidades.',
    icon: IconTable,
    access: exporter.spreadsheet.access,
  },
  {
    kind: 'image_coverage',
    name: 'Cobertura de imágenes',
    holds: 'Qué fotos tiene cada pieza y cuáles faltan.',
    icon: IconPhotoCheck,
    access: exporter.spreadsheet.access,
  },
  {
    kind: 'meli',
    name: 'Mercado Libre',
    holds: 'Publicaciones, compatibilidades y lo que falta.',
    icon: IconBuildingStore,
    access: exporter.spreadsheet.access,
  },
  {
    kind: 'json',
    name: 'JSON',
    holds: 'Todo el detalle de cada pieza, para otro sistema.',
    icon: IconBraces,
    access: exporter.json.access,
  },
];

export const exportsFor = (role: Role | null) => EXPORTS.filter(({ access }) => admits(access, role));

export type Chosen = Pick<Selection, 'category' | 'product'> & { readonly brand: number };

/** Where the file of a selection is. A category counts where no product of it was chosen. */
export function exportPath(kind: ExportKind, { brand, category, product }: Chosen): string {
  const params = { brandId: brand, productId: product ?? ('all' as const) };
  const query = { part_category_id: product === null ? (category ?? undefined) : undefined };
  return kind === 'json'
    ? pathOf(exporter.json, { params, query })
    : pathOf(exporter.spreadsheet, { params: { ...params, kind }, query });
}
