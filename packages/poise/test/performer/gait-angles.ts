/** Named angles of a finished stride, as the statistics of real people name them. Degrees, phase 0…1 from left contact. */
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { conjugateQuat, multiplyQuat } from '../../src/math/quat.ts';
import { mat3FromQuat } from '../../src/math/quat-mat3.ts';
import type { Clip } from '../../src/motion/clip.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { Actor } from '../../src/performer/actor.ts';

const DEGREES = 180 / Math.PI;

/** Values of every channel at the frames of one stride. */
export type Angles = Record<string, number[]>;

export function anglesOf(actor: Actor, clip: Clip, frames: number): Angles {
  const out: Angles = {};
  const push = (name: string, value: number): void => {
    out[name] = [...(out[name] ?? []), value];
  };
  const nq = coordinateCount(clip.skeleton);
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(actor.body, actor.ws, clip.q, frame * nq);
    measureFrame(actor, push);
  }
  return out;
}

function measureFrame(actor: Actor, push: (name: string, value: number) => void): void {
  const { ws, roles, zero } = actor;
  const origin = (role: Role): Float64Array =>
    ws.segmentOrigin.slice(3 * (roles[role] ?? 0), 3 * (roles[role] ?? 0) + 3);
  // Anatomical rotation of a segment in the world: identity when upright with hanging arms.
  const turned = (role: Role): Float64Array => {
    const joint = roles[role] ?? 0;
    const back = new Float64Array(4);
    conjugateQuat(back, 0, zero, 4 * joint);
    multiplyQuat(back, 0, ws.segmentRotation, 4 * joint, back, 0);
    const m = new Float64Array(9);
    mat3FromQuat(m, 0, back, 0);
    return m;
  };
  const trunk = (name: string, role: Role): Float64Array => {
    const m = turned(role); // yaw, pitch, list: R = Ry Rx Rz
    push(`${name}_rotation`, Math.atan2(m[2], m[8]) * DEGREES);
    push(`${name}_${name === 'pelvis' ? 'tilt' : 'pitch'}`, Math.asin(-m[5]) * DEGREES);
    push(`${name}_list`, Math.atan2(m[3], m[4]) * DEGREES);
    return m;
  };
  const pelvis = trunk('pelvis', 'hips');
  const chest = trunk('chest', 'upperChest');
  trunk('head', 'head');
  const along = (m: Float64Array, v: Float64Array, k: number): number =>
    m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2];
  const between = (a: Float64Array, b: Float64Array): Float64Array => b.map((value, k) => value - a[k]);
  const [hip, knee, ankle] = [origin('leftUpperLeg'), origin('leftLowerLeg'), origin('leftFoot')];
  const [thigh, shank] = [between(hip, knee), between(knee, ankle)];
  push('thigh_pitch', Math.atan2(thigh[2], -thigh[1]) * DEGREES);
  push('shank_pitch', Math.atan2(shank[2], -shank[1]) * DEGREES);
  push('hip_flexion', Math.atan2(along(pelvis, thigh, 2), -along(pelvis, thigh, 1)) * DEGREES);
  const foot = turned('leftFoot');
  const lower = turned('leftLowerLeg');
  push('knee_flexion', hinge(turned('leftUpperLeg'), lower));
  push('foot_pitch', Math.asin(foot[5]) * DEGREES);
  push('ankle_dorsiflexion', -hinge(lower, foot));
  const arm = between(origin('leftUpperArm'), origin('leftLowerArm'));
  push('shoulder_flexion', Math.atan2(along(chest, arm, 2), -along(chest, arm, 1)) * DEGREES);
  push('upper_arm_pitch', Math.atan2(arm[2], -arm[1]) * DEGREES);
  push('elbow_flexion', -hinge(turned('leftUpperArm'), turned('leftLowerArm')));
}

/** Turn of b against a about their x axis [deg]. */
function hinge(a: Float64Array, b: Float64Array): number {
  const dot = (i: number, j: number): number => a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
  return Math.atan2(dot(2, 1), dot(1, 1)) * DEGREES;
}

/** A channel at a phase, linear between frames. */
export function valueAt(values: readonly number[], phase: number): number {
  const n = values.length;
  const at = (((phase % 1) + 1) % 1) * n;
  const i = Math.floor(at);
  return values[i % n] + (at - i) * (values[(i + 1) % n] - values[i % n]);
}
