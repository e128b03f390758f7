import type { Position } from '@piezario/contract/vehicles';
import type { Db } from '../../db/connect.ts';

export type TextApplication = {
  readonly vehicleIds: readonly number[];
  readonly positions: readonly Position[];
  readonly quantity: number | null;
  readonly note: string;
  readonly fromYear: number | null;
  readonly untilYear: number | null;
  readonly text: string;
};
export type UnclearText = { readonly text: string; readonly reason: string };

export class VehicleTexts {
  static async open(_db: Db): Promise<VehicleTexts> {
    return new VehicleTexts();
  }
  read(text: string): { applications: readonly TextApplication[]; unclear: readonly UnclearText[] } {
    return { applications: [], unclear: [{ text, reason: 'Todavía no' }] };
  }
}
