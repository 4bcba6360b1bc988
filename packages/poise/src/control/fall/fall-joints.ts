/** The joints of a falling body by what they are: kinds, how a column shares what it does, sizes. */
import type { Body } from '../../body/body.ts';
import type { Side } from '../../motion/roles.ts';
import { MODEL_HEIGHT, MODEL_MASS } from '../parameters.ts';
import { JOINT_TONES, type JointKind, type JointTone } from './parameters.ts';

export interface FallJoint {
  readonly joint: number; // of the skeleton
  readonly kind: JointKind;
  readonly side: Side | undefined;
  readonly isLeg: boolean;
  readonly tone: JointTone; // of this body's size
  readonly share: number; // of what its column does: 1 over the number of its joints
}

/** The moving joints of a body, root first. */
export function fallJoints(body: Body, moving: Int32Array): readonly FallJoint[] {
  const roleOf = new Map(Object.entries(body.roles).map(([role, joint]) => [joint as number, role]));
  const kinds = Array.from(moving, (joint) => kindOf(roleOf.get(joint)));
  // a joint of the trunk or neck without a role of its own moves along with its column
  moving.forEach((joint, i) => {
    if (kinds[i] === 'other' && isBetween(body, joint, roleOf)) kinds[i] = 'trunk';
  });
  const count = (kind: JointKind): number => kinds.filter((other, i) => other === kind && moving[i] !== 0).length;
  return Array.from(moving, (joint, i) => {
    const kind = joint === 0 ? 'other' : kinds[i];
    const share = kind === 'trunk' || kind === 'neck' ? 1 / Math.max(1, count(kind)) : 1;
    const isLeg = kind === 'hip' || kind === 'knee' || kind === 'ankle';
    return { joint, kind, isLeg, side: sideOf(roleOf.get(joint)), share, tone: toneOf(body, kind, share) };
  });
}

/** Whether the joint lies between hips and head, where rigs put bones that nobody names. */
function isBetween(body: Body, joint: number, roleOf: ReadonlyMap<number, string>): boolean {
  if (roleOf.has(joint)) return false;
  for (let j = body.roles.head ?? -1; j > 0; j = body.skeleton.parents[j]) if (j === joint) return true;
  return false;
}

function kindOf(role: string | undefined): JointKind {
  if (role === undefined) return 'other';
  if (role.endsWith('UpperLeg')) return 'hip';
  if (role.endsWith('LowerLeg')) return 'knee';
  if (role.endsWith('Foot') || role.endsWith('Toes')) return 'ankle';
  if (role.endsWith('Shoulder')) return 'girdle';
  if (role.endsWith('UpperArm')) return 'shoulder';
  if (role.endsWith('LowerArm')) return 'elbow';
  if (role.endsWith('Hand')) return 'wrist';
  if (role === 'neck' || role === 'head') return 'neck';
  if (role === 'spine' || role === 'chest' || role === 'upperChest') return 'trunk';
  return 'other';
}

const sideOf = (role: string | undefined): Side | undefined =>
  role?.startsWith('left') ? 'left' : role?.startsWith('right') ? 'right' : undefined;

/** Torques go with weight × length, damping with √(length/g) besides. Joints of a column in series are stiffer each. */
function toneOf(body: Body, kind: JointKind, share: number): JointTone {
  const tone = JOINT_TONES[kind];
  const torque = (body.totalMass * body.height) / (MODEL_MASS * MODEL_HEIGHT);
  const damping = torque * Math.sqrt(body.height / MODEL_HEIGHT);
  return {
    stiffness: (tone.stiffness * torque) / share,
    damping: (tone.damping * damping) / share,
    strength: tone.strength * torque,
    passive: (tone.passive * damping) / share,
    elastic: (tone.elastic * torque) / share,
    friction: tone.friction * torque,
    across: (tone.across * torque) / share,
  };
}
