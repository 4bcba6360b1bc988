/** One hit on somebody who walks, measured against what the same clip does unpushed. */

import { analyse } from '../../src/balance/analyse.ts';
import { joltSizes, measureJolts } from '../../src/balance/motion-check/jolts.ts';
import type { Ground } from '../../src/balance/report.ts';
import { onPlane } from '../pushes/grounds.ts';
import { RATE, RECORD_DEFAULTS, type Recording, record } from '../pushes/record.ts';
import type { Starter } from '../pushes/starter.ts';
import { zmpOutside } from '../pushes/zmp.ts';
import type { Walker } from './walkers.ts';

/** The clip as the method plays it unpushed. */
export interface OwnMotion {
  readonly most: Float64Array; // per channel: hips [m/s], joints [rad/s], per 1/60 s
  readonly outside: Float64Array; // [m] ZMP, per frame
  readonly plane: Ground;
}

export interface HitMeasures {
  readonly fell: boolean;
  readonly reason: string;
  readonly unfinished: boolean; // neither recovered nor fallen when the recording ends
  readonly jolt: number; // [rad/s per 1/60 s]
  readonly joltAt: string;
  readonly pop: number; // [m/s²] of the hips
  readonly added: number; // [m] ZMP, 95th percentile, beyond the clip's own
  readonly seconds: number; // to the recovery
  readonly steps: number;
}

/** Over all that recordings of hits may show: clips do other things later, which no hit is to blame for. */
export function ownMotion(start: Starter, walker: Walker): OwnMotion {
  const { body } = walker;
  const plane = analyse(body, walker.clip).ground;
  const { clip, error } = record(start, walker, [], { most: walker.times.at(-1)! + RECORD_DEFAULTS.most });
  if (error !== undefined) throw new Error(`${walker.id} unpushed: ${error}`);
  const jolts = measureJolts(body, clip);
  const sizes = joltSizes(jolts);
  const most = new Float64Array(jolts.channels);
  for (let i = 0; i < sizes.length; i++) most[i % jolts.channels] = Math.max(most[i % jolts.channels], sizes[i]);
  return { most, plane, outside: Float64Array.from(zmpOutside(body, clip, [], onPlane(plane))[0]!) };
}

/** 95th percentile. */
function highOf(values: ArrayLike<number>): number {
  const known = Array.from(values)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return known[Math.floor(0.95 * known.length)] ?? 0;
}

export function measureHit(recording: Recording, own: OwnMotion): HitMeasures {
  const { body, clip, pushes, events, fall } = recording;
  const first = Math.max(0, Math.round(pushes[0]!.time * RATE) - 1);
  const end = fall ? fall.frame : clip.frameCount;
  const jolts = measureJolts(body, clip);
  const sizes = joltSizes(jolts);
  let [jolt, joltAt, pop] = [0, '', 0];
  for (let frame = first; frame < end; frame++) {
    for (let channel = 0; channel < jolts.channels; channel++) {
      const beyond = sizes[frame * jolts.channels + channel] - own.most[channel];
      if (channel === 0) pop = Math.max(pop, RATE * beyond);
      else if (beyond > jolt) {
        jolt = beyond;
        joltAt = `${clip.skeleton.names[jolts.joints[channel - 1]]}@${(frame / RATE).toFixed(2)}`;
      }
    }
  }
  const outside = zmpOutside(body, clip, pushes, onPlane(own.plane)).map((series) => highOf(series.slice(first, end)));
  const fallen = events.find(({ kind }) => kind === 'fall');
  const recovered = events.filter(({ kind }) => kind === 'recovered').at(-1);
  return {
    fell: fall !== undefined,
    reason: fallen?.kind === 'fall' ? fallen.reason : '',
    unfinished: fall === undefined && recovered === undefined,
    jolt,
    joltAt,
    pop,
    added: Math.max(0, Math.min(...outside) - highOf(own.outside.slice(first, end))),
    seconds: recovered ? recovered.time - pushes[0]!.time : Number.NaN,
    steps: events.filter(({ kind }) => kind === 'step').length,
  };
}
