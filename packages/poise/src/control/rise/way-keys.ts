/**
 * Key poses on the way up, of one body in a frame on the ground whose origin lies between the knees, +Z ahead. From where the hands let go on,
 * every key has its CoM over what carries then.
 */
import { add, sub, turned } from '../../math/tuple.ts';
import type { Side } from '../../motion/roles.ts';
import { balanced, kneelingHeight, legReach, type Spot } from './balanced-key.ts';
import type { Figure } from './figure.ts';
import type { ArmKey } from './key-arm.ts';
import { footRotation, type KeyPose, kneelingAnkle, type LegKey } from './key-pose.ts';
import type { WayUp } from './library.ts';

export const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');
export const both = <T>(left: T, right: T): Readonly<Record<Side, T>> => ({ left, right });
const each = <T>(of: (side: Side) => T): Readonly<Record<Side, T>> => both(of('left'), of('right'));
const sided = (side: Side, mine: LegKey, theirs: LegKey): Readonly<Record<Side, LegKey>> =>
  side === 'left' ? both(mine, theirs) : both(theirs, mine);

/** How a way up is walked. */
export interface Steps {
  readonly lead: Side; // the foot that comes forward
  readonly toeOut: number; // [rad] by which it is turned against the hips in the end, about up
  readonly turn: number; // [rad] of the whole body about up, until it stands
}

/** Where limbs have really come down, in the frame of the keys; what is not known yet goes where the way up has it. */
export interface Spots {
  readonly hands: Readonly<Record<Side, Spot | undefined>>; // middle of the palm
  readonly knees: Readonly<Record<Side, Spot | undefined>>;
  readonly balls: Readonly<Record<Side, Spot | undefined>>;
  readonly foot: (Spot & { readonly yaw: number }) | undefined; // the leading one: ankle, turn about up
}

/** Shares of the turn that are made by the end of a stage. */
export const TURNED = { step: 0.25, lunge: 0.6, rise: 0.9 } as const;
const ASIDE = 0.5; // [arm lengths] by which hands pass farther out than where they carry
const RAISED = 0.1; // [arm lengths] and higher
const MOST_SHANK_YAW = 0.25; // [rad] that a shank points inward or outward on the ground
const SOLE_MIDDLE = 0.4; // between ankle and tip: over it somebody stands on one foot

/** Each key stands on those before. */
export class WayKeys {
  readonly figure: Figure;
  readonly way: WayUp;
  readonly steps: Steps;
  readonly spots: Spots;

  constructor(figure: Figure, way: WayUp, steps: Steps, spots: Spots) {
    this.figure = figure;
    this.way = way;
    this.steps = steps;
    this.spots = spots;
  }

  get trail(): Side {
    return other(this.steps.lead);
  }

  kneeAt(side: Side): Spot {
    return this.spots.knees[side] ?? { x: this.figure.sides[side].hipAside, z: 0 };
  }

  knee(side: Side): LegKey {
    return { kind: 'knee', ...this.kneeAt(side), yaw: this.shankYaw(side), pitch: this.way.toePitch };
  }

  /** [rad] about up of a shank on the ground, from the ball of its foot to its knee. */
  shankYaw(side: Side): number {
    const ball = this.spots.balls[side];
    const knee = this.kneeAt(side);
    const yaw = ball ? Math.atan2(knee.x - ball.x, knee.z - ball.z) : 0;
    return Math.max(-MOST_SHANK_YAW, Math.min(MOST_SHANK_YAW, yaw));
  }

  /** Height of hips over the knee of the trailing leg. */
  overKnee(x: number, z: number): number {
    return kneelingHeight(this.figure, this.trail, this.kneeAt(this.trail), x, z);
  }

  quadruped(): KeyPose {
    const { figure, way, spots } = this;
    const z = figure.thigh * Math.sin(way.quadThigh);
    const hand = (side: Side): ArmKey => ({
      kind: 'hand',
      x: way.handWide * figure.sides[side].shoulderAside,
      z: z + figure.trunk * Math.sin(way.quadPitch) + way.handAhead * figure.arm,
      ...spots.hands[side],
      lift: 0,
      yaw: side === 'left' ? way.handTurn : -way.handTurn,
      out: way.elbowOut,
    });
    return {
      x: (this.kneeAt('left').x + this.kneeAt('right').x) / 2,
      height: this.overKnee(0, z),
      z,
      yaw: 0,
      pitch: way.quadPitch,
      roll: 0,
      trunk: 0,
      neck: -way.headUp,
      legs: each((side) => this.knee(side)),
      arms: each(hand),
    };
  }

  /** Lies on the front, hands beside the chest, where they carry later. */
  press(): KeyPose {
    const { figure, way } = this;
    const { thigh, depth, sides } = figure;
    const low = Math.acos(Math.min(1, Math.max(0, (depth - sides.left.kneeRadius) / thigh)));
    const z = thigh * Math.sin(low);
    const pitch = Math.PI / 2 - way.pressLift;
    return { ...this.quadruped(), x: 0, z, height: this.overKnee(0, z), pitch, trunk: -way.pressArch };
  }

  /** The same with hands out to the sides: where arms pass that come out from under the trunk. */
  aside(): KeyPose {
    const { figure } = this;
    const press = this.press();
    const hand = (side: Side): ArmKey => {
      const { [side]: there } = press.arms;
      if (there.kind !== 'hand') return there;
      return { ...there, x: there.x + (side === 'left' ? ASIDE : -ASIDE) * figure.arm, lift: RAISED * figure.arm };
    };
    return { ...press, arms: each(hand) };
  }

  /** Hips back, hands nearer to the knees, which come to carry all. */
  back(quadruped: KeyPose): KeyPose {
    const { figure, way } = this;
    const hand = (side: Side): ArmKey => {
      const { [side]: before } = quadruped.arms;
      if (before.kind !== 'hand') return before;
      return { ...before, z: Math.min(before.z, way.backHand * figure.arm) };
    };
    const goal: Spot = { x: quadruped.x, z: -way.backBehind * figure.shank };
    const key: KeyPose = { ...quadruped, pitch: way.backPitch, trunk: way.backTrunk, arms: each(hand) };
    return balanced(figure, key, goal, (x, z) => this.overKnee(x, z));
  }

  /** Upright on both knees, already over the one that stays. */
  kneel(): KeyPose {
    const { figure, way, trail } = this;
    const [stays, goes] = [this.kneeAt(trail), this.kneeAt(this.steps.lead)];
    const goal: Spot = {
      x: goes.x + (0.5 + 0.5 * way.kneelAside) * (stays.x - goes.x),
      z: stays.z - way.kneelBack * figure.shank,
    };
    const arm: ArmKey = { kind: 'free', way: [0.5, -1, 0.25], elbow: 1.1, clear: true };
    const key: KeyPose = {
      ...this.quadruped(),
      pitch: way.kneelPitch,
      trunk: way.kneelTrunk,
      neck: -0.3 * way.headUp,
      arms: both(arm, arm),
    };
    return balanced(figure, key, goal, (x, z) => this.overKnee(x, z));
  }

  /** The ankle and the turn of the leading foot. */
  sole(kneel: KeyPose): Spot & { readonly yaw: number } {
    if (this.spots.foot) return this.spots.foot;
    const { figure, way, steps } = this;
    const { lead, toeOut, turn } = steps;
    // the leading foot goes round the hip with half the turn
    const [aside, ahead] = [figure.sides[lead].hipAside * way.footWide, way.footAhead * figure.thigh];
    const [sine, cosine] = [Math.sin(turn / 2), Math.cos(turn / 2)];
    const middle = (this.kneeAt('left').x + this.kneeAt('right').x) / 2;
    return {
      x: middle + cosine * aside + sine * ahead,
      z: kneel.z + cosine * ahead - sine * aside,
      yaw: toeOut + turn,
    };
  }

  /** The point of the leading sole over which somebody stands. */
  middleOf(sole: Spot & { readonly yaw: number }): Spot {
    const { flat, tip } = this.figure.sides[this.steps.lead];
    const [x, , z] = turned(footRotation(flat, 0, sole.yaw), 0, tip);
    return { x: sole.x + SOLE_MIDDLE * x, z: sole.z + SOLE_MIDDLE * z };
  }

  /** The ball of the trailing foot stays where it was tucked. */
  ball(): Spot {
    const { figure, trail, way } = this;
    const found = this.spots.balls[trail];
    if (found) return found;
    const { flat, tip } = figure.sides[trail];
    const [x, y, z] = turned(footRotation(flat, way.toePitch, 0), 0, tip);
    const ankle = kneelingAnkle(figure, trail, { ...this.kneeAt(trail), yaw: 0 }, y);
    return { x: ankle[0] + x, z: ankle[2] + z };
  }

  step(kneel: KeyPose): KeyPose {
    const { figure, way, steps, trail } = this;
    const { lead, turn } = steps;
    const goal: Spot = { x: this.kneeAt(trail).x, z: this.kneeAt(trail).z - way.kneelBack * figure.shank };
    const middle = this.kneeAt(lead).x + (0.5 + 0.5 * way.kneelAside) * (goal.x - this.kneeAt(lead).x);
    const key: KeyPose = {
      ...kneel,
      yaw: TURNED.step * turn,
      pitch: way.stepPitch,
      legs: sided(lead, { kind: 'foot', ...this.sole(kneel) }, this.knee(trail)),
    };
    return balanced(figure, key, { ...goal, x: middle }, (x, z) => this.overKnee(x, z));
  }

  /** On the leading foot and the ball of the other: hips as high as `height` has them and both legs reach. */
  onFeet(step: KeyPose, share: number, heel: number, height: number, rest: Partial<KeyPose>): KeyPose {
    const { figure, steps, trail } = this;
    const front = step.legs[steps.lead];
    if (front.kind !== 'foot') return step;
    const behind = this.ball();
    const { flat, tip, tipRadius } = figure.sides[trail];
    const middle = this.middleOf(front);
    const goal: Spot = {
      x: behind.x + share * (middle.x - behind.x),
      z: behind.z + share * (middle.z - behind.z),
    };
    const yaw = this.shankYaw(trail);
    const back: LegKey = { kind: 'ball', ...behind, yaw, pitch: heel };
    const ankle = sub([behind.x, tipRadius, behind.z], turned(footRotation(flat, heel, yaw), 0, tip));
    const ahead = add([front.x, 0, front.z], [0, figure.sides[steps.lead].ankle, 0]);
    const key: KeyPose = { ...step, ...rest, legs: sided(steps.lead, front, back) };
    return balanced(figure, key, goal, (x, z) =>
      Math.min(height, legReach(figure, trail, x, z, ankle), legReach(figure, steps.lead, x, z, ahead)),
    );
  }
}
