import { readFile } from 'node:fs/promises';
import type { Position } from '@piezario/contract/applications';

/** Written by the build of the workspace `demo`: `catalog.json`, and the pictures in `media`. */
export const DEMO_FOLDER = new URL('../../data/demo/', import.meta.url);

type Picture = {
  readonly position: number;
  readonly name: string;
  readonly is_blueprint: boolean;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly image_key: string;
  readonly thumbnail_key: string;
};

export type DemoApplication = {
  /** Index in the shipped vehicle base. */
  readonly vehicle: number;
  readonly positions: readonly Position[];
  readonly quantity: number | null;
  readonly note: string;
  readonly from_year: number | null;
  readonly until_year: number | null;
};

export type DemoPart = {
  readonly brand: string;
  readonly product: string;
  readonly code: string;
  readonly observation: string;
  readonly enabled: boolean;
  readonly discontinued: boolean;
  readonly is_universal: boolean;
  readonly created_at: string;
  readonly attributes: readonly { readonly name: string; readonly value: string; readonly unit: string }[];
  readonly crosses: readonly { readonly brand: string; readonly code: string }[];
  readonly applications: readonly DemoApplication[];
  readonly pictures: readonly Picture[];
};

export type DemoCatalog = {
  /** Categories whose products take no vehicles. */
  readonly without_vehicles: readonly string[];
  readonly parts: readonly DemoPart[];
  readonly vehicle_images: readonly { readonly brand: string; readonly model: string; readonly image_key: string }[];
};

export async function readDemoCatalog(): Promise<DemoCatalog> {
  return JSON.parse(await readFile(new URL('catalog.json', DEMO_FOLDER), 'utf8'));
}
