/** Bends down to the floor, knees bending too, takes something with the right hand, looks at it and stands again. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import type { ParameterValues, Performance, PerformerMotion } from '../motion.ts';
import { track } from '../plan/keys.ts';
import type { Posture } from '../pose/posture.ts';
import { DEGREE, STANCE, stancePrints } from './stance.ts';
import { performStanding, SEED, styleOf, type Tracks } from './standing.ts';

export const bend: PerformerMotion = {
  id: 'bend',
  title: 'Pick up',
  text: 'Bends to the floor, hips back, picks something up with the right hand and looks at it.',
  loops: false,
  balanced: true,
  parameters: [
    { name: 'depth', unit: '°', default: 110, min: 30, max: 116, text: 'how far pelvis and trunk bend together' },
    { name: 'knees', unit: '°', default: 52, min: 10, max: 60, text: 'flexion of the knees below' },
    { name: 'down', unit: 's', default: 1.3, min: 0.9, max: 3, text: 'time to go down' },
    SEED,
  ],
  perform: (actor, values) => {
    let elbow = STRAIGHT;
    let performance = pickUp(actor, values, elbow);
    // Where a deep bend would put the fingers through the floor, the elbow keeps them above it.
    for (let pass = 0; pass < 3; pass++) {
      const short = CLEARANCE - lowestFingertip(actor, performance);
      if (short < 0.002) break;
      const lift = 1 - Math.cos(elbow * DEGREE) + short / forearm(actor);
      elbow = Math.acos(Math.max(0, 1 - lift)) / DEGREE;
      performance = pickUp(actor, values, elbow);
    }
    return performance;
  },
};

const STRAIGHT = 6; // [deg] of the taking elbow
const CLEARANCE = 0.015; // [m] of the fingertips over the floor: they close around something

function pickUp(actor: Actor, { depth, knees, down, seed }: ParameterValues, elbow: number): Performance {
  const style = styleOf(seed);
  const reach = down * style.pace;
  const rise = 1.05 * reach + 0.1;
  const up = START + reach + 0.45;
  const beats: Beats = { reach, up, rise, look: up + rise + 0.1, lag: style.lag() };
  return performStanding(actor, {
    duration: beats.look + 1.55,
    style,
    prints: stancePrints(actor, 0.24),
    tracks: {
      ...trunkTracks(style.posture, beats, depth),
      ...takingArm(style.posture, beats, depth, elbow),
      ...otherArm(style.posture, beats, depth),
    },
    knee: track(STANCE.knee, [START + 0.04, reach, knees], [up - 0.05, 0.85 * rise, STANCE.knee]),
    copX: track(0, [START, reach, -0.012 * actor.scale], [up, rise, 0]),
  });
}

/** The end of the right hand, in the hand's frame. */
const fingertip = ({ skeleton, roles }: Actor): Vec3 =>
  skeleton.endSites.find(({ joint }) => joint === roles.rightHand)?.offset ?? [0, 0, 0];

/** Length [m] from elbow to fingertips. */
function forearm(actor: Actor): number {
  const o = 3 * (actor.roles.rightHand ?? 0);
  return Math.hypot(...actor.skeleton.offsets.subarray(o, o + 3)) + Math.hypot(...fingertip(actor));
}

/** Least height [m] of the right hand's fingertips. */
function lowestFingertip(actor: Actor, { q }: Performance): number {
  const { body, ws, skeleton, roles } = actor;
  const hand = roles.rightHand ?? 0;
  const nq = coordinateCount(skeleton);
  const tip = Float64Array.from(fingertip(actor));
  const arm = new Float64Array(3);
  let lowest = Infinity;
  for (let o = 0; o < q.length; o += nq) {
    forwardKinematics(body, ws, q, o);
    rotate3(arm, 0, ws.segmentRotation, 4 * hand, tip, 0);
    lowest = Math.min(lowest, ws.segmentOrigin[3 * hand + 1] + arm[1]);
  }
  return lowest;
}

const START = 0.65; // [s] the hips start to go back

/** Times [s]. */
interface Beats {
  readonly reach: number; // going down lasts
  readonly up: number; // rising starts
  readonly rise: number; // rising lasts
  readonly look: number; // the hand goes back to the side
  readonly lag: number;
}

/** The eyes find it first, then the hips go back and the trunk follows. */
function trunkTracks(rest: Posture, { reach, up, rise, look }: Beats, depth: number): Tracks {
  const [hips, trunk] = [0.56 * depth, 0.44 * depth];
  const seen = rest.headPitch;
  return {
    headPitch: track(seen, [0.35, 0.6, 22], [START + 0.3, reach - 0.2, 8], [up + 0.15, rise, 26], [look, 0.7, seen]),
    headTurn: track(rest.headTurn, [0.35, 0.6, -5], [up + 0.2, rise, -10], [look + 0.1, 0.6, rest.headTurn]),
    pelvisTilt: track(
      rest.pelvisTilt,
      [START, reach, hips * 1.02],
      [START + 0.85 * reach, 0.4, hips],
      [up + 0.06, rise, rest.pelvisTilt - 2],
      [up + 0.8 * rise, 0.6, rest.pelvisTilt],
    ),
    trunkFlexion: track(
      rest.trunkFlexion,
      [START + 0.08, reach, trunk * 1.04],
      [START + 0.9 * reach, 0.4, trunk],
      [up, 0.95 * rise, rest.trunkFlexion],
    ),
    trunkTurn: track(rest.trunkTurn, [START + 0.15, reach - 0.1, 9], [up + 0.05, rise, rest.trunkTurn]),
    trunkList: track(0, [START + 0.15, reach - 0.1, 4], [up + 0.05, rise, 0]),
    pelvisTurn: track(0, [START + 0.1, reach, 5], [up + 0.1, rise, 0]),
  };
}

/** The right arm hangs from the bending chest, then brings the thing up in front. */
function takingArm(rest: Posture, { reach, up, rise, look, lag }: Beats, depth: number, elbow: number): Tracks {
  const at = START + lag;
  const [flexion, abduction] = [rest.rightFlexion, rest.rightAbduction];
  return {
    rightFlexion: track(flexion, [at, reach, 0.98 * depth], [up + 0.1, rise, 22], [look, 0.75, flexion]),
    rightAbduction: track(abduction, [at, reach, -4], [up + 0.1, rise, 6], [look, 0.75, abduction]),
    rightElbow: track(
      rest.rightElbow,
      [START, 0.6 * reach, 26],
      [START + 0.5 * reach, 0.55 * reach, elbow],
      [up + 0.12, rise, 88],
      [look + 0.04, 0.8, rest.rightElbow],
    ),
    rightRotation: track(rest.rightRotation, [START, reach, 10], [up + 0.1, rise, 38], [look, 0.8, rest.rightRotation]),
    rightReach: track(rest.rightReach, [START + 0.3, reach - 0.2, 14], [up, rise, rest.rightReach]),
    rightWrist: track(
      rest.rightWrist,
      [START + 0.4, reach - 0.2, 18],
      [up + 0.2, rise, 10],
      [look, 0.8, rest.rightWrist],
    ),
  };
}

/** The left arm comes to rest near the thigh. */
function otherArm(rest: Posture, { reach, up, rise, lag }: Beats, depth: number): Tracks {
  return {
    leftFlexion: track(
      rest.leftFlexion,
      [START + lag + 0.04, reach, 0.62 * depth],
      [up + 0.12, rise, rest.leftFlexion],
    ),
    leftElbow: track(rest.leftElbow, [START + 0.1, reach, 34], [up + 0.15, rise, rest.leftElbow]),
    leftAbduction: track(rest.leftAbduction, [START + 0.1, reach, 15], [up + 0.15, rise, rest.leftAbduction]),
  };
}
