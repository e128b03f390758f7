import { MAX_ATTRIBUTES } from '@piezario/contract/attributes';
import { MAX_CROSSES } from '@piezario/contract/crosses';
import { MAX_APPLICATIONS } from '@piezario/contract/vehicles';
import { formatNumber } from '@piezario/contract/words';

type Sentence = { code: 409 | 422; field: string; message: string };

const upTo = (count: number, rows: string) => `Una pieza puede tener hasta ${formatNumber(count)} ${rows}`;

/** Messages for a row that the database refuses, by the name of the constraint. */
export const CONSTRAINTS: Readonly<Record<string, Sentence>> = {
  users_email_key: { code: 409, field: 'email', message: 'Ya hay una cuenta con ese e-mail' },
  jobs_same: { code: 409, field: 'udid', message: 'Ese archivo ya se está procesando: esperá a que termine' },
  users_role_check: { code: 422, field: 'role', message: 'El rol no es válido' },
  users_social_number_check: { code: 422, field: 'social_number', message: 'El CUIT no es válido' },
  part_brands_name_key: { code: 409, field: 'name', message: 'Ya hay una marca con ese nombre' },
  part_categories_name_key: { code: 409, field: 'name', message: 'Ya hay una categoría con ese nombre' },
  part_products_name_key: { code: 409, field: 'name', message: 'Ya hay un producto con ese nombre' },
  part_products_part_category_id_fkey: { code: 422, field: 'category_id', message: 'La categoría no existe' },
  part_products_mercadolibre_category_check: {
    code: 422,
    field: 'mercadolibre_category',
    message: 'La categoría de Mercado Libre es MLA seguido de números',
  },
  part_products_requires_check: { code: 422, field: 'requires', message: 'No se puede pedir eso de una pieza' },
  part_products_photos_required_check: {
    code: 422,
    field: 'photos_required',
    message: 'Se pueden pedir hasta 3 fotos',
  },
  part_product_vehicle_headers_vehicle_header_id_fkey: {
    code: 422,
    field: 'vehicle_header',
    message: 'El componente no existe',
  },
  grants_user_id_fkey: { code: 422, field: 'user_id', message: 'La persona no existe' },
  grants_part_brand_id_fkey: { code: 422, field: 'brand', message: 'La marca no existe' },
  pinned_brands_part_brand_id_fkey: { code: 422, field: 'part_brand_id', message: 'La marca no existe' },
  grants_part_category_id_fkey: { code: 422, field: 'category', message: 'La categoría no existe' },
  grants_part_product_id_fkey: { code: 422, field: 'product', message: 'El producto no existe' },
  grants_key: { code: 409, field: 'brand', message: 'Ya está asignado' },
  parts_code_check: { code: 422, field: 'code', message: 'Tiene que tener alguna letra o número' },
  parts_code_key: { code: 409, field: 'code', message: 'Ya hay una pieza con ese código en la marca y el producto' },
  part_attributes_name_key: { code: 409, field: 'name', message: 'La pieza ya tiene un atributo con ese nombre' },
  part_attributes_limit: { code: 409, field: 'name', message: upTo(MAX_ATTRIBUTES, 'atributos') },
  part_crosses_limit: { code: 409, field: 'code', message: upTo(MAX_CROSSES, 'equivalencias') },
  part_vehicles_limit: { code: 409, field: 'vehicle_id', message: upTo(MAX_APPLICATIONS, 'aplicaciones') },
  part_crosses_key: { code: 409, field: 'code', message: 'La pieza ya tiene esa equivalencia' },
  part_vehicles_pkey: { code: 409, field: 'positions', message: 'La pieza ya tiene ese vehículo en esa posición' },
  part_vehicles_quantity_check: { code: 422, field: 'quantity', message: 'Tiene que ser un número de 1 a 999' },
  part_vehicles_years_check: { code: 422, field: 'until_year', message: 'No puede ser anterior al primer año' },
  part_vehicles_vehicle_id_fkey: { code: 422, field: 'vehicle_id', message: 'El vehículo no existe' },
  vehicles_key: {
    code: 409,
    field: 'version',
    message: 'Ya hay un vehículo con esa marca, modelo, versión, motor, combustible y años',
  },
  vehicle_brand_aliases_name_check: { code: 422, field: 'name', message: 'Tiene que tener alguna letra o número' },
  vehicle_brand_aliases_name_key: { code: 409, field: 'name', message: 'Ya hay un alias con ese nombre' },
  vehicle_proposal_parts_years_check: {
    code: 422,
    field: 'until_year',
    message: 'No puede ser anterior al primer año',
  },
  workbook_mappings_name_key: { code: 409, field: 'name', message: 'La marca ya tiene un mapeo con ese nombre' },
  workbook_mappings_part_brand_id_fkey: { code: 422, field: 'part_brand_id', message: 'La marca no existe' },
  saved_views_name_key: { code: 409, field: 'name', message: 'Ya tenés una vista con ese nombre' },
  parts_part_brand_id_fkey: { code: 422, field: 'part_brand_id', message: 'La marca no existe' },
  parts_part_product_id_fkey: { code: 422, field: 'part_product_id', message: 'El producto no existe' },
};
