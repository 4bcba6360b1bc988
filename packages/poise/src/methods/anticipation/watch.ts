/** Watches one rollout: the CoP error, falls, engine faults, the ball, the boxes, and at the end whether the person really stands. */
import { relativeQuat } from '../../math/quat.ts';
import { type WorldFrames, worldFramesOf } from '../../motion/world-frames.ts';
import { type FallReason, fallReason } from '../../sim/fall.ts';
import { meanJointError } from '../../sim/judge-standing.ts';
import type { ReferenceState, SimFault, Simulation } from '../../sim/types.ts';
import type { Course } from './objective.ts';
import { LOG_STEP } from './objective.ts';
import type { Scenario } from './scenario.ts';
import { BALL, boxName } from './scene.ts';

export type Direction = 'forward' | 'backward' | 'left' | 'right';

export interface Fall {
  readonly time: number; // [s]
  readonly reason: FallReason;
  readonly direction: Direction;
}

/** How the rollout ended, judged strictly: somebody who does not fall may still not stand. */
export interface Ending {
  readonly standing: boolean;
  readonly complaints: readonly string[]; // why not, in words
  readonly slip: number; // [m] that a carrying foot is away from where it was
  readonly tilt: number; // [rad] of a carrying foot, at the end
  readonly posture: number; // [rad] mean joint error over the last 0.3 s
  readonly comSpeed: number; // [m/s] at the end
}

const LATE = 0.3; // [s] at the end, over which the pose is judged
const CATCH_GRACE = 0.15; // [s] after which a ball is missed
const TOPPLED = 0.6; // [rad] that a box leans from upright; turning on the spot does not count
const MOST_SLIP = 0.06; // [m]
const MOST_TILT = 0.05; // [rad]
const MOST_POSTURE = 0.3; // [rad]
const MOST_SPEED = 0.15; // [m/s]
const BOW_EVERY = 10; // looks between two at the trunk

/** What the watch is told about the scene that does not change between rollouts. */
export interface WatchPlan {
  readonly scenario: Scenario;
  readonly joints: readonly number[]; // that are judged
  readonly referenceHeight: (t: number) => number; // [m] of the CoM
  readonly feet: readonly number[]; // joints of the feet that carry
  readonly chest: number; // joint whose lean is the trunk's
}

/** What somebody who watches sees of it. */
export interface Seen {
  readonly shift: readonly [left: number, forward: number]; // [m] of the CoM from the middle of the support as it begins to happen
  readonly bow: number; // [rad] the most that the trunk leans away from the motion's own lean, before a fall
}

export interface Watch {
  /** Looks once; false when the rollout is over. */
  look(simulation: Simulation, reference: ReferenceState): boolean;
  readonly fall: Fall | undefined;
  readonly fault: SimFault | undefined; // the engine gave up: nothing is known about the person
  readonly caught: boolean;
  readonly missed: boolean;
  readonly toppled: boolean;
  readonly squares: number;
  course(): Course;
  seen(): Seen;
  ending(simulation: Simulation): Ending;
}

/** The way the CoM is off the support, seen from the person, who looks along +Z. */
function directionOf(x: number, z: number): Direction {
  if (Math.abs(x) > Math.abs(z)) return x > 0 ? 'left' : 'right';
  return z > 0 ? 'forward' : 'backward';
}

/** How far the y axis of one turn is from that of another [rad]. */
function tiltBetween(a: Float64Array, b: Float64Array, o: number): number {
  const dot = (k: number): number => upOf(a, o, k) * upOf(b, o, k);
  return Math.acos(Math.max(-1, Math.min(1, dot(0) + dot(1) + dot(2))));
}

/** A coordinate of the turned y axis. */
function upOf(q: Float64Array, o: number, k: number): number {
  const [x, y, z, w] = [q[o], q[o + 1], q[o + 2], q[o + 3]];
  if (k === 0) return 2 * (x * y - w * z);
  return k === 1 ? 1 - 2 * (x * x + z * z) : 2 * (y * z + w * x);
}

/** Angle [rad] of a prop's own upright to the world's; prop: position, rotation x y z w. */
const leanOf = (prop: Float64Array): number =>
  Math.acos(Math.max(-1, Math.min(1, 1 - 2 * (prop[3] * prop[3] + prop[5] * prop[5]))));

/** How far and how much carrying feet have moved and tilted [m], [rad], the most of any. */
function movedFeet(feet: readonly number[], start: WorldFrames, end: WorldFrames): { slip: number; tilt: number } {
  const turn = new Float64Array(4);
  let [slip, tilt] = [0, 0];
  for (const foot of feet) {
    const [dx, dz] = [0, 2].map((k) => end.origins[3 * foot + k] - start.origins[3 * foot + k]);
    slip = Math.max(slip, Math.hypot(dx!, dz!));
    relativeQuat(turn, 0, start.rotations, 4 * foot, end.rotations, 4 * foot);
    tilt = Math.max(tilt, 2 * Math.asin(Math.min(1, Math.hypot(turn[0], turn[2]))));
  }
  return { slip, tilt };
}

interface Outcome extends Pick<Ending, 'slip' | 'tilt' | 'posture' | 'comSpeed'> {
  readonly fault: SimFault | undefined;
  readonly fall: Fall | undefined;
  readonly missed: boolean;
  readonly undone: boolean; // a box was to be toppled and stands
}

/** Why somebody does not stand, in words; who fell or lost the engine is not asked how well. */
function complaintsOf({ fault, fall, missed, undone, slip, tilt, posture, comSpeed }: Outcome): readonly string[] {
  const degrees = (angle: number): string => `${((180 / Math.PI) * angle).toFixed(0)}°`;
  const up = !fault && !fall;
  const complaints: readonly (readonly [boolean, string])[] = [
    [fault !== undefined, `the engine gave up at ${fault?.time.toFixed(2)} s: ${fault?.reason}`],
    [fall !== undefined, `falls ${fall?.direction} at ${fall?.time.toFixed(2)} s (${fall?.reason})`],
    [missed, 'misses the ball'],
    [!fault && undone, 'the box does not topple'],
    [up && slip > MOST_SLIP, `a foot slips ${(100 * slip).toFixed(0)} cm`],
    [up && tilt > MOST_TILT, `a foot is not flat at the end (${degrees(tilt)})`],
    [up && !missed && posture > MOST_POSTURE, `is not in its pose at the end (${degrees(posture)})`],
    [up && !missed && comSpeed > MOST_SPEED, `still moves at the end (${comSpeed.toFixed(2)} m/s)`],
  ];
  return complaints.filter(([so]) => so).map(([, words]) => words);
}

export function createWatch(simulation: Simulation, plan: WatchPlan): Watch {
  const { scenario, joints, feet } = plan;
  const { skeleton } = simulation.scene.body;
  const samples = Math.round(scenario.duration / LOG_STEP);
  const start = worldFramesOf(skeleton, simulation.q);
  const welds = simulation.scene.welds?.length ?? 0;
  const box = scenario.boxes.length > 0 ? simulation.propIndex(boxName(0)) : -1;
  if (scenario.ball) simulation.propIndex(BALL);
  const prop = new Float64Array(13);
  const sideways = scenario.planar ? 0 : 1; // in the plane nothing happens to the side, also on one foot
  let [squares, valid, nearest] = [0, 0, Number.POSITIVE_INFINITY];
  let [posture, postures] = [0, 0];
  let [caught, missed, toppled] = [false, false, false];
  let fall: Fall | undefined;
  let [shiftLeft, shiftForward, bow, looks] = [0, 0, 0, 0];

  const lookAtBody = (reference: ReferenceState): void => {
    const { com, supportCentre, time } = simulation;
    if (time <= scenario.preparation + 0.5 * LOG_STEP) {
      shiftLeft = sideways * (com[0] - supportCentre[0]);
      shiftForward = com[2] - supportCentre[1];
    }
    if (looks++ % BOW_EVERY > 0) return;
    const now = worldFramesOf(skeleton, simulation.q).rotations;
    const asked = worldFramesOf(skeleton, reference.q).rotations;
    bow = Math.max(bow, tiltBetween(now, asked, 4 * plan.chest));
  };
  const whyFallen = (): FallReason | undefined => {
    const { com, supportCentre, time, touchesGround } = simulation;
    const away = Math.hypot(sideways * (com[0] - supportCentre[0]), com[2] - supportCentre[1]);
    return fallReason({ touchesGround, height: com[1], expectedHeight: plan.referenceHeight(time), away });
  };
  const lookAtBall = (): void => {
    if (welds === 0 || caught) return;
    for (let weld = 0; weld < welds; weld++) {
      caught ||= simulation.isCaught(weld);
      nearest = Math.min(nearest, simulation.reachOf(weld));
    }
    missed = !caught && simulation.time > scenario.ball!.time + CATCH_GRACE;
  };
  const lookAtPose = (reference: ReferenceState): void => {
    posture += meanJointError(joints, simulation.q, reference.q);
    postures++;
  };
  return {
    get fall() {
      return fall;
    },
    get fault() {
      return simulation.fault;
    },
    get caught() {
      return caught;
    },
    get missed() {
      return missed;
    },
    get toppled() {
      return toppled;
    },
    get squares() {
      return squares;
    },
    look(_, reference) {
      if (simulation.fault) return false;
      const { time, cop, supportCentre, com } = simulation;
      if (simulation.hasCop) {
        squares += (sideways * (cop[0] - supportCentre[0])) ** 2 + (cop[1] - supportCentre[1]) ** 2;
        valid++;
      }
      lookAtBody(reference);
      lookAtBall();
      if (box >= 0 && !toppled) {
        simulation.readProp(prop, box);
        toppled = leanOf(prop) > TOPPLED;
      }
      if (time > scenario.duration - LATE) lookAtPose(reference);
      const reason = whyFallen();
      if (reason) {
        fall = {
          time,
          reason,
          direction: directionOf(sideways * (com[0] - supportCentre[0]), com[2] - supportCentre[1]),
        };
      }
      return !fall && !missed;
    },
    course() {
      const endedAt = fall?.time ?? simulation.fault?.time;
      return {
        samples,
        valid,
        squares,
        duration: scenario.duration,
        posture: postures > 0 ? posture / postures : 0,
        ...(endedAt !== undefined && { fallTime: endedAt }),
        ...(scenario.topple && !toppled && { undone: true }),
        ...(missed && { missedBy: nearest }),
      };
    },
    seen: () => ({ shift: [shiftLeft, shiftForward], bow }),
    ending() {
      const { slip, tilt } = movedFeet(feet, start, worldFramesOf(skeleton, simulation.q));
      const comSpeed = Math.hypot(...simulation.comVelocity);
      const mean = postures > 0 ? posture / postures : 0;
      const { fault } = simulation;
      const undone = scenario.topple && !toppled;
      const complaints = complaintsOf({ fault, fall, missed, undone, slip, tilt, posture: mean, comSpeed });
      return { standing: complaints.length === 0, complaints, slip, tilt, posture: mean, comSpeed };
    },
  };
}
