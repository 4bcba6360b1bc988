/**
 * Torques of muscles and of what is passive in joints, as springs and dampers that are integrated implicitly: each joint adds force and a
 * 3×3 block h·D + h²·K to the mass matrix. A spring that would pull harder than its muscles can becomes as much softer.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { applyTransposed3 } from '../../math/mat3.ts';
import { expQuat, logQuat, multiplyQuat, quatBetween, relativeQuat, rotate3 } from '../../math/quat.ts';
import { writeTurnRate } from '../../math/rotation-vector.ts';
import { sizeOf } from '../joint-parts.ts';
import { type FallJoint, fallJoints } from './fall-joints.ts';
import { JOINT_ARMATURE, VAIN_STEP } from './parameters.ts';
import type { Protection } from './protection.ts';
import type { VainStep } from './vain-step.ts';

const RELAXES = 0.75; // of their strength is gone from muscles that have nothing to catch any more: they do not turn the body over
const STICKS = 100; // times the passive damping: joints that stick creep no faster than can be seen
const HEAD_TURN = 0.9; // [rad] most that the head is turned up at once, by the whole neck

/** What muscles do in a tick. */
export interface ToneNow {
  tone: number;
  step: number; // the same of legs, while one of them steps
  lies: number; // 0 … 1: the trunk has landed
  still: number; // 0 … 1: how much joints stick
}

export class Muscles {
  readonly force: Float64Array; // moving freedoms [N·m]
  readonly block: Float64Array; // joints×6: xx yx yy zx zy zz, as addArmature takes them
  readonly joints: readonly FallJoint[];
  readonly #body: Body;
  readonly #boneEnd: Int32Array; // the joint at the end of an upper arm, or of the neck; −1: none
  readonly #armature: number; // [kg·m²]
  readonly #error = new Float64Array(3); // to where muscles pull, joint frame
  readonly #apart = new Float64Array(3); // from the neutral pose, rotation vector
  readonly #row = new Float64Array(3);
  /** The spring in hand: way to go, stiffness, damping, most torque, tick. In an array: numbers that are handed to functions cost allocations. */
  readonly #spring = new Float64Array(5);
  readonly #scratch = new Float64Array(12);

  constructor(body: Body, moving: Int32Array) {
    this.#body = body;
    this.joints = fallJoints(body, moving);
    this.#armature = JOINT_ARMATURE * sizeOf(body);
    this.force = new Float64Array(3 + 3 * moving.length);
    this.block = new Float64Array(6 * moving.length);
    const { roles } = body;
    this.#boneEnd = Int32Array.from(this.joints, ({ kind, side }) =>
      kind === 'shoulder' ? (roles[`${side ?? 'left'}LowerArm`] ?? -1) : -1,
    );
  }

  /** Writes force and block for a tick of h [s]. tone: 0 limp … 1; still: 0 … 1 how much joints stick. */
  update(ws: Workspace, q: Float64Array, v: Float64Array, act: Protection, now: ToneNow, h: number): void {
    const { tone, step, lies, still } = now;
    this.force.fill(0);
    this.#spring[4] = h;
    this.block.fill(0);
    // what light parts weigh more: impulses through wrists and neck settle sooner
    for (let b = 6; b < this.block.length; b += 6) {
      this.block[b] = this.#armature;
      this.block[b + 2] = this.#armature;
      this.block[b + 5] = this.#armature;
    }
    for (let i = 1; i < this.joints.length; i++) {
      const { tone: t, kind, isLeg } = this.joints[i];
      const swings = this.#swings(i, act.step);
      const rests = kind === 'neck' ? 1 : 1 - RELAXES * lies;
      const awake = rests * (isLeg ? tone + (step - tone) * act.step.share : tone);
      const isAimed = awake > 0 && t.stiffness > 0 && this.#readError(i, ws, q, act);
      this.#readNeutral(i, q);
      for (let a = 0; a < 3; a++) {
        this.#hold(i, a, v);
        if (still > 0) this.#stick(i, still, v);
        this.#spring[1] = 1 + (VAIN_STEP.stiffer - 1) * swings;
        this.#spring[2] = awake;
        if (isAimed) this.#pull(i, a, v);
      }
    }
  }

  /** [J] in the springs of ligaments and flesh, and of what joints weigh by themselves. */
  ownEnergy(q: Float64Array, v: Float64Array): number {
    const { axes } = this.#body.limits;
    let sum = 0;
    for (let i = 1; i < this.joints.length; i++) {
      const { joint, tone } = this.joints[i];
      this.#readNeutral(i, q);
      for (let c = 3; c < 6; c++) sum += 0.5 * this.#armature * v[3 * joint + c] ** 2;
      for (let a = 0; a < 3; a++) {
        const n = 9 * joint + 3 * a;
        const way = axes[n] * this.#apart[0] + axes[n + 1] * this.#apart[1] + axes[n + 2] * this.#apart[2];
        sum += 0.5 * (a === 0 ? tone.elastic : tone.across) * way * way;
      }
    }
    return sum;
  }

  /** What is passive about one anatomical angle θ: the force is that of the energy ½ k θ², so that it never gives more than it took. */
  #hold(i: number, a: number, v: Float64Array): void {
    const { axes } = this.#body.limits;
    const { joint, tone } = this.joints[i];
    const n = 9 * joint + 3 * a;
    const p = this.#apart;
    writeTurnRate(this.#row, p, 0, axes, n);
    this.#spring[0] = -(axes[n] * p[0] + axes[n + 1] * p[1] + axes[n + 2] * p[2]);
    this.#spring[1] = a === 0 ? tone.elastic : tone.across;
    this.#spring[2] = tone.passive;
    this.#spring[3] = Infinity;
    this.#add(i, v);
  }

  /** Along the same axis: friction of who lies at rest, as a damper that slips. */
  #stick(i: number, still: number, v: Float64Array): void {
    const { tone } = this.joints[i];
    this.#spring[1] = 0;
    this.#spring[2] = still * STICKS * tone.passive;
    this.#spring[3] = still * tone.friction;
    this.#add(i, v);
  }

  /** What muscles do about one anatomical axis; their share and how much stiffer they are is in the spring, where its damping and
   *  stiffness will be. */
  #pull(i: number, a: number, v: Float64Array): void {
    const { axes } = this.#body.limits;
    const { joint, tone } = this.joints[i];
    const n = 9 * joint + 3 * a;
    const e = this.#error;
    for (let c = 0; c < 3; c++) this.#row[c] = axes[n + c];
    const s = this.#spring;
    const share = s[2];
    s[0] = axes[n] * e[0] + axes[n + 1] * e[1] + axes[n + 2] * e[2];
    s[1] *= share * tone.stiffness;
    s[2] = share * tone.damping;
    s[3] = share * tone.strength;
    this.#add(i, v);
  }

  /** Adds the spring, along the row. */
  #add(i: number, v: Float64Array): void {
    const s = this.#spring;
    const k = s[1];
    const d = s[2];
    const h = s[4];
    if (k === 0 && d === 0) return;
    const x = this.#row[0];
    const y = this.#row[1];
    const z = this.#row[2];
    const o = 3 + 3 * i;
    const j = 3 + 3 * this.joints[i].joint;
    const speed = x * v[j] + y * v[j + 1] + z * v[j + 2];
    // at the end of the tick: k (e − h v) − d v
    const pull = k * (s[0] - h * speed) - d * speed;
    const share = Math.abs(pull) > s[3] ? s[3] / Math.abs(pull) : 1;
    const torque = share * pull;
    this.force[o] += torque * x;
    this.force[o + 1] += torque * y;
    this.force[o + 2] += torque * z;
    const stiff = share * h * (d + h * k);
    const b = 6 * i;
    this.block[b] += stiff * x * x;
    this.block[b + 1] += stiff * y * x;
    this.block[b + 2] += stiff * y * y;
    this.block[b + 3] += stiff * z * x;
    this.block[b + 4] += stiff * z * y;
    this.block[b + 5] += stiff * z * z;
  }

  /** apart = rotation vector from the neutral pose. */
  #readNeutral(i: number, q: Float64Array): void {
    const { joint } = this.joints[i];
    const s = this.#scratch;
    relativeQuat(s, 0, this.#body.limits.neutral, 4 * joint, q, 3 + 4 * joint);
    logQuat(this.#apart, 0, s, 0);
  }

  /** error = rotation vector to where the act wants the joint; false: it wants nothing. */
  #readError(i: number, ws: Workspace, q: Float64Array, act: Protection): boolean {
    const { kind, side, share } = this.joints[i];
    switch (kind) {
      case 'hip':
        return this.#towards(i, q, (1 - act.step.share) * act.hip) && this.#swing(i, ws, q, act.step);
      case 'knee':
        return this.#towards(i, q, (1 - act.step.share) * act.knee + this.#swings(i, act.step) * act.step.knee);
      case 'trunk':
        return this.#towards(i, q, share * act.trunk);
      case 'elbow':
        return this.#towards(i, q, act.elbow[side === 'right' ? 1 : 0]);
      case 'wrist':
        return this.#towards(i, q, act.wrist);
      case 'ankle':
        return this.#towards(i, q, this.#swings(i, act.step) * VAIN_STEP.toes);
      case 'shoulder':
        return this.#aimArm(i, ws, act);
      case 'neck':
        return this.#raiseHead(i, ws);
      default:
        return false;
    }
  }

  /** To the neutral pose with so much flexion. */
  #towards(i: number, q: Float64Array, flexion: number): boolean {
    const { joint } = this.joints[i];
    const { axes, neutral } = this.#body.limits;
    const s = this.#scratch;
    for (let c = 0; c < 3; c++) s[8 + c] = flexion * axes[9 * joint + c];
    expQuat(s, 0, s, 8);
    multiplyQuat(s, 4, neutral, 4 * joint, s, 0);
    relativeQuat(s, 0, q, 3 + 4 * joint, s, 4);
    logQuat(this.#error, 0, s, 0);
    return true;
  }

  /** Share of a step in vain that the leg of a joint has. */
  #swings(i: number, { side, share }: VainStep): number {
    const { isLeg, side: own } = this.joints[i];
    return isLeg && own === (side === 0 ? 'left' : 'right') ? share : 0;
  }

  /** Where a leg steps, its thigh goes to where the step has it, without a turn about itself. */
  #swing(i: number, ws: Workspace, q: Float64Array, step: VainStep): boolean {
    const swings = this.#swings(i, step);
    const { joint } = this.joints[i];
    const knee = this.#body.roles[step.side === 0 ? 'leftLowerLeg' : 'rightLowerLeg'] ?? 0;
    if (swings === 0 || knee === 0) return true;
    const { neutral } = this.#body.limits;
    const { offsets, parents } = this.#body.skeleton;
    const s = this.#scratch;
    // where the thigh points, and where it should, in the frame of a leg that hangs
    multiplyQuat(s, 0, ws.segmentRotation, 4 * parents[joint], neutral, 4 * joint);
    for (let c = 0; c < 3; c++) s[c] = -s[c];
    rotate3(s, 4, s, 0, step.thigh, 0);
    quatBetween(s, 0, offsets, 3 * knee, s, 4);
    multiplyQuat(s, 4, neutral, 4 * joint, s, 0);
    relativeQuat(s, 0, q, 3 + 4 * joint, s, 4);
    logQuat(s, 4, s, 0);
    for (let c = 0; c < 3; c++) this.#error[c] += swings * (s[4 + c] - this.#error[c]);
    return true;
  }

  /** The shortest turn of an upper arm to where it should reach. */
  #aimArm(i: number, ws: Workspace, act: Protection): boolean {
    const end = this.#boneEnd[i];
    if (end < 0) return false;
    const { joint, side } = this.joints[i];
    const s = this.#scratch;
    const o = side === 'right' ? 3 : 0;
    for (let c = 0; c < 3; c++) {
      s[c] = ws.segmentOrigin[3 * end + c] - ws.segmentOrigin[3 * joint + c];
      s[3 + c] = act.reach[o + c];
    }
    return this.#turnTo(joint, ws, Math.PI, 1);
  }

  /** The head is turned up, whichever way the body falls: the shortest turn of its axis to the vertical, shared by the neck. */
  #raiseHead(i: number, ws: Workspace): boolean {
    const { joint, share } = this.joints[i];
    const head = this.#body.roles.head ?? joint;
    const s = this.#scratch;
    for (let c = 0; c < 3; c++) {
      s[c] = ws.segmentCom[3 * head + c] - ws.segmentOrigin[3 * head + c];
      s[3 + c] = c === 1 ? 1 : 0;
    }
    return this.#turnTo(joint, ws, HEAD_TURN, share);
  }

  /** error = share of the turn from s[0…3] to s[3…6] (unit), at most so far, in the joint's frame. */
  #turnTo(joint: number, ws: Workspace, most: number, share: number): boolean {
    const s = this.#scratch;
    const x = s[1] * s[5] - s[2] * s[4];
    const y = s[2] * s[3] - s[0] * s[5];
    const z = s[0] * s[4] - s[1] * s[3];
    const sine = Math.sqrt(x * x + y * y + z * z);
    if (sine < 1e-9) return false;
    const angle = Math.atan2(sine, s[0] * s[3] + s[1] * s[4] + s[2] * s[5]);
    const scale = (share * Math.min(most, angle)) / sine;
    s[6] = scale * x;
    s[7] = scale * y;
    s[8] = scale * z;
    applyTransposed3(this.#error, 0, ws.worldFromSegment, 9 * joint, s, 6);
    return true;
  }
}
