/**
 * One simulation in the worker, frame after frame. States are kept to go back to: all of the last seconds, and a few of every
 * second before; the frames between are simulated again, which comes out the same.
 */
import type { Body, Clip, ForceTrack, Push } from 'poise';
import { coordinateCount, createWorkspace, forwardKinematics, forwardVelocity } from 'poise/dynamics';
import { pushTrack } from 'poise/react';
import {
  createController,
  createReferenceState,
  createSimulation,
  GAINS,
  holdPose,
  type MujocoModule,
  planOf,
  type ReferenceSampler,
  startOf,
  TIGHT_GAINS,
} from 'poise/sim';
import type { FrameBatch } from '../api.ts';
import { FRAME_TIME, type ReactSettings, type Status } from '../types.ts';
import { createStatusWatch } from './status.ts';

const TICKS = 4; // control periods per frame
const STEPS = 2; // of the engine per control period
const AFTER_FALL = 1.5; // [s] that are shown
const LONGEST = 60 * 60 * 10; // frames: ten minutes
const RECENT = 300; // frames of which every state is kept
const SPARSE = 15; // before those, one of so many

interface Kept {
  readonly simulation: Float64Array;
  readonly controller: Float64Array;
  readonly watch: readonly number[];
  readonly status: Status;
  readonly endsAt: number; // frame after which nothing is shown
}

export interface SimulatedRun {
  readonly start: Float64Array;
  readonly frames: (count: number) => FrameBatch;
  readonly push: (push: Push) => number;
  readonly goBack: (frame: number) => void;
  readonly delete: () => void;
}

export type SimulationSettings = Pick<ReactSettings, 'follows' | 'mode' | 'gains' | 'stepping'>;

/** `recent`: frames of which every state is kept. */
export function createRun(
  engine: MujocoModule,
  body: Body,
  clip: Clip,
  settings: SimulationSettings,
  recent = RECENT,
): SimulatedRun {
  const nq = coordinateCount(clip.skeleton);
  const { follows, mode, stepping } = settings;
  const holds = follows === 'pose';
  const plan = holds ? undefined : planOf(body, clip);
  const { pose, velocity } = plan?.start ?? startOf(body, clip);
  const reference = plan?.reference ?? holdPose(pose);
  const asked = askedFor(body, reference);
  const build = (forces: readonly ForceTrack[]) => {
    const simulation = createSimulation(engine, {
      body,
      pose,
      ...(plan && { velocity, toes: 'bend' as const }),
      forces,
      controlPeriod: FRAME_TIME / TICKS,
      timestep: FRAME_TIME / TICKS / STEPS,
    });
    const gains = settings.gains === 'tight' ? TIGHT_GAINS : GAINS;
    const controller = createController(simulation, {
      mode,
      gains,
      reference,
      plan,
      stepping: stepping && mode === 'qp',
    });
    return { simulation, controller };
  };
  let { simulation, controller } = build([]);
  const watch = createStatusWatch();
  let pushes: readonly { readonly frame: number; readonly track: ForceTrack }[] = [];
  let status: Status = 'ready';
  let endsAt = Number.POSITIVE_INFINITY;
  const keep = (): Kept => ({
    simulation: simulation.save(),
    controller: controller.save(),
    watch: watch.save(),
    status,
    endsAt,
  });
  const kept = new Map([[0, keep()]]);
  let done = 0; // frames

  /** One frame; what changed, where something did. */
  const step = (): { readonly frame: number; readonly status: Status; readonly words: string } | undefined => {
    let now = { status, words: '' };
    const { height, speed } = asked(simulation.time);
    for (let tick = 0; tick < TICKS; tick++) {
      simulation.tick(status === 'fallen' && simulation.touchesGround ? undefined : controller);
      now = watch.look(simulation, height, speed, FRAME_TIME / TICKS);
    }
    const turned = now.status !== status;
    status = now.status;
    done++;
    if (status === 'fallen') endsAt = Math.min(endsAt, done + Math.round(AFTER_FALL / FRAME_TIME));
    kept.set(done, keep());
    if ((done - recent) % SPARSE !== 0) kept.delete(done - recent);
    return turned ? { frame: done, ...now } : undefined;
  };

  return {
    start: pose,
    frames(count) {
      const first = done + 1;
      const q = new Float64Array(count * nq);
      const turns: FrameBatch['turns'][number][] = [];
      let made = 0;
      for (; made < count && done < Math.min(endsAt, LONGEST) && !simulation.fault; made++) {
        const turn = step();
        if (turn) turns.push(turn);
        q.set(simulation.q, made * nq);
      }
      return { first, q: q.subarray(0, made * nq), turns, over: made < count };
    },
    push(push) {
      const track = pushTrack({ ...push, time: simulation.time }, body);
      pushes = [...pushes, { frame: done, track }];
      simulation.addForce(track);
      return done;
    },
    goBack(frame) {
      const to = Math.max(0, Math.min(done, frame));
      let from = to;
      while (!kept.has(from)) from--;
      const state = kept.get(from) as Kept;
      for (const later of [...kept.keys()].filter((key) => key > from)) kept.delete(later);
      pushes = pushes.filter((push) => push.frame < to);
      simulation.delete();
      ({ simulation, controller } = build(pushes.map(({ track }) => track)));
      simulation.restore(state.simulation);
      controller.restore(state.controller);
      watch.restore(state.watch);
      ({ status, endsAt } = state);
      done = from;
      while (done < to) step();
    },
    delete: () => simulation.delete(),
  };
}

/** Height and speed of the CoM in the motion that is followed, on level ground. */
function askedFor(
  body: Body,
  reference: ReferenceSampler,
): (t: number) => { readonly height: number; readonly speed: number } {
  const ws = createWorkspace(body);
  const state = createReferenceState(body);
  return (t) => {
    reference(state, t);
    forwardKinematics(body, ws, state.q);
    forwardVelocity(body, ws, state.v);
    return { height: ws.com[1]!, speed: Math.hypot(...ws.linearMomentum) / body.totalMass };
  };
}
