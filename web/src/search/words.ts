import type { MATCH_KINDS, PIECE_KINDS } from '@piezario/contract/search';

/** Names of what a part was found by. */
export const KIND_NAMES: Record<(typeof MATCH_KINDS)[number], string> = {
  code: 'Código propio',
  oem: 'Números originales',
  cross: 'Equivalencias',
  barcode: 'Código de barras',
  related: 'Relacionadas',
  vehicle: 'Por el vehículo',
  product: 'Por el producto',
  text: 'Por la descripción o los atributos',
};

/** Names of the kinds of words in a search. */
export const PIECE_NAMES: Record<(typeof PIECE_KINDS)[number], string> = {
  number: 'Número',
  product: 'Producto',
  brand: 'Marca',
  vehicle: 'Vehículo',
  year: 'Año',
  specification: 'Versión, motor o combustible',
  text: 'Descripción o atributos',
};
