/** The way up from hands and knees: key poses of one body in a frame on the ground whose origin lies between the knees, +Z ahead. */
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import type { ArmKey, KeyPose, LegKey } from './key-pose.ts';
import type { WayUp } from './library.ts';

const other = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** What is pinned to the ground: hands, knees, balls of the feet, whole soles. */
export type Grip = `${Side}${'Hand' | 'Knee' | 'Ball' | 'Foot'}`;

/** A pose to go to, and what stays on the ground meanwhile. */
export interface Stage {
  readonly name: string;
  readonly duration: number; // [s]
  readonly key: KeyPose;
  readonly grips: readonly Grip[];
  readonly lets?: readonly Grip[]; // what holds on until the limb is about to be lifted
  readonly lifts?: readonly Side[]; // legs whose feet are put elsewhere
}

const RELEASE = 0.12; // [arm lengths] that hands are lifted before the body rises

const both = <T>(left: T, right: T): Readonly<Record<Side, T>> => ({ left, right });
const sided = (side: Side, mine: LegKey, theirs: LegKey): Readonly<Record<Side, LegKey>> =>
  side === 'left' ? both(mine, theirs) : both(theirs, mine);

/** How a way up is walked. */
export interface Steps {
  readonly lead: Side; // the foot that comes forward
  readonly toeOut: number; // [rad] by which it is turned against the hips in the end, about up
  readonly turn: number; // [rad] of the whole body about up, until it stands
}

/** A place on the ground [m]. */
export interface Spot {
  readonly x: number;
  readonly z: number;
}

/** Where limbs have really come down, in the frame of the keys; what is not known yet goes where the way up has it. */
export interface Spots {
  readonly hands: Readonly<Record<Side, Spot | undefined>>; // middle of the palm
  readonly foot: (Spot & { readonly yaw: number }) | undefined; // the leading one: ankle, turn about up
  readonly ball: Spot | undefined; // of the trailing foot
}

/** Shares of the turn that are made by the end of a stage. */
const TURNED = { step: 0.25, lunge: 0.6, rise: 0.9 } as const;

/** Stages from the press-up of somebody who lies on the front to just before standing. */
export function stagesUp(figure: Figure, way: WayUp, { lead, toeOut, turn }: Steps, spots: Spots): readonly Stage[] {
  const { thigh, shank, trunk, arm, sides, depth } = figure;
  const trail = other(lead);
  const radius = sides[trail].kneeRadius;
  const hipOver = (angle: number) => ({ height: radius + thigh * Math.cos(angle), z: thigh * Math.sin(angle) });
  const quad = hipOver(way.quadThigh);
  const hand = (side: Side, lift: number): ArmKey => ({
    kind: 'hand',
    x: way.handWide * sides[side].shoulderAside,
    z: quad.z + trunk * Math.sin(way.quadPitch) + way.handAhead * arm,
    ...spots.hands[side],
    lift,
  });
  const hands = both(hand('left', 0), hand('right', 0));
  const lifted = both(hand('left', RELEASE * arm), hand('right', RELEASE * arm));
  const knee: LegKey = { kind: 'knee', pitch: way.toePitch };
  const low = Math.acos(Math.min(1, Math.max(0, (depth - radius) / thigh)));
  const press: KeyPose = {
    x: 0,
    ...hipOver(low),
    yaw: 0,
    pitch: Math.PI / 2 - way.pressLift,
    roll: 0,
    trunk: -way.pressArch,
    neck: -way.headUp,
    legs: both(knee, knee),
    arms: hands,
  };
  const quadruped: KeyPose = { ...press, ...quad, pitch: way.quadPitch, trunk: 0, arms: hands };
  const half = hipOver(way.halfThigh);
  // the leading foot goes round the hip with half the turn
  const [aside, ahead] = [sides[lead].hipAside * way.footWide, way.footAhead * thigh - half.z];
  const [sine, cosine] = [Math.sin(turn / 2), Math.cos(turn / 2)];
  const sole = spots.foot ?? {
    x: cosine * aside + sine * ahead,
    z: half.z + cosine * ahead - sine * aside,
    yaw: toeOut + turn,
  };
  const front: LegKey = { kind: 'foot', ...sole };
  const step: KeyPose = {
    ...quadruped,
    ...half,
    yaw: TURNED.step * turn,
    pitch: way.halfPitch,
    trunk: way.halfTrunk,
    legs: sided(lead, front, knee),
  };
  // the ball of the trailing foot stays where it was tucked
  const behind = spots.ball ?? { x: sides[trail].hipAside, z: -shank };
  const ball = (pitch: number): LegKey => ({ kind: 'ball', ...behind, pitch });
  // hips between both feet
  const over = (share: number): Spot => ({
    x: (1 - share) * (behind.x - sides[trail].hipAside) + share * (sole.x - sides[lead].hipAside),
    z: behind.z + share * (sole.z - behind.z),
  });
  const leg = thigh + shank + sides[lead].ankle;
  const onThigh: ArmKey = { kind: 'free', way: [0.25, -0.85, way.armAhead], elbow: 0.6 };
  const hanging: ArmKey = { kind: 'free', way: [0.2, -1, 0.1], elbow: 0.3 };
  const lunge: KeyPose = {
    ...step,
    height: way.lungeHeight * leg,
    ...over(way.lungeShare),
    yaw: TURNED.lunge * turn,
    pitch: way.lungePitch,
    trunk: way.halfTrunk,
    neck: -0.5 * way.headUp,
    legs: sided(lead, front, ball(way.lungeHeel)),
    arms: both(onThigh, onThigh),
  };
  const rise: KeyPose = {
    ...lunge,
    height: way.riseHeight * leg,
    ...over(way.riseShare),
    yaw: TURNED.rise * turn,
    pitch: way.risePitch,
    trunk: 0.05,
    neck: 0,
    legs: sided(lead, front, ball(way.riseHeel)),
    arms: both(hanging, hanging),
  };
  const bothHands: readonly Grip[] = ['leftHand', 'rightHand'];
  return [
    { name: 'press', duration: way.pressTime, key: press, grips: [], lifts: SIDES },
    { name: 'quadruped', duration: way.quadTime, key: quadruped, grips: [...bothHands, 'leftKnee', 'rightKnee'] },
    {
      name: 'step',
      duration: way.halfTime,
      key: step,
      grips: [...bothHands, `${trail}Knee`, `${trail}Ball`],
      lets: [`${lead}Knee`],
      lifts: [lead],
    },
    {
      name: 'release',
      duration: way.releaseTime,
      key: { ...step, arms: lifted },
      grips: [`${lead}Foot`, `${trail}Knee`, `${trail}Ball`],
      lets: bothHands,
    },
    { name: 'lunge', duration: way.lungeTime, key: lunge, grips: [`${lead}Foot`, `${trail}Ball`] },
    { name: 'rise', duration: way.riseTime, key: rise, grips: [`${lead}Foot`, `${trail}Ball`] },
  ];
}

/** Lying on the side, legs drawn up in front: where a roll over begins or ends. roll: −½π front to the right … ½π to the left. */
export function sideKey(figure: Figure, way: WayUp, roll: number): KeyPose {
  const leg: LegKey = { kind: 'free', hip: way.sideHip, knee: way.sideKnee, pitch: way.toePitch };
  const arm: ArmKey = { kind: 'free', way: [0.15, 0.1, 1], elbow: way.sideElbow };
  return {
    x: 0,
    height: 1.6 * figure.depth,
    z: 0,
    yaw: 0,
    pitch: Math.PI / 2,
    roll,
    trunk: way.sideTrunk,
    neck: 0,
    legs: both(leg, leg),
    arms: both(arm, arm),
  };
}

/** The same key with its hands where another has them, whose frame lies at (x, z) of this one's. */
export function handsOf(key: KeyPose, { arms }: KeyPose, x: number, z: number): KeyPose {
  const moved = (arm: ArmKey): ArmKey => (arm.kind === 'hand' ? { ...arm, x: arm.x + x, z: arm.z + z } : arm);
  return { ...key, arms: both(moved(arms.left), moved(arms.right)) };
}
