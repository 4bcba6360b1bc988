/**
 * Somebody goes down. The layer hands over pose and velocity; from there the body tips over its feet like a pendulum, knees
 * give way, and it comes to lie. No ragdoll: one tilt angle with the physics of a falling rod, and joints that go limp.
 */
import {
  type Body,
  createWorkspace,
  forwardKinematics,
  GRAVITY,
  integrate,
  multiplyQuat,
  quatFromAxisAngle,
  quatIndex,
  type Role,
  slerpQuat,
  smoothstep,
  velocityIndex,
} from 'poise';
import { fallOf } from './fall-way.ts';
import { lyingPose } from './lying-pose.ts';

export interface Collapse {
  readonly q: Float64Array; // the pose now
  /** Goes on by dt [s]. */
  readonly step: (dt: number) => void;
}

const ROD = 1.5; // a rod of length l that stands on its end falls with θ'' = 1.5 g/l sin θ
const LIMP = 0.8; // [s] until joints hang as they will lie
const MOMENTUM = 0.1; // [s] over which the joints' own motion dies away
const FASTEST = 5; // [rad/s] of it that is kept
const BOUNCE = 0.12; // of the tilt's speed, when the trunk lands
const SLIDE = 3.2; // [m/s²] by which sliding over the floor is braked
const FLAT = Math.PI / 2;

/** [m] from a joint's middle to the skin, for a person of 1.75 m. */
const THICK: Readonly<Partial<Record<Role, number>>> = {
  hips: 0.115,
  spine: 0.11,
  chest: 0.115,
  upperChest: 0.12,
  neck: 0.07,
  head: 0.1,
  leftUpperArm: 0.055,
  rightUpperArm: 0.055,
  leftLowerArm: 0.045,
  rightLowerArm: 0.045,
  leftHand: 0.035,
  rightHand: 0.035,
  leftUpperLeg: 0.09,
  rightUpperLeg: 0.09,
  leftLowerLeg: 0.06,
  rightLowerLeg: 0.06,
  leftFoot: 0.055,
  rightFoot: 0.055,
  leftToes: 0.025,
  rightToes: 0.025,
};

/** @param q nq and @param v nv as the event `fall` tells them */
export function createCollapse(body: Body, q: Float64Array, v: Float64Array): Collapse {
  const { skeleton, roles, height } = body;
  const joints = skeleton.names.length;
  const ws = createWorkspace(body);
  const thick = new Float64Array(joints);
  for (const [role, value] of Object.entries(THICK)) {
    const joint = roles[role as Role];
    if (joint !== undefined) thick[joint] = (value * height) / 1.75;
  }
  const pose = q.slice();
  const start = q.slice(); // carried on by what is left of its velocity
  const rate = ownMotion(v);
  const feet = [roles.leftFoot ?? 0, roles.rightFoot ?? 0] as const;

  const { dx, dz, side, h, tipped, pace: begun } = fallOf(body, ws, q, v);
  const end = lyingPose(body, side);
  let tilt = tipped;
  let pace = begun;
  let slide = 0; // [m/s] of the lying body
  let time = 0;
  let landed = false;

  // turned so that front or back comes down flat
  const [lying, tip] = [new Float64Array(4), new Float64Array(4)];
  quatFromAxisAngle(lying, 0, 0, 1, 0, Math.atan2(dx, dz) + (side === 'back' ? Math.PI : 0));
  quatFromAxisAngle(tip, 0, dz, 0, -dx, FLAT);
  multiplyQuat(lying, 0, tip, 0, lying, 0);
  const anchor = [0, 0];
  /** Feet as they stand when it begins: what the body tips over. */
  const pivot = (out: number[]): void => {
    for (let k = 0; k < 2; k++)
      out[k] = (ws.segmentOrigin[3 * feet[0] + 2 * k]! + ws.segmentOrigin[3 * feet[1] + 2 * k]!) / 2;
  };
  pivot(anchor);
  const now = [0, 0];

  const shape = (): void => {
    const limp = smoothstep(time / LIMP);
    for (let j = 1; j < joints; j++) slerpQuat(pose, quatIndex(j), start, quatIndex(j), end, quatIndex(j), limp);
    // knees give way in the middle of it
    const buckle = Math.sin(Math.PI * Math.min(1, time / LIMP)) * 0.36;
    for (const [role, share] of BUCKLE) bend(pose, roles[role], share * buckle);
    // the root as it was, tipped over, and towards how it will lie
    quatFromAxisAngle(tip, 0, dz, 0, -dx, tilt - tipped);
    multiplyQuat(tip, 0, tip, 0, start, 3);
    slerpQuat(pose, 3, tip, 0, lying, 0, smoothstep((tilt - tipped) / (FLAT - tipped)));
  };

  /** Down to the floor, and over where it stood. */
  const settle = (dt: number): void => {
    forwardKinematics(body, ws, pose);
    let low = Number.POSITIVE_INFINITY;
    for (let j = 0; j < joints; j++) low = Math.min(low, ws.segmentOrigin[3 * j + 1]! - thick[j]!);
    const drop = time < 0.2 ? low * (time / 0.2) : low; // a foot in the air comes down within a moment
    pose[1]! -= drop;
    anchor[0]! += slide * dx * dt;
    anchor[1]! += slide * dz * dt;
    pivot(now);
    pose[0]! += anchor[0]! - now[0]!;
    pose[2]! += anchor[1]! - now[1]!;
  };

  return {
    q: pose,
    step(dt) {
      time += dt;
      const kept = Math.exp(-dt / MOMENTUM);
      for (let i = 0; i < rate.length; i++) rate[i]! *= kept;
      integrate(start, skeleton, start, rate, dt);
      pace += ((ROD * GRAVITY) / (2 * h)) * Math.sin(tilt) * dt;
      tilt += pace * dt;
      if (tilt >= FLAT) {
        // lands: what is left of the speed slides over the floor
        if (!landed) slide = Math.min(1.2, 0.25 * pace * h);
        landed = true;
        tilt = FLAT;
        pace = pace > 1 ? -BOUNCE * pace : 0;
      }
      slide = Math.max(0, slide - SLIDE * dt);
      shape();
      settle(dt);
    },
  };
}

/** Of a velocity (nv) that of the joints against each other; the root's is in the tilt. */
function ownMotion(v: Float64Array): Float64Array {
  const rate = new Float64Array(v.length);
  for (let i = velocityIndex(1); i < v.length; i += 3) {
    const size = Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!);
    const share = size > FASTEST ? FASTEST / size : 1;
    for (let c = 0; c < 3; c++) rate[i + c] = share * v[i + c]!;
  }
  return rate;
}

const BUCKLE = [
  ['leftUpperLeg', -0.9],
  ['rightUpperLeg', -0.8],
  ['leftLowerLeg', 1.9],
  ['rightLowerLeg', 1.7],
] as const;

const turn = new Float64Array(4);

function bend(q: Float64Array, joint: number | undefined, angle: number): void {
  if (joint === undefined) return;
  quatFromAxisAngle(turn, 0, 1, 0, 0, angle);
  multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), turn, 0);
}
