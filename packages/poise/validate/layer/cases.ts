/** Hits that the layer is tried with. */
export const IMPULSES = [10, 20, 40, 60] as const; // [N·s] for a person of 70 kg; others get the share of their mass
export const USUAL_MASS = 70; // [kg]
export const DIRECTIONS = 8;
