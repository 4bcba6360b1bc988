/** A fall, in the worker: taken over with pose and velocity, the body goes down as one whose joints nobody holds. */
import { type Body, coordinateCount, createSimulation, type MujocoModule, type Push, pushTrack } from 'poise';
import type { Frames } from '../shared/stream.ts';
import { FRAME_TIME } from './character.ts';

const TICKS = 4; // per frame
const STEPS = 2; // of the engine per tick
const LONGEST = 4; // [s]
const LEAST = 1; // [s]
const STILL = 0.5; // [s] of rest, after which nothing more is to be seen
const SLOW = 0.05; // [m/s] of the centre of mass, while it lies

/** The moment in which balance was given up. */
export interface HandOver {
  readonly q: Float64Array; // nq
  readonly v: Float64Array; // nv
  readonly late: number; // [s] from then to the end of the frame, which is the first to be shown
}

export interface Fall {
  /** The next frames; fewer where it is over. */
  readonly frames: (count: number) => Frames;
  readonly push: (push: Push) => void;
  readonly delete: () => void;
}

export function createFall(engine: MujocoModule, body: Body, { q: pose, v: velocity, late }: HandOver): Fall {
  const nq = coordinateCount(body.skeleton);
  const tick = FRAME_TIME / TICKS;
  const simulation = createSimulation(engine, {
    body,
    pose,
    velocity,
    joints: 'massive', // whatever moves goes on moving
    toes: 'bend',
    controlPeriod: tick,
    timestep: tick / STEPS,
  });
  let calm = 0; // [s]
  let ticks = Math.round(late / tick); // until the next frame
  const isOver = (): boolean =>
    simulation.fault !== undefined ||
    simulation.time >= LONGEST ||
    (simulation.time >= LEAST && calm >= STILL && simulation.touchesGround);
  const step = (): void => {
    for (; ticks > 0; ticks--) simulation.tick();
    ticks = TICKS;
    calm = Math.hypot(...simulation.comVelocity) < SLOW ? calm + FRAME_TIME : 0;
  };
  return {
    frames(count) {
      const q = new Float64Array(count * nq);
      let made = 0;
      for (; made < count && !isOver(); made++) {
        step();
        q.set(simulation.q, made * nq);
      }
      return { q: q.subarray(0, made * nq), over: made < count };
    },
    push: (push) => simulation.addForce(pushTrack({ ...push, time: simulation.time }, body)),
    delete: () => simulation.delete(),
  };
}
