/** `poise/anticipation`: learned preparation for loads, pushes and moves that are expected. */
export * from '../methods/anticipation/index.ts';
