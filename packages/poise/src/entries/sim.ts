/** `poise/sim`: people in a physics engine that the caller loads (`@mujoco/mujoco`), kept upright by momentum. */
export * from '../sim/index.ts';
