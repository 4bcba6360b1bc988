/**
 * Mirror images of clips in the plane x = 0. Left becomes right; the skeleton is never changed.
 *
 * M is the reflection of the world, S that of the rest pose in the person's own plane of symmetry, W the rest rotations, ′ the
 * partner of a joint. The image of a world rotation R on the partner is M R E with E = W⁻¹ S W′, and of a local one L is
 * E_parent⁻¹ L E. In proper rotations, with E = M C: C_parent⁻¹ ⊗ (M L M) ⊗ C, where M (x, y, z, w) M = (x, −y, −z, w).
 * Any local axes, copied or mirrored between the sides, are covered by C, and mirroring twice gives the clip back.
 *
 * Where bone lengths differ between left and right (captured people), each side keeps its own bones: rotations and the root
 * are mirrored exactly, positions of hands and feet only as far as the person is symmetric.
 */
import { conjugateQuat, multiplyQuat, normalizeQuat } from '../math/quat.ts';
import { mat3FromQuat, quatFromMat3 } from '../math/quat-mat3.ts';
import { type Clip, withCoordinates } from './clip.ts';
import { mirrorPairs } from './mirror-pairs.ts';
import type { RoleMap } from './roles.ts';
import { coordinateCount, jointCount, quatIndex, restPose, type Skeleton } from './skeleton.ts';
import { type WorldFrames, worldFramesOf } from './world-frames.ts';

/** Partners and the constant rotations C of a skeleton. */
export interface MirrorMap {
  readonly partner: Int32Array; // n; −1: left as it is
  readonly turns: Float64Array; // n×4 C
}

/** Frames of a clip that are averaged where its rest pose is not symmetric. */
const FRAMES_AVERAGED = 100;

/** The mirror image of a clip and of its reference frames. Extra tracks are not interpreted and stay as they are.
 *
 * ```ts
 * const leftHanded = mirror(rightHandedThrow);
 * ```
 */
export function mirror(clip: Clip): Clip {
  const { skeleton, source } = clip;
  const map = mirrorMapOf(clip);
  const image = withCoordinates(clip, mirrorPoses(clip.q, skeleton, map));
  if (!source) return image;
  return { ...image, source: { ...source, referenceFrames: mirrorPoses(source.referenceFrames, skeleton, map) } };
}

/** Mirror images of all poses in q. */
function mirrorPoses(q: Float64Array, skeleton: Skeleton, map: MirrorMap): Float64Array {
  const out = q.slice();
  const scratch = new Float64Array(8);
  for (let o = 0; o < q.length; o += coordinateCount(skeleton)) mirrorPose(out, q, o, skeleton, map, scratch);
  return out;
}

/** out = mirror image of the pose at q[o…]. */
function mirrorPose(
  out: Float64Array,
  q: Float64Array,
  o: number,
  skeleton: Skeleton,
  map: MirrorMap,
  scratch: Float64Array,
): void {
  out[o] = -q[o];
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const to = map.partner[joint];
    if (to < 0) continue;
    const target = o + quatIndex(to);
    mirrorQuat(scratch, 0, q, o + quatIndex(joint));
    multiplyQuat(out, target, scratch, 0, map.turns, 4 * joint);
    if (joint === 0) continue;
    conjugateQuat(scratch, 4, map.turns, 4 * skeleton.parents[joint]);
    multiplyQuat(out, target, scratch, 4, out, target);
  }
}

/** out = M R M for the quaternion of R. */
function mirrorQuat(out: Float64Array, o: number, q: Float64Array, i: number): void {
  out[o] = q[i];
  out[o + 1] = -q[i + 1];
  out[o + 2] = -q[i + 2];
  out[o + 3] = q[i + 3];
}

/** How the joints of a clip's skeleton mirror: from its rest pose, or from its frames where the rest pose is no mirror image of
 *  itself (rigs whose zero pose lays all bones along one axis). */
function mirrorMapOf(clip: Clip): MirrorMap {
  const { skeleton } = clip;
  const roles: RoleMap = clip.roles.status === 'humanoid' ? clip.roles.roles : {};
  const partner = mirrorPairs(skeleton, roles);
  const rest = worldFramesOf(skeleton, restPose(skeleton));
  const reflection = bodyReflection(rest, roles);
  const n = jointCount(skeleton);
  const images = new Float64Array(9 * n);
  for (let joint = 0; joint < n; joint++) {
    if (partner[joint] >= 0) addImage(images, joint, rest, joint, partner[joint], reflection);
  }
  if (clip.roles.status === 'humanoid' && !mapsOffsets(skeleton, partner, images))
    averageImages(images, clip, roles, partner);
  return { partner, turns: turnsOf(images, partner) };
}

/** Reflection in the plane between left and right of the standing person (row-major); a rig within 10° of a world axis is
 *  taken to lie on it, so that small asymmetries of a person do not tilt the mirror. */
function bodyReflection(frames: WorldFrames, roles: RoleMap): Float64Array {
  const normal = [1, 0, 0];
  const { leftUpperLeg: left, rightUpperLeg: right } = roles;
  if (left !== undefined && right !== undefined) {
    const across = [0, 1, 2].map((k) => frames.origins[3 * left + k] - frames.origins[3 * right + k]);
    const length = Math.hypot(...across);
    for (let k = 0; k < 3 && length > 1e-9; k++) normal[k] = across[k] / length;
  }
  const axis = normal.findIndex((x) => Math.abs(x) > Math.cos(Math.PI / 18));
  if (axis >= 0) for (let k = 0; k < 3; k++) normal[k] = k === axis ? 1 : 0;
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) out[3 * i + j] = (i === j ? 1 : 0) - 2 * normal[i] * normal[j];
  return out;
}

/** images[joint] += W⁻¹ S W′ */
function addImage(
  images: Float64Array,
  joint: number,
  frames: WorldFrames,
  from: number,
  to: number,
  reflection: Float64Array,
): void {
  const w = new Float64Array(18);
  mat3FromQuat(w, 0, frames.rotations, 4 * from);
  mat3FromQuat(w, 9, frames.rotations, 4 * to);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let a = 0; a < 3; a++) {
        for (let b = 0; b < 3; b++) sum += w[3 * a + i] * reflection[3 * a + b] * w[9 + 3 * b + j];
      }
      images[9 * joint + 3 * i + j] += sum;
    }
  }
}

/** Whether E takes the partner's bones to the joint's own, within a quarter of their length. */
function mapsOffsets(skeleton: Skeleton, partner: Int32Array, images: Float64Array): boolean {
  for (let joint = 1; joint < jointCount(skeleton); joint++) {
    const other = partner[joint];
    if (other < 0) continue;
    const own = skeleton.offsets.subarray(3 * joint, 3 * joint + 3);
    const theirs = skeleton.offsets.subarray(3 * other, 3 * other + 3);
    const e = 9 * skeleton.parents[joint];
    let error = 0;
    for (let i = 0; i < 3; i++) {
      const image =
        images[e + 3 * i] * theirs[0] + images[e + 3 * i + 1] * theirs[1] + images[e + 3 * i + 2] * theirs[2];
      error += (image - own[i]) ** 2;
    }
    if (Math.sqrt(error) > 0.25 * Math.hypot(...own) + 0.02) return false;
  }
  return true;
}

/** Replaces E by the axes-to-axes reflection nearest to its mean over the clip: people move about their plane of symmetry. */
function averageImages(images: Float64Array, clip: Clip, roles: RoleMap, partner: Int32Array): void {
  const nq = coordinateCount(clip.skeleton);
  const step = Math.max(1, Math.floor(clip.frameCount / FRAMES_AVERAGED));
  if (clip.frameCount === 0) return;
  images.fill(0);
  for (let frame = 0; frame < clip.frameCount; frame += step) {
    const frames = worldFramesOf(clip.skeleton, clip.q, frame * nq);
    const reflection = bodyReflection(frames, roles);
    for (let joint = 0; joint < partner.length; joint++) {
      if (partner[joint] >= 0) addImage(images, joint, frames, joint, partner[joint], reflection);
    }
  }
  for (let joint = 0; joint < partner.length; joint++) {
    if (partner[joint] >= 0) nearestAxesReflection(images.subarray(9 * joint, 9 * joint + 9), partner[joint] === joint);
  }
}

const PERMUTATIONS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** m ← the signed permutation of determinant −1 nearest to it; a joint in the middle flips exactly one axis. */
function nearestAxesReflection(m: Float64Array, inTheMiddle: boolean): void {
  let best = Number.NEGATIVE_INFINITY;
  const found = new Float64Array(9);
  for (const [index, permutation] of PERMUTATIONS.entries()) {
    if (inTheMiddle && index > 0) break;
    const even = index === 0 || index === 3 || index === 4;
    for (let signs = 0; signs < 8; signs++) {
      const flips = [signs & 1, (signs >> 1) & 1, signs >> 2];
      const odd = (flips[0] + flips[1] + flips[2]) % 2 === 1;
      if (odd !== even || (inTheMiddle && flips[0] + flips[1] + flips[2] !== 1)) continue;
      const fit = permutation.reduce(
        (sum: number, column, row) => sum + (flips[row] ? -1 : 1) * m[3 * row + column],
        0,
      );
      if (fit <= best) continue;
      best = fit;
      found.fill(0);
      permutation.forEach((column, row) => {
        found[3 * row + column] = flips[row] ? -1 : 1;
      });
    }
  }
  m.set(found);
}

/** C = M E as quaternions, made exactly inverse between partners so that mirroring twice is the identity. */
function turnsOf(images: Float64Array, partner: Int32Array): Float64Array {
  const turns = new Float64Array(4 * partner.length);
  const m = new Float64Array(9);
  for (let joint = 0; joint < partner.length; joint++) {
    const other = partner[joint];
    turns[4 * joint + 3] = 1;
    if (other < 0 || other < joint) continue;
    for (let k = 0; k < 9; k++) m[k] = (k < 3 ? -1 : 1) * images[9 * joint + k];
    quatFromMat3(turns, 4 * joint, m, 0);
  }
  for (let joint = 0; joint < partner.length; joint++) {
    const other = partner[joint];
    if (other === joint) {
      turns[4 * joint] = 0;
      normalizeQuat(turns, 4 * joint, turns, 4 * joint);
    } else if (other > joint) {
      conjugateQuat(turns, 4 * other, turns, 4 * joint);
      mirrorQuat(turns, 4 * other, turns, 4 * other);
    }
  }
  return turns;
}
