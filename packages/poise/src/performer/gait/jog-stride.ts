/** One stride of a cyclic gait, settled and repeated. */
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Performance } from '../motion.ts';
import { seriesAt } from './channel.ts';
import { type Cycle, requestAt } from './jog-cycle.ts';
import { swingShare } from './jog-foot-path.ts';
import { fitHeight } from './jog-height.ts';
import { type Settled, settle } from './settle.ts';
import type { Stage } from './stage.ts';

const ROUNDS = 3;
const ATTEMPTS = 4;

/** The cycle as a stage of whole frames. */
export function strideStage(cycle: Cycle, frameTime: number): Stage {
  const frames = Math.round(cycle.gait.strideTime / frameTime);
  const { comHeight } = cycle;
  return {
    frames,
    frameTime,
    travel: [0, cycle.gait.stride],
    requestAt: (frame) => requestAt(cycle, frame / frames),
    ...(comHeight ? { comHeight: (frame: number) => seriesAt(comHeight, frame / frames) } : {}),
    standing: (frame) => [
      swingShare(cycle.gait, frame / frames) === undefined,
      swingShare(cycle.gait, frame / frames + 0.5) === undefined,
    ],
  };
}

/** Settles one stride and repeats it, each time one stride farther. */
export function repeatStride(settled: Settled, cycle: Cycle, strides: number, frameTime: number): Performance {
  const nq = coordinateCount(cycle.actor.skeleton);
  const frames = settled.q.length / nq;
  const q = new Float64Array(strides * settled.q.length);
  for (let stride = 0; stride < strides; stride++) {
    q.set(settled.q, stride * settled.q.length);
    for (let i = 0; i < frames; i++) q[(stride * frames + i) * nq + 2] += stride * cycle.gait.stride;
  }
  return { q, frameTime, travel: [0, strides * cycle.gait.stride] };
}

/** Finds height and balance of a cycle. Legs nearly straight look best; where they leave the balance no room (a fast walk,
 *  an unusual body), knees a little softer are tried. */
export function settleStride(cycle: Cycle, frameTime: number): Settled {
  let best: Settled | undefined;
  for (let softer = 0; softer < ATTEMPTS; softer++) {
    cycle.hipsAhead = 0;
    const settled = settleAtReach(cycle, frameTime, cycle.gait.longest - 0.001 * softer);
    if (!best || settled.outside < best.outside) best = settled;
    if (best.outside === 0) break;
  }
  return best as Settled;
}

/** The hips' mean place under the trunk and their height depend on each other: found in turn. */
function settleAtReach(cycle: Cycle, frameTime: number, longest: number): Settled {
  for (let round = 0; ; round++) {
    fitHeight(cycle, longest);
    const stage = strideStage(cycle, frameTime);
    const settled = settle(cycle.actor, stage);
    if (round === ROUNDS) return settled;
    for (let i = 0; i < stage.frames; i++) cycle.hipsAhead += (0.7 * settled.shift[3 * i + 2]) / stage.frames;
  }
}
