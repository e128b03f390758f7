import { type Access, admits, type Role, SCREENS } from '@piezario/contract/access';
import { type ExportKind, exporter, type FileKind } from '@piezario/contract/exporter';
import {
  IconBraces,
  IconBuildingStore,
  IconColumns3,
  IconFileImport,
  IconPhotoCheck,
  type IconProps,
  IconTable,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

type Look = {
  readonly name: string;
  readonly extension: '.xlsx' | '.json';
  readonly holds: string;
  readonly icon: ComponentType<IconProps>;
  readonly access: Access;
};
/** A file of the catalog that can be downloaded. */
export type Export<Kind extends ExportKind = FileKind> = Look & { readonly kind: Kind };

/** In the order of the menu. */
const EXPORTS: Record<FileKind, Look> = {
  for_importer: {
    name: 'Base para Importación',
    extension: '.xlsx',
    holds: 'Para corregir y volver a subir en el Importador.',
    icon: IconFileImport,
    // Only useful to those who may import.
    access: SCREENS.importer,
  },
  backup: {
    name: 'Respaldo',
    extension: '.xlsx',
    holds: 'Para volver a como está hoy, subiéndolo en el Importador.',
    icon: IconFileImport,
    access: SCREENS.importer,
  },
  parts: {
    name: 'Piezas',
    extension: '.xlsx',
    holds: 'Una fila por pieza, con atributos y cantidades.',
    icon: IconTable,
    access: exporter.spreadsheet.access,
  },
  image_coverage: {
    name: 'Cobertura de imágenes',
    extension: '.xlsx',
    holds: 'Qué fotos tiene cada pieza y cuáles faltan.',
    icon: IconPhotoCheck,
    access: exporter.spreadsheet.access,
  },
  meli: {
    name: 'Mercado Libre',
    extension: '.xlsx',
    holds: 'Publicaciones, compatibilidades y lo que falta.',
    icon: IconBuildingStore,
    access: exporter.spreadsheet.access,
  },
  json: {
    name: 'JSON',
    extension: '.json',
    holds: 'Todo el detalle de cada pieza, para otro sistema.',
    icon: IconBraces,
    access: exporter.json.access,
  },
};

const ALL: readonly Export[] = (Object.keys(EXPORTS) as FileKind[]).map((kind) => ({ kind, ...EXPORTS[kind] }));

/** The file that the importer reads back. */
export const BASE: Export = { kind: 'for_importer', ...EXPORTS.for_importer };
/** The same with blanks as «(vacío)», so that importing it also empties fields. */
export const BACKUP: Export = { kind: 'backup', ...EXPORTS.backup };

/** The table of parts with its visible columns, for everybody who sees it. */
export const TABLE: Export<'table'> = {
  kind: 'table',
  name: 'La tabla como se ve',
  extension: '.xlsx',
  holds: 'Sus columnas, en su orden y con sus filas.',
  icon: IconColumns3,
  access: exporter.table.access,
};

export const exportsFor = (role: Role | null) => ALL.filter(({ access }) => admits(access, role));
