/** What a file format offers. To add one: one file beside this, one line in index.ts, one sample made by code in the tests. */
import type { AnimatedProp } from '../animated-prop.ts';
import type { Clip } from '../clip.ts';
import type { BorderOptions } from '../raw-motion.ts';
import type { SkinnedMesh } from '../skinned-mesh.ts';

export interface ReadOptions extends BorderOptions {
  /** Fetches a neighbour of the file by name (the .asf of an .amc, the buffers of a .gltf, the .osim of a .mot). */
  readonly companion?: (name: string) => Promise<Uint8Array | undefined>;
  /** Names of the files beside this one, where the caller can list them (to find the .asf of an .amc). */
  readonly neighbours?: readonly string[];
  /** Numbers that are none (NaN) in a BVH or numpy file: refused, or bridged from the frames beside them, with a note. Default: refuse. */
  readonly lost?: 'refuse' | 'bridge';
}

export interface WriteOptions {
  /** Write a new file from the clip alone, even when its source file could be patched. */
  readonly fresh?: boolean;
  readonly metresPerUnit?: number; // fresh files only; each format has its own default
  /** A skin for the clip's skeleton; the file is then written fresh. glTF shows it, other formats hold motion only. */
  readonly mesh?: SkinnedMesh;
  /** Things beside the person, frame by frame as the clip; the file is then written fresh. glTF shows them, others do not. */
  readonly props?: readonly AnimatedProp[];
  /** The arrangement of arrays in a numpy file (one of `NUMPY_LAYOUTS`); without it that of the clip's own file, or the first that fits. */
  readonly layout?: string;
}

/** A file and its name without a folder. */
export interface NamedFile {
  readonly name: string;
  readonly data: Uint8Array;
}

export interface MotionFormat {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[]; // lower case, with the dot; the first is the one that is written
  /** All takes in the file. Throws FormatError. */
  readonly read?: (data: Uint8Array, file: string, options: ReadOptions) => Promise<readonly Clip[]>;
  /** Reading needs a file that writing does not make (the model of a .mot). */
  readonly readsBeside?: true;
  /** Writes one clip; where it came from the same format, the source file with only the changed channels touched. */
  readonly write?: (clip: Clip, options: WriteOptions) => Promise<Uint8Array>;
  /** Writes several clips of one skeleton as named animations of one file. */
  readonly writeAll?: (clips: readonly Clip[], options: WriteOptions) => Promise<Uint8Array>;
  /** Whether `write` puts the clip into its own file, with all that this holds; else a new file is made. */
  readonly keepsFile?: (clip: Clip, options: WriteOptions) => boolean;
  /** Further files that belong beside the written one (the .asf of an .amc), given its name. */
  readonly writeCompanions?: (clip: Clip, name: string, options: WriteOptions) => Promise<readonly NamedFile[]>;
  /** What had to change in the layout of the source file, in words: axes that joints did not turn about before. */
  readonly writeNotes?: (clip: Clip, options: WriteOptions) => readonly string[];
}

const MOST_QUOTED = 4;

/** Some names for a message: "a", "b" and 3 more. */
export function quoted(names: readonly string[]): string {
  const shown = names.slice(0, MOST_QUOTED).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
