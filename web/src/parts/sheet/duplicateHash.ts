/** Fragment of the address of a part that opens the question of duplicating it. */
export const DUPLICATE = 'duplicar';
