/**
 * OpenSim model and coordinates → Clip: one joint per body, its origin at the joint, its axes those of the body. OpenSim's
 * world is already in metres with Y up, so nothing is turned.
 */
import { FormatError } from '../../errors.ts';
import { rotate3 } from '../../math/quat.ts';
import { FRAME_RATE_WANTED, isFrameTime } from '../bounds.ts';
import { type Clip, createClip, type ExtraTrack, type ImportNote } from '../clip.ts';
import type { TableRecording } from '../recording.ts';
import { REQUIRED_ROLES, type RoleMap, type RoleOutcome } from '../roles.ts';
import { coordinateCount, createSkeleton, quatIndex, type Skeleton } from '../skeleton.ts';
import type { OsimDocument } from './mot-write.ts';
import { addHead, osimRoles } from './osim-head.ts';
import type { OsimJoint, OsimModel } from './osim-model.ts';
import { type OsimPoses, osimPoses, rateOf } from './osim-poses.ts';

/** A joint origin that strays less than this [m] from its mean counts as fixed. */
const FIXED_ORIGIN = 1e-6;

/** Masses of the model on the joints of its clip. */
export interface OsimBodyData {
  readonly mass: Float64Array; // n   [kg]
  readonly comInSegment: Float64Array; // n×3 [m] in the joint's frame
  readonly inertiaInSegment: Float64Array; // n×6 [kg·m²] about the segment's CoM: xx yy zz xy xz yz
  readonly totalMass: number; // [kg]
}

export interface OsimMotion {
  readonly clip: Clip;
  readonly bodyData: OsimBodyData;
  readonly poses: OsimPoses; // exact, including joint origins that move
  readonly startTime: number; // [s] of the clip's first frame on the laboratory's clock
}

/**
 * Poses the model by a table of coordinates. Without a table: one frame in the default pose.
 *
 * ```ts
 * const { clip, bodyData } = osimClip(readOsim(model, 'a.osim'), readTable(angles, 'walk_ik.mot'));
 * ```
 */
export function osimClip(model: OsimModel, table?: TableRecording): OsimMotion {
  const poses = osimPoses(model, table);
  const rest = osimPoses(model);
  const tree = treeOf(model);
  const frames = poses.time.length;
  const means = meanOrigins(poses, tree);
  const skeleton = addHead(skeletonOf(model, tree, means, rest), model);
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(nq * frames);
  for (let frame = 0; frame < frames; frame++) {
    for (let joint = 0; joint < skeleton.names.length; joint++) {
      const o = frame * nq + quatIndex(joint);
      if (joint >= tree.length)
        q[o + 3] = 1; // the added head keeps still on the trunk
      else
        for (let k = 0; k < 4; k++)
          q[o + k] = poses.joints[7 * (frame * model.joints.length + tree[joint].index) + 3 + k];
    }
    for (let k = 0; k < 3; k++) q[frame * nq + k] = poses.joints[7 * (frame * model.joints.length + tree[0].index) + k];
  }
  const rate = rateOf(poses.time);
  if (!isFrameTime(1 / rate)) {
    throw new FormatError(
      table?.file ?? model.file,
      undefined,
      `column "time": expected ${FRAME_RATE_WANTED}, found ${rate}`,
    );
  }
  const { tracks, notes } = strayOrigins(poses, tree, means);
  const clip = createClip({
    name: table ? nameOf(table.file) : model.name,
    skeleton,
    roles: rolesOf(skeleton),
    frameTime: 1 / rate,
    q,
    extraTracks: tracks,
    source: sourceOf(skeleton, model, table, [...notes, ...missingNotes(poses), ...(table?.notes ?? [])]),
  });
  return { clip, bodyData: bodyDataOf(model, tree, skeleton), poses, startTime: poses.time[0] };
}

interface TreeJoint {
  readonly joint: OsimJoint;
  readonly index: number; // in model.joints
  readonly parent: number; // in the tree; −1 for the root
}

/** The bodies under the heaviest body that is tied to the ground; furniture beside it is left out. */
function treeOf(model: OsimModel): TreeJoint[] {
  const massOf = new Map(model.bodies.map((body) => [body.name, body.mass]));
  const under = new Map<string, number>();
  for (const joint of [...model.joints].reverse()) {
    const own = (massOf.get(joint.child.body) ?? 0) + (under.get(joint.child.body) ?? 0);
    under.set(joint.parent.body, (under.get(joint.parent.body) ?? 0) + own);
    under.set(`at ${joint.child.body}`, own);
  }
  const roots = model.joints.filter((joint) => joint.parent.body === 'ground');
  const heaviest = roots.reduce((best, joint) =>
    (under.get(`at ${joint.child.body}`) ?? 0) > (under.get(`at ${best.child.body}`) ?? 0) ? joint : best,
  );
  const tree: TreeJoint[] = [];
  model.joints.forEach((joint, index) => {
    const parent = tree.findIndex((known) => known.joint.child.body === joint.parent.body);
    if (joint === heaviest || parent >= 0) tree.push({ joint, index, parent });
  });
  return tree;
}

/** Mean place of every joint in its parent's joint frame, n×3. */
function meanOrigins(poses: OsimPoses, tree: readonly TreeJoint[]): Float64Array {
  const frames = poses.time.length;
  const width = poses.model.joints.length;
  const out = new Float64Array(3 * tree.length);
  tree.forEach(({ index, parent }, i) => {
    if (parent < 0) return;
    const base = tree[parent].joint.child.position;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let frame = 0; frame < frames; frame++) sum += poses.joints[7 * (frame * width + index) + k];
      out[3 * i + k] = sum / frames - base[k];
    }
  });
  return out;
}

function skeletonOf(model: OsimModel, tree: readonly TreeJoint[], offsets: Float64Array, rest: OsimPoses): Skeleton {
  const restRotations = new Float64Array(4 * tree.length);
  tree.forEach(({ index }, i) => {
    restRotations.set(rest.joints.subarray(7 * index + 3, 7 * index + 7), 4 * i);
  });
  if (model.joints.length === 0) throw new FormatError(model.file, undefined, 'the model has no joints');
  return createSkeleton({
    names: tree.map(({ joint }) => joint.child.body),
    parents: tree.map(({ parent }) => parent),
    offsets,
    restRotations,
  });
}

/** Joints whose origin moves (a knee that rolls) ride along as tracks; the clip holds their mean. */
function strayOrigins(
  poses: OsimPoses,
  tree: readonly TreeJoint[],
  means: Float64Array,
): { tracks: ExtraTrack[]; notes: ImportNote[] } {
  const frames = poses.time.length;
  const width = poses.model.joints.length;
  const tracks: ExtraTrack[] = [];
  const strays: string[] = [];
  tree.forEach(({ joint, index, parent }, i) => {
    if (parent < 0) return;
    const base = tree[parent].joint.child.position;
    const values = new Float64Array(3 * frames);
    let worst = 0;
    for (let frame = 0; frame < frames; frame++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        values[3 * frame + k] = poses.joints[7 * (frame * width + index) + k] - base[k];
        square += (values[3 * frame + k] - means[3 * i + k]) ** 2;
      }
      worst = Math.max(worst, Math.sqrt(square));
    }
    if (worst < FIXED_ORIGIN) return;
    tracks.push({ node: i, name: joint.child.body, kind: 'translation', values });
    strays.push(`${joint.child.body} by ${(1000 * worst).toFixed(1)} mm`);
  });
  if (strays.length === 0) return { tracks, notes: [] };
  const text = `joints that shift in their parent are held at their mean: ${strays.join(', ')}; the shifts are kept as extra tracks`;
  return { tracks, notes: [{ topic: 'content', confidence: 'sure', text }] };
}

function missingNotes(poses: OsimPoses): ImportNote[] {
  if (poses.missing.length === 0) return [];
  return [
    {
      topic: 'content',
      confidence: 'sure',
      text: `the table lacks ${poses.missing.join(', ')}; the model's defaults are used`,
    },
  ];
}

function rolesOf(skeleton: Skeleton): RoleOutcome {
  const roles: RoleMap = osimRoles(skeleton);
  const absent = REQUIRED_ROLES.filter((role) => roles[role] === undefined);
  if (absent.length === 0) return { status: 'humanoid', roles, by: 'names', rig: 'opensim' };
  return { status: 'refused', reason: `the model has no body for ${absent.join(', ')}` };
}

function bodyDataOf(model: OsimModel, tree: readonly TreeJoint[], skeleton: Skeleton): OsimBodyData {
  const n = skeleton.names.length;
  const mass = new Float64Array(n);
  const comInSegment = new Float64Array(3 * n);
  const inertiaInSegment = new Float64Array(6 * n);
  tree.forEach(({ joint }, i) => {
    const body = model.bodies.find((candidate) => candidate.name === joint.child.body)!;
    mass[i] = body.mass;
    for (let k = 0; k < 3; k++) comInSegment[3 * i + k] = body.massCentre[k] - joint.child.position[k];
    inertiaInSegment.set(body.inertia, 6 * i);
  });
  return { mass, comInSegment, inertiaInSegment, totalMass: mass.reduce((a, b) => a + b, 0) };
}

function sourceOf(
  skeleton: Skeleton,
  model: OsimModel,
  table: TableRecording | undefined,
  notes: readonly ImportNote[],
): Clip['source'] {
  return {
    format: table ? 'mot' : 'osim',
    file: table?.file ?? model.file,
    animation: '',
    frame: { metresPerUnit: 1, worldFromFile: [0, 0, 0, 1], groundHeight: 0 },
    nodeOfJoint: Int32Array.from(skeleton.names, (_, i) => i),
    referenceFrames: new Float64Array(0),
    notes: [{ topic: 'unit', confidence: 'stated', text: 'OpenSim: metres, Y up' }, ...notes],
    document: { kind: 'osim', model } satisfies OsimDocument,
  };
}

const nameOf = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');

/** World place of each skeleton joint of one frame by the exact poses, n×3 [m]: for checks of what the constant offsets lose. */
export function exactJointCentres(poses: OsimPoses, names: readonly string[], frame: number): Float64Array {
  const { model } = poses;
  const out = new Float64Array(3 * names.length);
  names.forEach((name, i) => {
    const b = model.bodies.findIndex((body) => body.name === name);
    const joint = model.joints.find((candidate) => candidate.child.body === name);
    if (b < 0 || !joint) return;
    const at = frame * model.bodies.length + b;
    out.set(joint.child.position, 3 * i);
    rotate3(out, 3 * i, poses.rotations, 4 * at, out, 3 * i);
    for (let k = 0; k < 3; k++) out[3 * i + k] += poses.origins[3 * at + k];
  });
  return out;
}
