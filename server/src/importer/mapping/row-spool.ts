import { type FileHandle, open, unlink } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { ImportSheet } from '@piezario/contract/importer';
import { JobFailure } from '../../jobs/job.ts';
import type { ConvertedRow } from './convert.ts';

/** Rows are written together up to this many, or up to this many characters of their texts. */
const GROUP_ROWS = 500;
const GROUP_CHARACTERS = 1_000_000;
/** About eight million rows. A small file with a matrix may become very many rows. */
const MAX_BYTES = 2 * 1024 ** 3;

type SpooledRow = Pick<ConvertedRow, 'sheet' | 'number'> & { readonly values: ConvertedRow['part'] };

type Group = { readonly rows: SpooledRow[]; characters: number };
type Place = { readonly position: number; readonly length: number };

/**
 * Rows by sheet of the import format, in an unlinked file, which is removed however the process ends. The rows of a
 * workbook of another format are converted once, and read several times.
 */
export class RowSpool {
  readonly #file: FileHandle;
  readonly #places = new Map<ImportSheet, Place[]>();
  readonly #groups = new Map<ImportSheet, Group>();
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<RowSpool> {
    const file = await open(path, 'w+', 0o600);
    await unlink(path);
    return new RowSpool(file);
  }

  async add(format: ImportSheet, row: SpooledRow): Promise<void> {
    const group = this.#groups.get(format) ?? { rows: [], characters: 0 };
    this.#groups.set(format, group);
    group.rows.push(row);
    for (const { cell } of Object.values(row.values)) if (typeof cell === 'string') group.characters += cell.length;
    if (group.rows.length >= GROUP_ROWS || group.characters >= GROUP_CHARACTERS) await this.#write(format, group);
  }

  /** Writes the remaining rows, before any row is read. */
  async finish(): Promise<void> {
    for (const [format, group] of this.#groups) await this.#write(format, group);
  }

  async #write(format: ImportSheet, { rows }: Group): Promise<void> {
    const bytes = serialize(rows);
    this.#groups.delete(format);
    if (this.#size + bytes.length > MAX_BYTES)
      throw new JobFailure('el archivo tiene demasiadas piezas y vehículos: separalo en varios');
    await this.#file.appendFile(bytes);
    const places = this.#places.get(format) ?? [];
    places.push({ position: this.#size, length: bytes.length });
    this.#places.set(format, places);
    this.#size += bytes.length;
  }

  async *read(format: ImportSheet): AsyncGenerator<SpooledRow[]> {
    for (const { position, length } of this.#places.get(format) ?? []) {
      const { buffer } = await this.#file.read(Buffer.alloc(length), 0, length, position);
      yield deserialize(buffer) as SpooledRow[];
    }
  }

  close = () => this.#file.close();
}
