/** Takes away what index.html shows until the first screen is there. */
export const removeSkeleton = () => document.getElementById('skeleton')?.remove();
