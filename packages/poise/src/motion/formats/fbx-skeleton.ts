/** The models of an FBX that make a skeleton, parents before children, with their rest poses. */
import { FormatError } from '../../errors.ts';
import type { ImportNote } from '../clip.ts';
import type { RawJoint, RawMotion } from '../raw-motion.ts';
import { type FbxObject, type FbxObjects, linkedBelow, topModels } from './fbx-objects.ts';
import { type FbxTransform, readTransform, rotationOf, translationOf } from './fbx-transform.ts';

export interface FbxJoint {
  readonly model: FbxObject;
  readonly transform: FbxTransform;
}

export interface FbxSkeleton {
  readonly joints: readonly RawJoint[];
  readonly sources: readonly FbxJoint[]; // per joint
  readonly endSites: RawMotion['endSites'];
  readonly notes: readonly ImportNote[];
}

/** Models that carry a skeleton; meshes, cameras and lights do only when such a model hangs below them. */
const BONES = new Set(['LimbNode', 'Limb', 'Root', 'Null', 'Effector']);

interface Placed {
  readonly model: FbxObject;
  readonly parent: number; // index in the list
}

/**
 * Leaves called "…_end" that nothing moves become end sites, as in glTF files.
 *
 * @param animated ids of models that any take moves: joints of files that have no bones
 */
export function readSkeleton(objects: FbxObjects, animated: ReadonlySet<string>): FbxSkeleton {
  const placed = placeModels(objects);
  const hasBones = placed.some(({ model }) => BONES.has(model.subtype));
  const wanted = placed.map(({ model }) => (hasBones ? BONES.has(model.subtype) : animated.has(model.id)));
  // Children come after parents, so one backward pass marks every ancestor.
  for (let i = placed.length - 1; i >= 0; i--) if (wanted[i] && placed[i].parent >= 0) wanted[placed[i].parent] = true;
  const hasChild = new Set(placed.flatMap(({ parent }, i) => (wanted[i] ? [parent] : [])));
  const isEnd = placed.map(
    ({ model, parent }, i) =>
      wanted[i] && parent >= 0 && !hasChild.has(i) && !animated.has(model.id) && /._end$/i.test(model.name),
  );
  const jointOf = new Map<number, number>();
  placed.forEach((_, i) => {
    if (wanted[i] && !isEnd[i]) jointOf.set(i, jointOf.size);
  });
  if (jointOf.size === 0) {
    const found = `${placed.length} models, none a bone and none animated`;
    throw new FormatError(objects.fbx.file, undefined, `expected a skeleton, found ${found}`);
  }
  const kept = placed.filter((_, i) => jointOf.has(i));
  const sources = kept.map(({ model }) => ({ model, transform: readTransform(objects, model) }));
  const joints = kept.map(({ model, parent }, joint) =>
    restJoint(model.name, jointOf.get(parent) ?? -1, sources[joint].transform),
  );
  const endSites = placed.flatMap(({ model, parent }, i) => {
    if (!isEnd[i]) return [];
    const { translation } = restJoint(model.name, -1, readTransform(objects, model));
    return [{ joint: jointOf.get(parent)!, offset: translation }];
  });
  return { joints, sources, endSites, notes: skeletonNotes(joints, sources) };
}

/** All models, depth first. */
function placeModels(objects: FbxObjects): Placed[] {
  const placed: Placed[] = [];
  const seen = new Set<string>();
  const waiting = topModels(objects).map((model) => ({ model, parent: -1 }));
  waiting.reverse();
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    if (seen.has(next.model.id)) continue;
    seen.add(next.model.id);
    const index = placed.push(next) - 1;
    const children = linkedBelow(objects, next.model.id, 'Model').filter(({ property }) => property === '');
    for (let k = children.length - 1; k >= 0; k--) waiting.push({ model: children[k].object, parent: index });
  }
  return placed;
}

function restJoint(name: string, parent: number, transform: FbxTransform): RawJoint {
  const pose = new Float64Array(7);
  rotationOf(pose, 3, transform, ...transform.rotation);
  translationOf(pose, 0, transform, transform.translation, 0, pose, 3, transform.scaling, 0);
  const [x, y, z] = transform.scaling;
  return {
    name,
    parent,
    translation: [pose[0], pose[1], pose[2]],
    rotation: [pose[3], pose[4], pose[5], pose[6]],
    scale: Math.cbrt(Math.abs(x * y * z)),
  };
}

/** What a skeleton of rigid bones cannot show, one note each. */
function skeletonNotes(joints: readonly RawJoint[], sources: readonly FbxJoint[]): ImportNote[] {
  const notes: ImportNote[] = [];
  const note = (text: string) => notes.push({ topic: 'content', text, confidence: 'sure' });
  const hasChild = new Set(joints.map(({ parent }) => parent));
  joints.forEach(({ name, parent }, joint) => {
    const { scaling, inherit } = sources[joint].transform;
    const [x, y, z] = scaling;
    const spread = Math.max(Math.abs(x - y), Math.abs(x - z));
    const uneven = spread > 1e-4 * Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) || x < 0;
    if (uneven && hasChild.has(joint)) {
      note(
        `model "${name}" is scaled by (${scaling.join(', ')}); its joints may lie elsewhere than in the file's own viewer`,
      );
    }
    if (inherit === 2 && parent >= 0 && Math.abs(joints[parent].scale - 1) > 1e-4) {
      note(`model "${name}" does not take over its parent's scale; Poise passes scales on`);
    }
  });
  return notes;
}
