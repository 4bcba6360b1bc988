/**
 * What a format's reader hands over: the file's own tree, units and axes, nothing interpreted. `toClip` (to-clip.ts) is
 * the one door from here to a Clip.
 */
import type { Quat, Vec3 } from '../math/types.ts';
import type { ClipProvenance, ImportNote } from './clip.ts';

export interface RawJoint {
  readonly name: string;
  readonly parent: number; // −1: a root; several roots are allowed. Parents come before children.
  readonly translation: Vec3; // rest pose, local to the parent, file units
  readonly rotation: Quat; // rest pose, local to the parent
  readonly scale: number; // rest pose; uniform (readers take the geometric mean of others and add a note)
}

export interface RawMotion {
  readonly format: string;
  readonly file: string;
  readonly animation: string;
  readonly joints: readonly RawJoint[];
  readonly endSites: readonly { readonly joint: number; readonly offset: Vec3 }[];
  readonly frameTime: number;
  readonly frameCount: number;
  /** Per joint: frames × 3 local translations (file units) where the file animates them, else undefined (rest). */
  readonly translations: readonly (Float64Array | undefined)[];
  /** Per joint: frames × 4 local unit quaternions where the file animates them, else undefined (rest). */
  readonly rotations: readonly (Float64Array | undefined)[];
  /** Per joint: frames × 3 local scales where the file animates them, else undefined (rest). */
  readonly scales: readonly (Float64Array | undefined)[];
  /** What the file itself states, where it does. */
  readonly statedMetresPerUnit: number | undefined;
  readonly statedUp: 'x' | 'y' | 'z' | undefined;
  readonly provenance?: ClipProvenance; // where the layout tells who makes such files
  readonly notes: readonly ImportNote[];
  readonly document: unknown;
}

/** A RawMotion without its motion: what a clip remembers of its file, so that fromClip can undo toClip. */
export interface FileTree
  extends Pick<RawMotion, 'joints' | 'endSites' | 'statedMetresPerUnit' | 'statedUp' | 'notes'> {
  readonly hasTranslation: readonly boolean[]; // per joint: does the file animate it?
  readonly hasRotation: readonly boolean[];
}

/** Overrides of what would be inferred at import. */
export interface BorderOptions {
  readonly metresPerUnit?: number;
  readonly up?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z';
  /** The file's axis along which the character's front points; it becomes +Z. Without it clips are not turned about Y. */
  readonly forward?: 'x' | 'y' | 'z' | '-x' | '-y' | '-z';
  readonly groundHeight?: number; // [m], after unit and up axis
  readonly referenceFrames?: number; // leading frames that are not motion; 0 keeps an added T-pose as motion
  /** Joint name per role: the manual map, used instead of detection. Unknown joint names are an error. */
  readonly roles?: Readonly<Record<string, string>>;
}
