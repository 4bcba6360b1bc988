/** Which part of the person each joint belongs to: its gains, and its armature, the inertia that muscles add to bones. */
import type { Body } from '../body/body.ts';
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import { MODEL_HEIGHT, MODEL_MASS, type ReactionParameters } from './parameters.ts';

export type JointPart = 'root' | 'trunk' | 'neck' | 'arm' | 'leg';

/** Gains of one part: kp [1/s²], kd [1/s]. */
export interface PartGains {
  readonly stiffness: number;
  readonly damping: number;
}

export interface JointParts {
  readonly part: readonly JointPart[]; // joints of `joints`
  readonly stiffness: Float64Array; // joints [1/s²]
  readonly damping: Float64Array; // joints [1/s]
  readonly armature: Float64Array; // joints×6 [kg·m²] joint frame: xx yx yy zx zy zz; what a hit has to move
  readonly effort: Float64Array; // joints×6 [kg·m²] added to it for what the body does on its own
  readonly limitRate: Float64Array; // joints [1/s]; 0: no limit is watched
  readonly isKnee: Uint8Array; // joints
  readonly legOf: Int8Array; // joints: 0 left leg, 1 right leg, −1 neither
}

const STEM = 50; // [kg·m²] joints that no role names: they hardly move by themselves
const HINGE = 50; // [kg·m²] of a knee, off its axis

export function createJointParts(body: Body, joints: Int32Array, parameters: ReactionParameters): JointParts {
  const roleOf = new Map(Object.entries(body.roles).map(([role, joint]) => [joint as number, role]));
  const nearestRole = (joint: number): string => {
    for (let j = joint; j >= 0; j = body.skeleton.parents[j]) {
      const role = roleOf.get(j);
      if (role !== undefined) return role;
    }
    return 'hips';
  };
  const gains = gainsOf(parameters);
  const part = Array.from(joints, (joint) => (joint === 0 ? 'root' : partOf(nearestRole(joint))));
  const roles = Array.from(joints, (joint) => roleOf.get(joint));
  return {
    part,
    stiffness: Float64Array.from(part, (name) => gains[name].stiffness),
    damping: Float64Array.from(part, (name) => gains[name].damping),
    armature: armatureOf(body, joints, roles, part, parameters),
    effort: Float64Array.from({ length: 6 * joints.length }, (_, k) => {
      const i = Math.floor(k / 6);
      const diagonal = k % 6 === 0 || k % 6 === 2 || k % 6 === 5;
      return diagonal ? sizeOf(body) * effortOf(part[i], parameters) : 0;
    }),
    limitRate: Float64Array.from(roles, (role, i) =>
      role === undefined || joints[i] === 0 ? 0 : isKnee(role) ? parameters.kneeLimitRate : parameters.limitRate,
    ),
    legOf: Int8Array.from(part, (name, i) => (name !== 'leg' ? -1 : nearestRole(joints[i]).startsWith('left') ? 0 : 1)),
    isKnee: Uint8Array.from(roles, (role) => (role !== undefined && isKnee(role) ? 1 : 0)),
  };
}

const isKnee = (role: string): boolean => role.endsWith('LowerLeg');

function gainsOf(p: ReactionParameters): Readonly<Record<JointPart, PartGains>> {
  return {
    root: { stiffness: p.rootStiffness, damping: p.rootDamping },
    trunk: { stiffness: p.trunkStiffness, damping: p.trunkDamping },
    neck: { stiffness: p.neckStiffness, damping: p.neckDamping },
    arm: { stiffness: p.armStiffness, damping: p.armDamping },
    leg: { stiffness: p.legStiffness, damping: p.legDamping },
  };
}

function partOf(role: string): JointPart {
  if (/Leg|Foot|Toes/.test(role)) return 'leg';
  if (/Arm|Hand|Shoulder/.test(role)) return 'arm';
  if (/neck|head/.test(role)) return 'neck';
  return 'trunk';
}

/** Armature about flexion, abduction and twist [kg·m²]. */
function armatureAbout(
  role: string | undefined,
  part: JointPart,
  p: ReactionParameters,
): readonly [number, number, number] {
  if (part === 'root') return [p.rootArmature, p.rootArmature, p.rootArmature];
  if (role === undefined) return part === 'neck' ? [0.05, 0.05, 0.05] : [STEM, STEM, STEM];
  if (isKnee(role)) return [0.02, HINGE, HINGE];
  if (role.endsWith('UpperArm')) return [p.armArmature, p.armArmature, p.armArmature];
  if (role.endsWith('LowerArm')) return [p.armArmature, 5, Math.max(0.1, p.armArmature)];
  if (role.endsWith('Shoulder')) return [1, 1, 1];
  if (role.endsWith('Hand')) return [0.03, 0.03, 0.03];
  if (role.endsWith('Foot')) return [0.05, 0.05, 0.05];
  if (part === 'trunk') return [0.3, 0.3, 0.2];
  if (part === 'neck') return [0.05, 0.05, 0.05];
  return [0.02, 0.02, 0.02];
}

function armatureOf(
  body: Body,
  joints: Int32Array,
  roles: readonly (string | undefined)[],
  part: readonly JointPart[],
  parameters: ReactionParameters,
): Float64Array {
  const { axes } = body.limits;
  const out = new Float64Array(6 * joints.length);
  for (let i = 0; i < joints.length; i++) {
    const about = armatureAbout(roles[i], part[i], parameters);
    for (let k = 0; k < 3; k++) {
      const a = 9 * joints[i] + 3 * k;
      let entry = 6 * i;
      for (let x = 0; x < 3; x++) for (let y = 0; y <= x; y++) out[entry++] += about[k] * axes[a + x] * axes[a + y];
    }
  }
  // joints without anatomical axes have none of it: the same about every axis
  for (let i = 0; i < joints.length; i++) {
    if (out[6 * i] + out[6 * i + 2] + out[6 * i + 5] > 0) continue;
    const [about] = armatureAbout(roles[i], part[i], parameters);
    for (const diagonal of [0, 2, 5]) out[6 * i + diagonal] = about;
  }
  const size = sizeOf(body);
  for (let i = 0; i < out.length; i++) out[i] *= size;
  return out;
}

/** Inertias of this person against the model's. */
export const sizeOf = (body: Body): number =>
  (body.totalMass * body.height * body.height) / (MODEL_MASS * MODEL_HEIGHT * MODEL_HEIGHT);

/** Light parts could be flung about for every change of momentum: nobody does that with the head. */
function effortOf(part: JointPart, p: ReactionParameters): number {
  if (part === 'neck') return p.neckEffort;
  if (part === 'arm') return p.armEffort;
  return 0;
}

/** Adds what belongs to the joints themselves (joints×6: xx yx yy zx zy zz) to a metric in the tree's layout. */
export function addArmature(
  metric: Float64Array,
  { start, length, joints }: MovingFreedoms,
  armature: Float64Array,
): void {
  for (let i = 0; i < joints.length; i++) {
    let entry = 6 * i;
    for (let x = 0; x < 3; x++) {
      const end = start[3 + 3 * i + x] + length[3 + 3 * i + x] - 1;
      for (let y = 0; y <= x; y++) metric[end - x + y] += armature[entry++];
    }
  }
}
