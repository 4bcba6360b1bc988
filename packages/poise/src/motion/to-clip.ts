/**
 * The one door from a file to a Clip: cuts the skeleton out of the file's tree, finds unit, up axis and ground, and moves
 * the root there. Local rotations and the axes of offsets stay as they are in the file.
 */
import { FormatError } from '../errors.ts';
import { multiplyQuat, normalizeQuat, rotate3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import { checkRawBounds } from './bounds.ts';
import { type Clip, createClip, type ExtraTrack, type FileFrame, type ImportNote } from './clip.ts';
import { rolesInRaw } from './find-roles.ts';
import { inferFrame } from './infer-frame.ts';
import { inferReferenceFrames } from './infer-reference.ts';
import { cutSkeleton, motionRoot, type SkeletonCut } from './raw-cut.ts';
import type { BorderOptions, FileTree, RawMotion } from './raw-motion.ts';
import { createNodePose, placeNodes, REST, rotationAt } from './raw-tree.ts';
import { ROLES, type RoleMap, type RoleOutcome } from './roles.ts';
import { createSkeleton, quatIndex, type Skeleton } from './skeleton.ts';

/** A joint that translates by more than this [m] is worth a note. */
const VISIBLE_STRAY = 1e-3;

/**
 * A clip in metres, Y up, with the ground at y = 0. What is not stated in `options` is inferred and recorded in
 * `clip.source.notes`. Throws UsageError for options that do not fit the file.
 *
 * ```ts
 * const clip = toClip(raw, { metresPerUnit: 0.01 });
 * ```
 */
export function toClip(raw: RawMotion, options: BorderOptions = {}): Clip {
  if (raw.joints.length === 0) throw new FormatError(raw.file, undefined, 'a motion needs at least one joint');
  checkRawBounds(raw);
  const reference = inferReferenceFrames(raw, options.referenceFrames);
  const found = rolesInRaw(raw, reference.count, options.roles);
  const nodeRoles = found.outcome.status === 'humanoid' ? found.outcome.roles : undefined;
  const cut = cutSkeleton(raw, motionRoot(raw, nodeRoles, reference.count), reference.count);
  const inferred = inferFrame(raw, cut, nodeRoles, reference.count, options);
  const skeleton = skeletonOf(raw, cut, inferred.frame);
  const whole = coordinatesOf(raw, cut, inferred.frame);
  const leading = reference.count * (3 + 4 * cut.nodes.length);
  return createClip({
    name: raw.animation,
    skeleton,
    roles: rolesInClip(found.outcome, cut),
    frameTime: raw.frameTime,
    q: whole.slice(leading),
    extraTracks: extraTracksOf(raw, cut, reference.count),
    ...(raw.provenance && { provenance: raw.provenance }),
    source: {
      format: raw.format,
      file: raw.file,
      animation: raw.animation,
      frame: inferred.frame,
      nodeOfJoint: Int32Array.from(cut.nodes),
      referenceFrames: whole.slice(0, leading),
      notes: [
        ...raw.notes,
        ...reference.notes,
        ...found.notes,
        ...inferred.notes,
        ...strayNotes(raw, cut, inferred.frame.metresPerUnit),
      ],
      document: raw.document,
      tree: treeOf(raw),
    },
  });
}

function treeOf(raw: RawMotion): FileTree {
  const present = (tracks: readonly unknown[]) => raw.joints.map((_, node) => tracks[node] !== undefined);
  return {
    joints: raw.joints,
    endSites: raw.endSites,
    statedMetresPerUnit: raw.statedMetresPerUnit,
    statedUp: raw.statedUp,
    notes: raw.notes,
    hasTranslation: present(raw.translations),
    hasRotation: present(raw.rotations),
  };
}

function skeletonOf(raw: RawMotion, cut: SkeletonCut, frame: FileFrame): Skeleton {
  const { metresPerUnit } = frame;
  const restRotations = new Float64Array(4 * cut.nodes.length);
  cut.nodes.forEach((node, joint) => {
    rotationAt(restRotations, 4 * joint, raw, node, REST);
  });
  const pose = createNodePose(raw.joints.length);
  placeNodes(pose, raw, [...cut.stem, cut.nodes[0]], REST);
  multiplyQuat(restRotations, 0, Float64Array.from(frame.worldFromFile), 0, pose.rotations, 4 * cut.nodes[0]);
  const jointOf = new Map(cut.nodes.map((node, joint) => [node, joint]));
  const endSites = raw.endSites.flatMap(({ joint: node, offset }) => {
    const joint = jointOf.get(node);
    if (joint === undefined) return [];
    const scale = metresPerUnit * cut.scaleInside[joint];
    return [{ joint, offset: [scale * offset[0], scale * offset[1], scale * offset[2]] satisfies Vec3 }];
  });
  return createSkeleton({
    names: cut.nodes.map((node) => raw.joints[node].name),
    parents: cut.parents,
    offsets: cut.offsets.map((length) => length * metresPerUnit),
    restRotations,
    endSites,
  });
}

/** q of all frames of the file, reference frames included. */
function coordinatesOf(raw: RawMotion, cut: SkeletonCut, frame: FileFrame): Float64Array {
  const nq = 3 + 4 * cut.nodes.length;
  const q = new Float64Array(nq * raw.frameCount);
  writeRoot(q, nq, raw, cut, frame);
  for (let f = 0; f < raw.frameCount; f++) {
    for (let joint = 1; joint < cut.nodes.length; joint++) {
      rotationAt(q, nq * f + quatIndex(joint), raw, cut.nodes[joint], f);
    }
  }
  for (let f = 1; f < raw.frameCount; f++) {
    for (let i = nq * f + 3; i < nq * (f + 1); i += 4) keepSign(q, i, i - nq);
  }
  return q;
}

/** The root's pose in the clip: nodes above it composed frame by frame, then axes, unit and ground. */
function writeRoot(q: Float64Array, nq: number, raw: RawMotion, cut: SkeletonCut, frame: FileFrame): void {
  const turn = Float64Array.from(frame.worldFromFile);
  const root = cut.nodes[0];
  const path = [...cut.stem, root];
  const pose = createNodePose(raw.joints.length);
  for (let f = 0; f < raw.frameCount; f++) {
    placeNodes(pose, raw, path, f);
    const o = nq * f;
    rotate3(q, o, turn, 0, pose.positions, 3 * root);
    for (let k = 0; k < 3; k++) q[o + k] *= frame.metresPerUnit;
    q[o + 1] -= frame.groundHeight;
    multiplyQuat(q, o + 3, turn, 0, pose.rotations, 4 * root);
    normalizeQuat(q, o + 3, q, o + 3);
  }
}

/** Of q and −q, which are one rotation, takes the one nearer to the frame before. */
function keepSign(q: Float64Array, i: number, before: number): void {
  const j = before;
  if (q[i] * q[j] + q[i + 1] * q[j + 1] + q[i + 2] * q[j + 2] + q[i + 3] * q[j + 3] >= 0) return;
  for (let k = 0; k < 4; k++) q[i + k] = -q[i + k];
}

/** Everything the file animates and q does not hold: nodes outside the skeleton, translations and scales inside it. */
function extraTracksOf(raw: RawMotion, cut: SkeletonCut, leading: number): ExtraTrack[] {
  const inside = new Set(cut.nodes);
  const extras: ExtraTrack[] = [];
  const add = (node: number, kind: ExtraTrack['kind'], track: Float64Array | undefined, width: number) => {
    if (!track) return;
    const kept = { node, name: raw.joints[node].name, kind };
    extras.push(
      leading === 0
        ? { ...kept, values: track }
        : { ...kept, values: track.slice(width * leading), referenceValues: track.slice(0, width * leading) },
    );
  };
  for (let node = 0; node < raw.joints.length; node++) {
    if (node !== cut.nodes[0]) add(node, 'translation', raw.translations[node], 3);
    if (!inside.has(node)) add(node, 'rotation', raw.rotations[node], 4);
    add(node, 'scale', raw.scales[node], 3);
  }
  return extras;
}

function rolesInClip(outcome: RoleOutcome, cut: SkeletonCut): RoleOutcome {
  if (outcome.status === 'refused') return outcome;
  const jointOf = new Map(cut.nodes.map((node, joint) => [node, joint]));
  const roles: { -readonly [R in keyof RoleMap]: number } = {};
  for (const role of ROLES) {
    const joint = jointOf.get(outcome.roles[role] ?? -1);
    if (joint !== undefined) roles[role] = joint;
  }
  return { ...outcome, roles };
}

function strayNotes(raw: RawMotion, cut: SkeletonCut, metresPerUnit: number): ImportNote[] {
  const notes: ImportNote[] = [];
  cut.nodes.forEach((node, joint) => {
    const stray = cut.stray[joint] * metresPerUnit;
    if (stray <= VISIBLE_STRAY) return;
    notes.push({
      topic: 'content',
      text: `joint "${raw.joints[node].name}" is moved by up to ${(1000 * stray).toFixed(1)} mm against its parent; treated as rigid`,
      confidence: 'sure',
    });
  });
  return notes;
}
