/** Pushes seen from where somebody faces. */
import type { Vec3 } from 'poise';

/** [N·s] world axes of a push to the left and forward of where somebody faces. @param heading [rad] about the vertical, 0 along +z */
export function toWorld(heading: number, left: number, forward: number): Vec3 {
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
  return [cosine * left + sine * forward, 0, cosine * forward - sine * left];
}

/** [N·s] world axes; `direction` [°] from forward, to the left +. */
export function towards(heading: number, strength: number, direction: number): Vec3 {
  const angle = (direction * Math.PI) / 180;
  return toWorld(heading, strength * Math.sin(angle), strength * Math.cos(angle));
}
