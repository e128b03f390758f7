import type { Role } from '@piezario/contract/access';
import type { AttributeType } from '@piezario/contract/attributes';
import type { BulkAction } from '@piezario/contract/bulk';
import type { DownloadState } from '@piezario/contract/downloads';
import type { Action } from '@piezario/contract/history';
import type { Suspicion } from '@piezario/contract/import-review';
import type { ImportSheet, Offer, Replaceable } from '@piezario/contract/importer';
import type { JobState } from '@piezario/contract/jobs';
import type { PictureMode, PictureOutcome } from '@piezario/contract/picture-imports';
import type { Importance, TemplateAttribute } from '@piezario/contract/templates';
import type { ProposalState } from '@piezario/contract/vehicle-proposals';
import type { ViewColumns } from '@piezario/contract/views';
import type { WorkbookMapping } from '@piezario/contract/workbook-mappings';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { WorkbookSample } from './workbook-sample.ts';

/** A cell of a refused row, as it was read. A date is text that the spreadsheet program turned into a date. */
export type KeptCell = string | number | { readonly date: string };

/** Phase of an import: save rows, store the changes that they would make, or apply the stored changes. */
export type ImportPhase = 'import' | 'review' | 'apply';

/** Kind of rows of a sheet of an import, as in `changes`. */
export type ImportEntity = 'part' | 'attribute' | 'cross' | 'application';

/** How many rows have a notice, and where the first ones are. */
export type RowsOfNotice = { readonly count: number; readonly first: readonly string[] };

/** Kind of a job. */
export type JobKind = 'import' | 'undo' | 'bulk' | 'pictures' | 'template';

/** Where a number of a part is from: its own code, an equivalence, or an attribute with a bar code. */
export type NumberKind = 'code' | 'cross' | 'barcode';

/** Rows of the tables and views. Generated from a new database: `npm run db:types`. */
export type Schema = {
  alternatives: {
    part_id: number;
    other_id: number;
    decided_by: number;
    decided_at: Generated<Date>;
  };
  attribute_values: {
    part_id: ColumnType<number, never, never>;
    name: ColumnType<string, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    created_at: ColumnType<Date, never, never>;
    number: ColumnType<string, never, never>;
    unit: ColumnType<string, never, never>;
    text: ColumnType<string, never, never>;
  };
  bulk_parts: {
    bulk_id: number;
    part_id: number;
  };
  bulk_results: {
    id: GeneratedAlways<number>;
    bulk_id: number;
    part_id: number;
    part_brand_id: number | null;
    part_product_id: number | null;
    code: string;
    reason: string;
  };
  bulks: {
    id: number;
    action: JSONColumnType<BulkAction, string, never>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    impossible: Generated<number>;
  };
  changes: {
    id: ColumnType<string, never, never>;
    operation_id: ColumnType<number, never, never>;
    at: ColumnType<Date, never, never>;
    xid: ColumnType<string, never, never>;
    part_id: ColumnType<number | null, never, never>;
    part_brand_id: ColumnType<number | null, never, never>;
    part_product_id: ColumnType<number | null, never, never>;
    row_id: ColumnType<number, never, never>;
    entity: ColumnType<string, never, never>;
    before: ColumnType<Record<string, unknown> | null, never, never>;
    after: ColumnType<Record<string, unknown> | null, never, never>;
  };
  conflict_counts: {
    part_brand_id: number;
    part_product_id: number;
    pairs: Generated<number>;
  };
  conflict_signals: {
    id: GeneratedAlways<string>;
    part_brand_id: number;
    part_product_id: number;
  };
  download_tickets: {
    id: Generated<string>;
    session_id: string;
    secret_hash: string;
    path: string;
    expires_at: Date;
    state: Generated<DownloadState>;
    done: Generated<number>;
    total: number | null;
    reason: string | null;
    noted_at: Generated<Date>;
  };
  gap_snapshots: {
    day: string;
    part_brand_id: number;
    part_product_id: number;
    parts: number;
    complete: number;
    publishable: number;
  };
  gap_tallies: {
    id: ColumnType<string, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    lacks: ColumnType<number, never, never>;
    parts: ColumnType<number, never, never>;
  };
  grants: {
    id: GeneratedAlways<number>;
    user_id: number;
    part_brand_id: number;
    part_category_id: number | null;
    part_product_id: number | null;
  };
  import_changes: {
    id: GeneratedAlways<string>;
    import_id: number;
    position: number | null;
    sheet: ImportSheet;
    row: number | null;
    entity: ImportEntity;
    action: Action;
    key: string;
    part_brand_id: number;
    part_product_id: number;
    part_id: number | null;
    code: string;
    code_bare: GeneratedAlways<string>;
    row_id: number | null;
    field: Generated<string>;
    before: ColumnType<Record<string, unknown> | null, string | null, never>;
    after: ColumnType<Record<string, unknown> | null, string | null, never>;
    suspicion: Suspicion | null;
    accepted: boolean;
    beside: ColumnType<Record<string, unknown> | null, string | null, never>;
    own_sheet: string | null;
  };
  import_corrections: {
    id: GeneratedAlways<number>;
    import_id: number;
    position: number;
    sheet: string;
    row: number;
    column: string;
    title: string | null;
    before: string;
    after: string;
  };
  import_errors: {
    id: GeneratedAlways<number>;
    import_id: number;
    sheet: string;
    row: number;
    column: string;
    value: string;
    reason: string;
    cells: ColumnType<KeptCell[], string, never>;
    position: number | null;
    offers: JSONColumnType<Offer[], string | undefined, never>;
    format: ImportSheet | null;
    title: string | null;
  };
  import_mappings: {
    id: GeneratedAlways<number>;
    user_id: number;
    import_id: number | null;
    column: string;
    value: string;
    to: string;
  };
  import_named_rows: {
    import_id: number;
    entity: ImportEntity;
    part_id: number;
    row_id: number | null;
    refused: number | null;
  };
  imports: {
    id: number;
    udid: Generated<string>;
    name: string;
    bytes: number;
    sha256: string;
    file_key: string;
    rows_created: Generated<number>;
    rows_updated: Generated<number>;
    rows_unchanged: Generated<number>;
    errors_count: Generated<number>;
    warnings: Generated<string[]>;
    removed_at: Date | null;
    phase: Generated<ImportPhase>;
    only_refused: Generated<boolean>;
    replaces: Generated<Replaceable[]>;
    rows_removed: Generated<number>;
    rows_suspicious: Generated<number>;
    rows_left_out: Generated<number>;
    rows_stored: JSONColumnType<Partial<Record<ImportSheet, number>>, string | undefined, string>;
    alarms: Generated<string[]>;
    notices: JSONColumnType<Record<string, RowsOfNotice>, string | undefined, string>;
    auto_apply: Generated<boolean>;
    sample: ColumnType<WorkbookSample | null, string | null | undefined, string | null>;
    mapping: ColumnType<WorkbookMapping | null, string | null | undefined, string | null>;
    is_mapped: Generated<boolean>;
    vehicle_base: string | null;
  };
  jobs: {
    id: GeneratedAlways<number>;
    kind: JobKind;
    user_id: number;
    same_as: string;
    state: Generated<JobState>;
    status_message: Generated<string>;
    total: number | null;
    done: Generated<number>;
    created_at: Generated<Date>;
    finished_at: Date | null;
    worker: string | null;
    leased_until: Date | null;
    deaths: Generated<number>;
    operation_id: number | null;
    is_small: Generated<boolean>;
  };
  known_networks: {
    user_id: number;
    network: string;
    last_at: Generated<Date>;
  };
  listed_gaps: {
    id: ColumnType<string | null, never, never>;
    part_brand_id: ColumnType<number | null, never, never>;
    part_product_id: ColumnType<number | null, never, never>;
    lacks: ColumnType<number | null, never, never>;
    gap_group: ColumnType<string | null, never, never>;
    parts: ColumnType<number | null, never, never>;
  };
  loaded_data: {
    name: string;
    loaded_at: Generated<Date>;
    revision: Generated<number>;
  };
  mercadolibre_categories: {
    id: string;
    path: string;
  };
  operation_tallies: {
    operation_id: ColumnType<number, never, never>;
    entity: ColumnType<string, never, never>;
    action: ColumnType<string, never, never>;
    part_brand_id: ColumnType<number | null, never, never>;
    part_product_id: ColumnType<number | null, never, never>;
    rows: ColumnType<number, never, never>;
  };
  operations: {
    id: GeneratedAlways<number>;
    user_id: number | null;
    what: string;
    undoes: number | null;
    at: Generated<Date>;
    kind: GeneratedAlways<string>;
  };
  part_attributes: {
    id: GeneratedAlways<number>;
    part_id: number;
    name: string;
    value: string;
    unit: Generated<string>;
  };
  part_brands: {
    id: GeneratedAlways<number>;
    name: string;
    name_folded: GeneratedAlways<string>;
  };
  part_categories: {
    id: GeneratedAlways<number>;
    name: string;
    name_folded: GeneratedAlways<string>;
  };
  part_counts: {
    part_id: ColumnType<number, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    created_at: ColumnType<Date, never, never>;
    attributes_count: ColumnType<number, never, never>;
    cross_count: ColumnType<number, never, never>;
    pictures_count: ColumnType<number, never, never>;
    vehicles_count: ColumnType<number, never, never>;
    updated_at: ColumnType<Date, never, never>;
    updated_by: ColumnType<number | null, never, never>;
    is_universal: ColumnType<boolean, never, never>;
    enabled: ColumnType<boolean, never, never>;
    discontinued: ColumnType<boolean, never, never>;
    is_described: ColumnType<boolean, never, never>;
    photos_count: ColumnType<number, never, never>;
    large_photos_count: ColumnType<number, never, never>;
    barcodes_count: ColumnType<number, never, never>;
    discontinued_at: ColumnType<Date | null, never, never>;
    missing_attributes: ColumnType<number, never, never>;
    off_template: ColumnType<number, never, never>;
    lacks: ColumnType<number, never, never>;
  };
  part_crosses: {
    id: GeneratedAlways<number>;
    part_id: number;
    brand: string;
    code: string;
  };
  part_numbers: {
    number: ColumnType<string, never, never>;
    kind: ColumnType<NumberKind, never, never>;
    part_id: ColumnType<number, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    row_id: ColumnType<number, never, never>;
  };
  part_pictures: {
    id: ColumnType<number, number | undefined, never>;
    part_id: number;
    position: number;
    name: string;
    is_blueprint: Generated<boolean>;
    width: number;
    height: number;
    bytes: number;
    image_key: string;
    thumbnail_key: string;
  };
  part_product_attributes: {
    part_product_id: number;
    position: number;
    name: string;
    unit: Generated<string>;
    id: GeneratedAlways<number>;
    aliases: Generated<string[]>;
    type: Generated<AttributeType>;
    units: JSONColumnType<TemplateAttribute['units'], string | undefined, string>;
    importance: Generated<Importance>;
    values: Generated<string[]>;
    min: string | null;
    max: string | null;
    mercadolibre_id: string | null;
    is_strict: Generated<boolean>;
  };
  part_product_vehicle_headers: {
    part_product_id: number;
    vehicle_header_id: number;
    id: GeneratedAlways<number>;
  };
  part_products: {
    id: GeneratedAlways<number>;
    part_category_id: number;
    name: string;
    mercadolibre_category: string | null;
    name_folded: GeneratedAlways<string>;
    takes_vehicles: Generated<boolean>;
    requires: Generated<string[]>;
    photos_required: Generated<number>;
    required: GeneratedAlways<number>;
    lacks: GeneratedAlways<number>;
    blocking: GeneratedAlways<number>;
    template_version: Generated<number>;
    aliases: Generated<string[]>;
    description_pattern: Generated<string>;
  };
  part_tallies: {
    id: ColumnType<string, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    parts: ColumnType<number, never, never>;
    applications: ColumnType<string, never, never>;
    without_pictures: ColumnType<number, never, never>;
    without_vehicles: ColumnType<number, never, never>;
  };
  part_texts: {
    part_id: ColumnType<number, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    words: ColumnType<string, never, never>;
  };
  part_vehicles: {
    part_id: number;
    vehicle_id: number;
    id: GeneratedAlways<number>;
    positions: Generated<string>;
    quantity: number | null;
    note: Generated<string>;
    from_year: number | null;
    until_year: number | null;
  };
  parts: {
    id: GeneratedAlways<number>;
    part_brand_id: number;
    part_product_id: number;
    code: string;
    observation: Generated<string>;
    enabled: Generated<boolean>;
    discontinued: Generated<boolean>;
    created_at: Generated<Date>;
    code_bare: GeneratedAlways<string>;
    version: Generated<number>;
    is_described: GeneratedAlways<boolean>;
    is_universal: Generated<boolean>;
  };
  picture_import_files: {
    id: GeneratedAlways<number>;
    picture_import_id: number;
    upload_id: number;
    entry: number | null;
    name: string;
    part_brand_id: number;
    part_product_id: number | null;
    part_id: number | null;
    code: Generated<string>;
    code_bare: GeneratedAlways<string>;
    is_blueprint: Generated<boolean>;
    rank: Generated<number>;
    outcome: PictureOutcome;
    reason: Generated<string>;
  };
  picture_import_uploads: {
    id: GeneratedAlways<number>;
    picture_import_id: number;
    name: string;
    bytes: number;
    sha256: string;
    file_key: string;
  };
  picture_imports: {
    id: number;
    part_brand_id: number;
    part_product_id: number | null;
    mode: Generated<PictureMode>;
  };
  pinned_brands: {
    user_id: number;
    part_brand_id: number;
    is_default: Generated<boolean>;
  };
  rejected_suggestions: {
    part_id: number;
    vehicle_id: number;
    rejected_by: number;
    rejected_at: Generated<Date>;
  };
  released_files: {
    key: string;
    released_at: Generated<Date>;
  };
  removed_parts: {
    id: ColumnType<number, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    code: ColumnType<string, never, never>;
    removed_at: ColumnType<Date, never, never>;
    removed_by: ColumnType<number | null, never, never>;
    operation_id: ColumnType<number, never, never>;
  };
  removed_vehicles: {
    id: ColumnType<number, never, never>;
    origin: ColumnType<string, never, never>;
    brand: ColumnType<string, never, never>;
    model: ColumnType<string, never, never>;
    model_master: ColumnType<string, never, never>;
    version: ColumnType<string, never, never>;
    engine_code: ColumnType<string, never, never>;
    fuel: ColumnType<string, never, never>;
    sold_from_year: ColumnType<number, never, never>;
    sold_until_year: ColumnType<number | null, never, never>;
    components: Record<string, string>;
    removed_at: ColumnType<Date, never, never>;
  };
  saved_views: {
    id: GeneratedAlways<number>;
    user_id: number;
    list: string;
    name: string;
    name_folded: GeneratedAlways<string>;
    query: JSONColumnType<Record<string, string>>;
    columns: JSONColumnType<ViewColumns>;
    is_shared: Generated<boolean>;
  };
  secrets: {
    name: string;
    value: string;
  };
  sessions: {
    id: Generated<string>;
    user_id: number;
    created_at: Generated<Date>;
    expires_at: Date;
    address: Generated<string>;
    device: Generated<string>;
    used_at: Generated<Date>;
  };
  shipped_vehicles: {
    key: number;
    vehicle_id: number | null;
    fields: ColumnType<Record<string, string>, string, string>;
    conflicts: ColumnType<Record<string, string> | null, string | null, string | null>;
  };
  sign_in_failures: {
    key: string;
    failures: number;
    last_at: Date;
    free_at: Date;
  };
  template_jobs: {
    id: number;
    part_product_id: number;
    last_part: Generated<number>;
  };
  undo_results: {
    id: GeneratedAlways<number>;
    undo_id: number;
    part_id: number;
    outcome: string;
    part_brand_id: number;
    part_product_id: number;
    code: string;
    detail: string;
    changed_by: number | null;
    changed_at: Date | null;
  };
  undos: {
    id: number;
    undoes: number;
    last_part: Generated<number>;
    undone: Generated<number>;
    kept: Generated<number>;
    impossible: Generated<number>;
  };
  users: {
    id: GeneratedAlways<number>;
    role: Role;
    email: string;
    name: string;
    social_name: Generated<string>;
    social_number: string | null;
    phone: Generated<string>;
    password_hash: string;
    active: Generated<boolean>;
    shortcuts: JSONColumnType<string[], string | undefined, string>;
    created_at: Generated<Date>;
    must_change_password: Generated<boolean>;
    visited_at: Date | null;
    news_since: Date | null;
  };
  vehicle_brand_aliases: {
    id: GeneratedAlways<number>;
    name: string;
    brand: string;
    name_bare: GeneratedAlways<string>;
  };
  vehicle_headers: {
    id: number;
    key: string;
    name: string;
    unit: string | null;
  };
  vehicle_images: {
    brand: string;
    model: string;
    image_key: string;
  };
  vehicle_parts: {
    vehicle_id: ColumnType<number, never, never>;
    part_brand_id: ColumnType<number, never, never>;
    part_product_id: ColumnType<number, never, never>;
    part_id: ColumnType<number, never, never>;
    is_offered: ColumnType<boolean, never, never>;
  };
  vehicle_proposal_parts: {
    proposal_id: number;
    part_id: number;
    positions: string;
    quantity: number | null;
    note: string;
    from_year: number | null;
    until_year: number | null;
    is_linked: boolean | null;
  };
  vehicle_proposals: {
    id: GeneratedAlways<number>;
    user_id: number;
    created_at: Generated<Date>;
    brand: string;
    model_master: string;
    model: string;
    version: string;
    engine_code: string;
    fuel: string;
    sold_from_year: number;
    sold_until_year: number | null;
    comment: string;
    state: Generated<ProposalState>;
    reason: Generated<string>;
    vehicle_id: number | null;
    decided_by: number | null;
    decided_at: Date | null;
    seen_at: Date | null;
  };
  vehicles: {
    id: GeneratedAlways<number>;
    origin: string;
    brand: string;
    model: string;
    model_master: string;
    version: string;
    engine_code: string;
    fuel: string;
    sold_from_year: number;
    sold_until_year: number | null;
    components: ColumnType<Record<string, string>, string, string>;
    origin_folded: GeneratedAlways<string>;
    brand_folded: GeneratedAlways<string>;
    model_folded: GeneratedAlways<string>;
    model_master_folded: GeneratedAlways<string>;
    version_folded: GeneratedAlways<string>;
    engine_code_bare: GeneratedAlways<string>;
    fuel_folded: GeneratedAlways<string>;
  };
  vocabulary_revisions: {
    source: string;
    revision: string;
  };
  workbook_mappings: {
    id: GeneratedAlways<number>;
    part_brand_id: number;
    name: string;
    mapping: JSONColumnType<WorkbookMapping, string, string>;
    user_id: number | null;
    updated_at: Generated<Date>;
    used_at: Date | null;
  };
};
