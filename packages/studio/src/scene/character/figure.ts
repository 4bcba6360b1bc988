/** What all figures on stage have in common. */
import type { Box3, Object3D } from 'three';
import type { PoseSource } from '../contract.ts';

export interface Figure {
  readonly object: Object3D;
  /** Takes the pose. Must not allocate. */
  readonly place: (pose: PoseSource) => void;
  /** See-through, so that what is inside can be read. */
  readonly setXray: (on: boolean) => void;
  /** Room that the skin takes up as it was last placed, where it may reach beyond what the body's stature says [m]. */
  readonly extent?: (out: Box3) => Box3;
  readonly dispose: () => void;
}
