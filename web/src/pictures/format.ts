import type { Picture } from '@piezario/contract/pictures';
import { counted } from '../ui/words.ts';

/** 1920 × 1280 px */
export const sizeOf = ({ width, height }: Pick<Picture, 'width' | 'height'>) => `${width} × ${height} px`;

/** 1 foto, 5 fotos */
export const countOf = (count: number) => counted(count, 'foto');
