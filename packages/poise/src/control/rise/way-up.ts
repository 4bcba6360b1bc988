/** The way up from hands and knees: over both knees, one knee and a foot, a lunge. Stages, and what carries in each. */
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import type { ArmKey, KeyPose, LegKey } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { both, type Spots, type Steps, TURNED, WayKeys } from './way-keys.ts';

/** What is pinned to the ground: hands, knees, balls of the feet, whole soles. */
export type Grip = `${Side}${'Hand' | 'Knee' | 'Ball' | 'Foot'}`;

/** A pose to go to, and what stays on the ground meanwhile. */
export interface Stage {
  readonly name: StageName;
  readonly duration: number; // [s]
  readonly key: KeyPose;
  readonly grips: readonly Grip[];
  readonly lets?: readonly Grip[]; // what holds on until the limb is about to be lifted
  readonly letsUntil?: number; // share of the stage
  readonly steps?: readonly Side[]; // legs whose feet go along the ground's own course: stay where they are, or are put elsewhere
  readonly reaches?: readonly Side[]; // arms whose hands do
}

const STAGE_NAMES = ['side', 'press', 'quadruped', 'kneel', 'step', 'lunge', 'rise', 'follow', 'stand'] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** Stages from the press-up of somebody who lies on the front to just before the other foot follows. */
export function stagesUp(figure: Figure, way: WayUp, steps: Steps, spots: Spots): readonly Stage[] {
  const keys = new WayKeys(figure, way, steps, spots);
  const { lead, turn } = steps;
  const { trail } = keys;
  const quadruped = keys.quadruped();
  const kneel = keys.kneel();
  const step = keys.step(kneel);
  const leg = figure.thigh + figure.shank + figure.sides[lead].ankle;
  const onThigh: ArmKey = { kind: 'free', way: [0.25, -0.85, way.armAhead], elbow: 0.6, clear: true };
  const hanging: ArmKey = { kind: 'free', way: [0.2, -1, 0.1], elbow: 0.3, clear: true };
  const lunge = keys.onFeet(step, way.lungeShare, way.lungeHeel, way.lungeHeight * leg, {
    yaw: TURNED.lunge * turn,
    pitch: way.lungePitch,
    neck: -0.5 * way.headUp,
    arms: both(onThigh, onThigh),
  });
  const rise = keys.onFeet(step, way.riseShare, way.riseHeel, way.riseHeight * leg, {
    yaw: TURNED.rise * turn,
    pitch: way.risePitch,
    trunk: 0.05,
    neck: 0,
    arms: both(hanging, hanging),
  });
  const hands: readonly Grip[] = ['leftHand', 'rightHand'];
  const knees: readonly Grip[] = ['leftKnee', 'rightKnee'];
  const balls: readonly Grip[] = ['leftBall', 'rightBall'];
  const onBoth: readonly Grip[] = [`${lead}Foot`, `${trail}Ball`];
  return [
    { name: 'press', duration: way.pressTime, key: keys.press(), grips: [] },
    { name: 'quadruped', duration: way.quadTime, key: quadruped, grips: [...hands, ...knees], reaches: SIDES },
    {
      name: 'kneel',
      duration: way.kneelTime,
      key: kneel,
      grips: [...knees, ...balls],
      lets: hands,
      letsUntil: way.kneelLetGo,
    },
    {
      name: 'step',
      duration: way.stepTime,
      key: step,
      grips: [`${trail}Knee`, `${trail}Ball`, `${lead}Foot`],
      steps: [lead],
    },
    {
      name: 'lunge',
      duration: way.lungeTime,
      key: lunge,
      grips: onBoth,
      lets: [`${trail}Knee`],
      letsUntil: 0.1,
      steps: SIDES,
    },
    { name: 'rise', duration: way.riseTime, key: rise, grips: onBoth, steps: SIDES },
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
