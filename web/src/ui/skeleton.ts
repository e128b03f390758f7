/** Removes what index.html shows until the first screen is rendered. */
export const removeSkeleton = () => document.getElementById('skeleton')?.remove();
