/** A person who plays a clip and takes pushes: time, reaction and measure, step by step at a fixed rate. */
import { type Body, type Clip, type Hit, ReactionLayer, type ReactionLibrary } from 'poise';
import { quatIndex } from 'poise/dynamics';
import { falls } from 'poise/falls';
import { type BalancerStatus, type LayerMethod, poseRig, recordCycle } from 'poise/react';
import { endless } from '../modes/shared/endless.ts';
import { createMeasure, type Measure } from './measure.ts';

export const STEP = 1 / 60; // [s]
const REST = 0.7; // [s] at the end of a clip that begins again
const LEAST_WAY = 0.4; // [m] of a round, that somebody goes
const LONGEST_ROUND = 20; // [s]
const LIES_FOR = 1; // [s] before somebody who fell gets up

export type ViewStatus = BalancerStatus | 'no person';

export interface Performance {
  readonly q: Float64Array; // the pose now
  readonly duration: number; // [s] of a round
  readonly measure: Measure | undefined; // undefined: nobody whose balance could be measured
  readonly time: () => number; // [s] in the round
  readonly status: () => ViewStatus;
  readonly method: () => string | undefined; // that answers now
  readonly step: () => void;
  /** Goes to a time of the clip; whatever went on is over. */
  readonly seek: (time: number) => void;
  /** False: nobody is there. */
  readonly canBePushed: () => boolean;
  readonly push: (hit: Hit) => void;
}

export interface PerformanceOptions {
  readonly method: LayerMethod;
  readonly library: ReactionLibrary | undefined;
}

export function createPerformance(clip: Clip, body: Body | undefined, options: PerformanceOptions): Performance {
  const q = new Float64Array(quatIndex(clip.skeleton.names.length));
  const loop = endless(clip);
  const measure = body && createMeasure(body);
  const rig = poseRig(q);
  const layer = body && new ReactionLayer(body, rig, { ...options, falls, liesFor: LIES_FOR });
  // a walk or run that closes is known from the start, rather than after two rounds
  if (layer && loop.closes && loop.travel > LEAST_WAY && loop.duration < LONGEST_ROUND)
    layer.learnGait(recordCycle(layer.body, rig, loop.duration, (time) => loop.pose(q, time)));
  let time = 0; // [s] from the start, over all rounds

  /** From here on as if nothing had happened. */
  const cut = (to: number): void => {
    time = to;
    layer?.reset();
    measure?.cut();
    loop.pose(q, time);
    layer?.update(0);
  };
  /** A clip that does not close begins again once nothing goes on any more. */
  const advance = (): void => {
    time += STEP;
    if (loop.closes || time < loop.duration + REST) return;
    if (!layer || layer.status === 'balanced') cut(0);
  };

  cut(0);
  return {
    q,
    measure,
    duration: loop.duration,
    time: () => (loop.closes ? time % loop.duration : Math.min(time, loop.duration)),
    status: () => layer?.status ?? 'no person',
    method: () => layer?.active,
    step() {
      advance();
      loop.pose(q, time);
      layer?.update(STEP);
      measure?.step(q, STEP);
    },
    seek: (to) => cut(Math.max(0, Math.min(loop.duration - 1e-6, to))),
    canBePushed: () => layer !== undefined,
    push: (hit) => layer?.hit(hit),
  };
}
