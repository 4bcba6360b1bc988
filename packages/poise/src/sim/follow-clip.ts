/** A clip, followed in simulation: the person does what the clip shows as far as physics and balance let it. */

import type { ForceTrack } from '../balance/force-track.ts';
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { filledWith } from '../math/options.ts';
import { copyQuat } from '../math/quat.ts';
import { type Clip, durationOf, withCoordinates } from '../motion/clip.ts';
import { resample } from '../motion/resample.ts';
import { sample } from '../motion/sample.ts';
import { coordinateCount, jointCount, quatIndex } from '../motion/skeleton.ts';
import { createController } from './controller/momentum-controller.ts';
import type { MujocoModule } from './engine.ts';
import { FollowWatch } from './follow-watch.ts';
import { GAINS } from './gains.ts';
import { planOf } from './motion-plan.ts';
import { createRecorder } from './recorder.ts';
import { createSimulation, type RunningScene } from './simulation.ts';
import type { ComOffsetSampler, ControllerGains, MovingJoints } from './types.ts';

export interface FollowOptions {
  readonly forces: readonly ForceTrack[]; // pushes, world axes
  readonly mode: 'qp' | 'paper';
  readonly gains: ControllerGains;
  readonly joints: MovingJoints;
  readonly stepping: boolean; // takes steps when it cannot hold
  readonly comOffset: ComOffsetSampler | undefined; // where the CoM is asked to be besides: what is anticipated
  readonly seconds: number | undefined; // length of the result; default: the clip's, and two more after the last push
  /** How far the work has come, 0 … 1; throw from it to cancel. */
  readonly onProgress: ((done: number) => void) | undefined;
}

export const FOLLOW_DEFAULTS: FollowOptions = {
  forces: [],
  mode: 'qp',
  gains: GAINS,
  joints: 'main',
  stepping: true,
  comOffset: undefined,
  seconds: undefined,
  onProgress: undefined,
};

export interface FollowResult {
  readonly clip: Clip;
  /** strayed: on its feet, and not as in the clip: bent double, or not back in its pose at the end, or through its own legs. */
  readonly status: 'stands' | 'strayed' | 'fell' | 'fault';
  readonly reason: string; // one sentence; '' when it stands
  readonly fellAt: number | undefined; // [s]
  readonly trackingError: number; // [rad] mean over time and moving joints, until the fall
  readonly trunkError: number; // [rad] most that the trunk leaned otherwise than in the clip, until the fall
  readonly comError: number; // [m] RMS over the ground, from where the clip has the CoM above the feet that carry
  readonly steps: number; // steps that were not in the clip
  readonly cop: CopCourse;
}

/** How far the centre of pressure strayed from the middle of the support, sampled once a control period. */
export interface CopCourse {
  readonly samples: number; // of the whole length, also where somebody fell before its end
  readonly valid: number; // those until then with ground contact
  readonly squares: number; // [m²] sum over the valid ones
}

/** A mistyped number must not run for days [s]. */
const LONGEST = 3600;
/** Nor may a tiny frame time fill the memory. */
const MOST_FRAMES = 1_000_000;

/** Follows a clip of a person in simulation.
 *
 * ```ts
 * const { clip: simulated, status } = followClip(await loadMujoco(), body, clip, { forces: [push] });
 * ```
 */
export function followClip(
  mujoco: MujocoModule,
  body: Body,
  clip: Clip,
  options: Partial<FollowOptions> = {},
): FollowResult {
  const { forces, mode, gains, joints, stepping, comOffset, onProgress } = filledWith(FOLLOW_DEFAULTS, options);
  if (clip.frameCount === 0) throw new UsageError('a clip without frames cannot be followed');
  const length = followedSeconds(clip, options);
  if (!(length <= LONGEST)) throw new UsageError(`up to ${LONGEST} s can be simulated at once, found ${length}`);
  if (!(length / clip.frameTime <= MOST_FRAMES)) {
    throw new UsageError(`${length} s in frames of ${clip.frameTime} s are more than ${MOST_FRAMES} frames`);
  }
  const plan = planOf(body, clip);
  const simulation = createSimulation(mujoco, { body, joints, toes: 'bend', forces, ...plan.start });
  try {
    const controller = createController(simulation, {
      mode,
      gains,
      reference: plan.reference,
      plan,
      stepping: stepping && mode === 'qp',
      comOffset,
    });
    // frames shorter than a tick are filled in afterwards
    const recorder = createRecorder(simulation, Math.max(clip.frameTime, simulation.controlPeriod));
    const end = Math.round(length / simulation.controlPeriod);
    const watch = new FollowWatch(simulation, clip, end);
    for (let tick = 0; tick < end; tick++) {
      // who has fallen lies there
      if (!simulation.tick(watch.fellAt === undefined ? controller : undefined)) break;
      recorder.sample();
      watch.look(controller);
      if (tick % 50 === 0) onProgress?.(tick / end);
    }
    onProgress?.(1);
    const ticked = recorder.clip(clip.name);
    const recorded = ticked.frameTime > clip.frameTime ? resample(ticked, clip.frameTime) : ticked;
    const followed = withCoordinates(
      { ...clip, skeleton: recorded.skeleton },
      withSmallJoints(recorded, clip, simulation),
    );
    return { clip: followed, ...watch.outcome(followed), steps: controller.stepsTaken };
  } finally {
    simulation.delete();
  }
}

/** How long the result is [s]: as asked for, else the clip, and two seconds after the last push. */
export function followedSeconds(clip: Clip, { seconds, forces = [] }: Partial<FollowOptions>): number {
  const last = Math.max(0, ...forces.map((track) => track.time[track.time.length - 1] ?? 0));
  return seconds ?? Math.max(durationOf(clip), last > 0 ? last + 2 : 0);
}

/** Fingers and toes are no part of the simulation: they do what they did in the clip. */
function withSmallJoints(recorded: Clip, clip: Clip, { links }: RunningScene): Float64Array {
  const { q, frameCount, frameTime } = recorded;
  const nq = coordinateCount(recorded.skeleton);
  const { body } = links;
  const small: number[] = [];
  for (let j = 0; j < jointCount(body.skeleton); j++) {
    if (links.joint[links.linkOf[j]] !== j && body.mass[j] === 0) small.push(j);
  }
  const pose = new Float64Array(nq);
  for (let frame = 0; frame < frameCount; frame++) {
    sample(pose, clip, frame * frameTime);
    for (const j of small) copyQuat(q, frame * nq + quatIndex(j), pose, quatIndex(j));
  }
  return q;
}
