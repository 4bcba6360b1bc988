/** What all figures on stage have in common. */
import type { Object3D } from 'three';
import type { PoseSource } from '../contract.ts';

export interface Figure {
  readonly object: Object3D;
  /** Takes the pose. Must not allocate. */
  readonly place: (pose: PoseSource) => void;
  /** See-through, so that what is inside can be read. */
  readonly setXray: (on: boolean) => void;
  readonly dispose: () => void;
}
