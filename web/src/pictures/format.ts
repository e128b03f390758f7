import type { Picture } from '@piezario/contract/pictures';

/** 1920 × 1280 px */
export const sizeOf = ({ width, height }: Pick<Picture, 'width' | 'height'>) => `${width} × ${height} px`;

/** 1 foto, 5 fotos */
export const countOf = (count: number) => (count === 1 ? '1 foto' : `${count} fotos`);
