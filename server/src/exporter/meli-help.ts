import type { Row } from '../spreadsheet/writing/write-cells.ts';

/** The sheet «Ayuda»: sheet, column, what it is. */
export const MELI_HELP: readonly Row[] = [
  ['Publicaciones', null, 'Una fila por pieza que se puede publicar. Las demás están en Observaciones, con el motivo.'],
  ['Publicaciones', 'Categoría', 'El identificador de la categoría de Mercado Libre que tiene el producto.'],
  ['Publicaciones', 'Ruta de la categoría', 'Dónde está esa categoría. Vacía si no es una de las conocidas.'],
  [
    'Publicaciones',
    'Título',
    'Producto, marca y código y, si entra, un vehículo. Hasta 60 caracteres, cortado en una palabra.',
  ],
  ['Publicaciones', 'Condición', 'Siempre Nuevo.'],
  ['Publicaciones', 'GTIN', 'El código de barras (GTIN, EAN o UPC), si un atributo de la pieza lo tiene y es válido.'],
  ['Publicaciones', 'SKU', 'El código de la pieza.'],
  ['Publicaciones', 'Número de pieza', 'El código de la pieza, como texto: conserva los ceros de adelante.'],
  ['Publicaciones', 'OEM', 'Los códigos de las equivalencias cuya marca es una marca de vehículos.'],
  ['Publicaciones', 'Otras equivalencias', 'Las demás equivalencias, con su marca.'],
  ['Publicaciones', 'Foto 1 a Foto 12', 'Las direcciones de las fotos, en su orden, y después los planos.'],
  ['Publicaciones', 'Stock (completar), Precio (completar)', 'En blanco: los completa quien vende.'],
  ['Publicaciones', 'Moneda', 'Siempre ARS.'],
  ['Publicaciones', 'Columnas siguientes', 'Un atributo por columna, con su unidad en el título.'],
  ['Compatibilidades', null, 'Una fila por cada pieza que se publica y cada vehículo que la usa.'],
  ['Compatibilidades', 'Hasta', 'En blanco si el vehículo se sigue vendiendo.'],
  ['Compatibilidades', 'Producto', 'El de la pieza: dos productos de una marca pueden tener el mismo código.'],
  [
    'Familias',
    null,
    'Lo mismo por marca, modelo y año, un año por fila. Lo que se sigue vendiendo llega hasta el año actual.',
  ],
  ['Familias', 'Producto', 'El de la pieza, como en Compatibilidades.'],
  ['Observaciones', null, 'Una fila por motivo: lo que impide publicar una pieza y lo que conviene revisar.'],
  ['Observaciones', 'Se publica', 'SI cuando la pieza está en Publicaciones.'],
];
