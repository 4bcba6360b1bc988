/** A thing that moves beside a person: a ball, a box. Plain data for files that can show it. */
import type { Vec3 } from '../math/types.ts';

export type SolidShape =
  | { readonly kind: 'ball'; readonly radius: number } // [m]
  | { readonly kind: 'box'; readonly size: Vec3 }; // [m] whole lengths along x, y, z

export interface AnimatedProp {
  readonly name: string;
  readonly shape: SolidShape;
  readonly poses: Float64Array; // frames × 7: position of its middle [m], rotation x y z w; world axes
  /** Frames in which it is there, the last excluded; before and after it is not to be seen. Absent: always. */
  readonly shown?: readonly [from: number, to: number];
}
