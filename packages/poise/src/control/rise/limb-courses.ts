/**
 * Where hands and feet go while somebody gets up: what stays on the ground stays, what is put elsewhere goes through the air and has come down
 * before its stage ends. Limbs follow by inverse kinematics, knee or elbow in the plane that the key poses give it, or over a knee on the ground.
 */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { solveLimb } from '../../ik/leg-ik.ts';
import { ease } from '../../math/ease.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { copyQuat, relativeQuat, rotate3, slerpQuat } from '../../math/quat.ts';
import { vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { SIDES } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Ground } from '../ground.ts';
import { clampJoint } from './clamp-joint.ts';
import type { Figure } from './figure.ts';
import { reachTip } from './fist.ts';
import { createLedLimb, type LedLimb } from './led-limb.ts';
import { isUnderTrunk } from './lying.ts';
import type { PlacedStage } from './placed-stage.ts';

const ARRIVES = 0.85; // of a stage: by then what is put elsewhere has come down
const HALF = 0.45; // of a stage: one hand after the other
const WHOLE_LIFT = 0.3; // of the limb's length: shorter ways are lifted less
const STAYS = 0.003; // [m] shorter ways are corrections: not lifted
const NEAR = 0.005; // [m] what turns in place may end so far from where it was
const LEAST_LIFT = 0.25; // of the whole lift: what is put elsewhere leaves the ground
const LAYS = 2; // hands and feet are laid flat in the last half of their way
const LEG = 0.995; // of a leg: hips are pulled no farther from a foot that stays, where keys do not have them farther
const SUNK = 1e-4; // [m] less is let pass
const MOMENT = 1e-4; // [s] over which speeds are read

export class LimbCourses {
  readonly all: readonly LedLimb[];
  readonly #figure: Figure;
  readonly #offset = new Float64Array(3);
  readonly #hand = new Float64Array(4);
  readonly #scratch = new Float64Array(7);

  constructor(figure: Figure) {
    this.#figure = figure;
    this.all = SIDES.flatMap((side) => [createLedLimb(figure, side, 'leg'), createLedLimb(figure, side, 'arm')]);
  }

  /** From a pose, and the one a moment later, to that of the stage. */
  aim(now: ReadonlyVector, soon: ReadonlyVector, stage: PlacedStage, ground: Ground): void {
    const { body, ws } = this.#figure;
    const { q, name, leads, knees, height, letsGo, firstArm } = stage;
    forwardKinematics(body, ws, now);
    for (const led of this.all) {
      led.how = leads[led.name];
      led.kneels = led.kind === 'leg' && knees.includes(led.side);
      led.isLoose =
        led.limb !== undefined && (led.kind === 'arm' ? name === 'reach' : led.how === 'goes' && name === 'step');
      led.isGuided = led.kneels || (led.kind === 'arm' && name === 'reach');
      const isSecond = firstArm !== undefined && led.side !== firstArm;
      led.departs = led.kind === 'leg' ? 0 : isSecond ? HALF : letsGo;
      led.arrives = led.kind === 'arm' && firstArm === led.side ? HALF : ARRIVES;
      this.#read(led, ws, led.from, 0);
      led.stretch = Math.max(LEG, stretchOf(led, ws));
      for (let c = 0; c < 3; c++) led.kneeFrom[c] = ws.segmentOrigin[3 * led.lower + c];
      led.lift = led.kind === 'arm' && isUnderTrunk(this.#figure, led.side, vectorAt(led.from, 0)) ? LEAST_LIFT : 1;
    }
    forwardKinematics(body, ws, soon);
    for (const led of this.all) {
      this.#read(led, ws, led.speed, 8);
      for (let c = 0; c < 3; c++) led.speed[c] = (led.speed[c] - led.from[c]) / MOMENT;
    }
    forwardKinematics(body, ws, q);
    for (const led of this.all) {
      this.#read(led, ws, led.to, 4);
      led.stretch = Math.max(led.stretch, stretchOf(led, ws));
      const { from, to, how, clearance } = led;
      const goes = how === 'goes';
      for (let c = 0; c < 3; c++) led.kneeTo[c] = goes ? ws.segmentOrigin[3 * led.lower + c] : led.kneeFrom[c];
      to[1] += ground(to[0], to[2]).height - height;
      const isNear = how === 'turns' && Math.hypot(to[0] - from[0], to[2] - from[2]) < NEAR;
      if (!goes && !isNear) for (let c = 0; c < 3; c++) if (c !== 1 || how === 'stays') to[c] = from[c];
      if (!goes) led.speed.fill(0);
      if (how === 'stays') copyQuat(led.turns, 4, led.turns, 0);
      const way = Math.hypot(to[0] - from[0], to[2] - from[2]);
      const share = Math.max(LEAST_LIFT, Math.min(1, way / (WHOLE_LIFT * led.length)));
      led.lift *= way < STAYS ? 0 : clearance * share;
    }
  }

  /** What is put elsewhere, and has stayed until now, goes at this share of the stage. */
  depart(share: number): void {
    for (const led of this.all) if (led.kind === 'arm') led.departs = share;
  }

  /** Places of knees and targets of limbs at t [s] of a stage that takes `duration`. */
  at(t: number, duration: number, ground: Ground): void {
    const share = t / duration;
    for (const led of this.all) {
      if (led.how === undefined) continue;
      const { departs, arrives, turns, target, from, to, speed, point, knee, kneeFrom, kneeTo } = led;
      const u = Math.max(0, Math.min(1, (share - departs) / (arrives - departs)));
      // starts and ends without velocity and acceleration along the ground: up before ahead, ahead before down
      const s = ease(u);
      const b = 16 * u * u * (1 - u) * (1 - u) * led.lift;
      // turns that stay in place take the whole stage
      led.laid = ease(LAYS * (u - 1) + 1);
      slerpQuat(turns, 8, turns, 0, turns, 4, led.how === 'turns' ? ease(share) : s);
      copyQuat(target.rotation, 0, turns, 8);
      if (led.isLoose) this.#offset.fill(0);
      else rotate3(this.#offset, 0, turns, 8, point, 0);
      const fades = t * (1 - u) * (1 - u) * (1 - u);
      for (let c = 0; c < 3; c++) {
        led.place[c] = from[c] + s * (to[c] - from[c]) + fades * speed[c];
        if (c === 1) led.place[c] += b;
        target.position[c] = led.place[c] - this.#offset[c];
        knee[c] = kneeFrom[c] + s * (kneeTo[c] - kneeFrom[c]);
      }
      if (led.how === 'goes' && !led.isLoose) this.#keepAbove(led, ground);
      if (led.kind === 'arm') knee[1] += 0.5 * led.length * 16 * u * u * (1 - u) * (1 - u); // elbows go up and over
    }
  }

  /** What turns on its way does not turn into the ground. */
  #keepAbove({ ends, turns, target, place }: LedLimb, ground: Ground): void {
    let sunk = 0;
    for (const { at, radius } of ends) {
      rotate3(this.#offset, 0, turns, 8, at, 0);
      const o = this.#offset;
      const { height } = ground(target.position[0] + o[0], target.position[2] + o[2]);
      sunk = Math.max(sunk, height + radius - target.position[1] - o[1]);
    }
    target.position[1] += sunk;
    place[1] += sunk;
  }

  /** Hands and feet that turn with the key poses are laid flat at the end of their way. ws: the position level of q. */
  lay(q: Float64Array, ws: Workspace): void {
    const { parents } = this.#figure.body.skeleton;
    for (const { kind, isLoose, how, upper, lower, end, turns, laid } of this.all) {
      if (!isLoose || how === undefined) continue;
      slerpQuat(this.#hand, 0, ws.segmentRotation, 4 * end, turns, 4, laid);
      relativeQuat(q, quatIndex(end), ws.segmentRotation, 4 * parents[end], this.#hand, 0);
      // arms in the air give way to the ranges of their joints
      if (kind === 'leg') continue;
      for (const joint of [upper, lower, end]) clampJoint(q, this.#figure.body, joint, this.#scratch);
    }
  }

  /** Raises wrists and ankles whose hands and feet have turned into the ground; false: none has. Needs the position level. */
  raiseEnds(ws: Workspace, ground: Ground): boolean {
    let isRaised = false;
    for (const { isLoose, how, ends, end, target } of this.all) {
      if (!isLoose || how === undefined) continue;
      let sunk = 0;
      for (const { at, radius } of ends) {
        const p = this.#offset;
        transformPoint3(p, 0, ws.segmentOrigin, 3 * end, ws.worldFromSegment, 9 * end, at, 0);
        sunk = Math.max(sunk, ground(p[0], p[2]).height + radius - p[1]);
      }
      target.position[1] += sunk;
      isRaised ||= sunk > SUNK;
    }
    return isRaised;
  }

  /** Bends the limbs of q to where they are led; returns how far what is to stay is missed [m]. ws: of q, overwritten. */
  apply(q: Float64Array, ws: Workspace): number {
    let missed = 0;
    for (const led of this.all) {
      const { how, limb, target } = led;
      if (how === undefined) continue;
      if (led.isGuided) {
        for (let c = 0; c < 3; c++) led.bend[c] = led.knee[c] - ws.segmentOrigin[3 * led.upper + c];
      }
      if (led.isLoose) copyQuat(this.#hand, 0, q, quatIndex(led.end));
      const missing = limb
        ? solveLimb(q, ws, limb, led.isGuided ? led.guided : target).missing
        : reachTip(q, ws, this.#figure, led.side, vectorAt(led.place, 0));
      if (led.isLoose) copyQuat(q, quatIndex(led.end), this.#hand, 0);
      if (how !== 'goes') missed = Math.max(missed, missing);
    }
    return missed;
  }

  /** out = the point of a limb that touches the ground, and how its end is turned. */
  #read({ end, point, turns, isLoose }: LedLimb, ws: Workspace, out: Float64Array, turn: number): void {
    if (isLoose) for (let c = 0; c < 3; c++) out[c] = ws.segmentOrigin[3 * end + c];
    else transformPoint3(out, 0, ws.segmentOrigin, 3 * end, ws.worldFromSegment, 9 * end, point, 0);
    copyQuat(turns, turn, ws.segmentRotation, 4 * end);
  }
}

/** How far a limb is stretched, of the length of its bones. Needs the position level. */
function stretchOf({ upper, lower, end }: LedLimb, { segmentOrigin: at }: Workspace): number {
  const between = (a: number, b: number): number =>
    Math.hypot(at[3 * a] - at[3 * b], at[3 * a + 1] - at[3 * b + 1], at[3 * a + 2] - at[3 * b + 2]);
  return between(upper, end) / (between(upper, lower) + between(lower, end));
}
