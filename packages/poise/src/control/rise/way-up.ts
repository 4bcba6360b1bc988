/** The way up from hands and knees: back over both knees, one knee and a foot, a lunge. Stages, and what carries in each. */
import { SIDES, type Side } from '../../motion/roles.ts';
import type { Figure } from './figure.ts';
import type { ArmKey } from './key-arm.ts';
import type { KeyPose, LegKey } from './key-pose.ts';
import type { WayUp } from './library.ts';
import { both, type Spots, type Steps, TURNED, WayKeys } from './way-keys.ts';

/** A limb whose end is led over the ground. */
export type Led = `${Side}${'Leg' | 'Arm'}`;
/** stays: does not move at all; turns: its point on the ground stays; goes: through the air to where the key has it, and is down before the stage
 *  ends. */
export type Lead = 'stays' | 'turns' | 'goes';
export type Leads = Readonly<Partial<Record<Led, Lead>>>;

/** A pose to go to, and what stays on the ground meanwhile. */
export interface Stage {
  readonly name: StageName;
  readonly duration: number; // [s]
  readonly key: KeyPose;
  readonly leads: Leads; // limbs that are not here swing freely from key to key
  readonly knees: readonly Side[]; // that stay on the ground
  readonly letsGo: number; // share of the stage until which hands that go stay where they are
  readonly firstArm?: Side | undefined; // hands go one after the other, this first
  readonly via?: KeyPose; // arms pass by it half-way
}

const STAGE_NAMES = [
  'side',
  'press',
  'reach',
  'quadruped',
  'back',
  'kneel',
  'step',
  'lunge',
  'rise',
  'follow',
  'stand',
] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** Stages in which the trunk lies on the ground and limbs go where they can. */
export const LYING: readonly StageName[] = ['side', 'press'];

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
  const legs = (ahead: Lead, behind: Lead): Leads => ({ [`${lead}Leg`]: ahead, [`${trail}Leg`]: behind });
  const arms = (how: Lead): Leads => ({ leftArm: how, rightArm: how });
  const onFeet = { leads: legs('stays', 'turns'), knees: [], letsGo: 0 } as const;
  return [
    { name: 'press', duration: way.pressTime, key: keys.press(), via: keys.aside(), leads: {}, knees: [], letsGo: 0 },
    {
      name: 'reach',
      duration: way.reachTime,
      key: quadruped,
      leads: { ...legs('goes', 'goes'), ...arms('goes') },
      knees: SIDES,
      letsGo: 0,
    },
    {
      name: 'quadruped',
      duration: way.quadTime,
      key: quadruped,
      leads: { ...legs('stays', 'stays'), ...arms('stays') },
      knees: SIDES,
      letsGo: 0,
    },
    {
      name: 'back',
      duration: way.backTime,
      key: keys.back(quadruped),
      leads: { ...legs('stays', 'stays'), ...arms('goes') },
      knees: SIDES,
      letsGo: 0,
      firstArm: trail,
    },
    {
      name: 'kneel',
      duration: way.kneelTime,
      key: kneel,
      leads: { ...legs('stays', 'stays'), ...arms('goes') },
      knees: SIDES,
      letsGo: way.kneelLetGo,
    },
    {
      name: 'step',
      duration: way.stepTime,
      key: step,
      leads: legs('goes', 'stays'),
      knees: [trail],
      letsGo: 0,
    },
    { name: 'lunge', duration: way.lungeTime, key: lunge, ...onFeet },
    { name: 'rise', duration: way.riseTime, key: rise, ...onFeet },
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
