/** From an opened glTF to motions: one per animation, or one frame of the rest pose when it has none. */
import type { ImportNote } from '../clip.ts';
import type { RawMotion } from '../raw-motion.ts';
import { type Budget, budgetFor, spendTake } from './budget.ts';
import type { GltfFile } from './gltf-container.ts';
import { objectsAt } from './gltf-json.ts';
import { type GltfTree, readTree } from './gltf-nodes.ts';
import { type AnimationTracks, type KeyTrack, type Path, readAnimation, sampleTrack } from './gltf-tracks.ts';
import { type FoundGrid, type FrameGrid, findGrid } from './key-times.ts';

/** What a clip keeps of its file, so that it can be written back any number of times. */
export interface GltfDocument {
  readonly kind: 'gltf';
  readonly gltf: GltfFile;
  readonly tree: GltfTree;
  readonly animation: number | undefined; // index in the JSON's animations
  readonly tracks: ReadonlyMap<string, KeyTrack>; // by trackKey
  readonly grid: FrameGrid;
}

/** The document of a clip that was read from a glTF, else undefined. */
export function gltfDocument(document: unknown): GltfDocument | undefined {
  const isGltf = typeof document === 'object' && document !== null && 'kind' in document && document.kind === 'gltf';
  return isGltf ? (document as GltfDocument) : undefined;
}

export const trackKey = (joint: number, path: Path): string => `${joint} ${path}`;

const REST_GRID: FrameGrid = { start: 0, frameTime: 1 / 30, frameCount: 1, snap: 0 };

/** All motions of the file, in the order of its animations. Throws FormatError. */
export function readMotions(gltf: GltfFile): RawMotion[] {
  const budget = budgetFor(gltf.bytes.length);
  const decoded = new Map<string, Float64Array>();
  const animations = objectsAt(gltf.file, gltf.json, 'animations').map((_, index) =>
    readAnimation(gltf, index, budget, decoded),
  );
  const animated = objectsAt(gltf.file, gltf.json, 'nodes').map(() => false);
  for (const { tracks } of animations) for (const { node } of tracks) animated[node] = true;
  const tree = readTree(gltf, animated);
  if (animations.length === 0) return [restMotion(gltf, tree)];
  return animations.map((animation, index) => sampledMotion(gltf, tree, animation, index, budget));
}

function restMotion(gltf: GltfFile, tree: GltfTree): RawMotion {
  const note: ImportNote = {
    topic: 'content',
    text: 'the file has no animation: one frame, the rest pose',
    confidence: 'sure',
  };
  return motionOf({ kind: 'gltf', gltf, tree, animation: undefined, tracks: new Map(), grid: REST_GRID }, '', [note]);
}

function sampledMotion(
  gltf: GltfFile,
  tree: GltfTree,
  animation: AnimationTracks,
  index: number,
  budget: Budget,
): RawMotion {
  const { grid, note } = gridOf(animation);
  const place = `animation ${index} "${animation.name}", sampled`;
  spendTake(budget, grid.frameCount, tree.joints.length, gltf.file, place);
  const notes = note ? [note] : [];
  if (animation.otherPaths.length > 0) {
    const text = `the animation also drives ${animation.otherPaths.join(', ')}; kept in the file as it is`;
    notes.push({ topic: 'content', text, confidence: 'sure' });
  }
  const tracks = new Map(animation.tracks.map((track) => [trackKey(tree.jointOfNode[track.node], track.path), track]));
  return motionOf({ kind: 'gltf', gltf, tree, animation: index, tracks, grid }, animation.name, notes);
}

/** The frames that hold all keys; exactly as Poise wrote them where it did. */
function gridOf({ tracks, frameTime }: AnimationTracks): FoundGrid {
  if (tracks.length === 0) return { grid: REST_GRID, note: undefined };
  const inputs = tracks.map(({ times }) => times);
  const found = findGrid(inputs, frameTime && 1 / frameTime);
  const asWritten = frameTime && Math.abs(found.grid.frameTime / frameTime - 1) < 1e-9;
  return asWritten ? { ...found, grid: { ...found.grid, frameTime } } : found;
}

function motionOf(document: GltfDocument, animation: string, notes: readonly ImportNote[]): RawMotion {
  const { gltf, tree, grid, tracks } = document;
  const sampled = (path: Path) =>
    tree.joints.map((_, joint) => {
      const track = tracks.get(trackKey(joint, path));
      return track && sampleTrack(track, grid);
    });
  return {
    format: gltf.container === 'glb' ? 'gltf' : 'gltf-json',
    file: gltf.file,
    animation,
    joints: tree.joints,
    endSites: tree.endSites,
    frameTime: grid.frameTime,
    frameCount: grid.frameCount,
    translations: sampled('translation'),
    rotations: sampled('rotation'),
    scales: sampled('scale'),
    statedMetresPerUnit: 1,
    statedUp: 'y',
    notes: [...tree.notes, ...notes],
    document,
  };
}
