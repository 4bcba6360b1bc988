/**
 * Makes a planned motion possible: moves the hips by millimetres until the ZMP of the finished body, all segments with their
 * spin, lies in the support. The feet never move; the legs follow by IK.
 *
 * Where the measured ZMP p should be at p*, the CoM must shift by the bounded solution of Δc̈ − λ Δc = −λ Δp with
 * λ = f_y/(m h); in flight λ = 0 and the shift takes away what horizontal acceleration there is. Moving the hips moves the
 * CoM by nearly as much, so a few passes converge (docs/performer.md).
 */

import { GRAVITY } from '../../dynamics/wrench.ts';
import { filledWith } from '../../math/options.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import { copyRequest, type PoseRequest } from '../pose/request.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { type Measured, measure } from './measure.ts';
import { lowerForReach } from './reach.ts';
import { type Stage, shiftedRequest } from './stage.ts';
import { type Hull, hullAt, shortfall, wayInside } from './support.ts';
import { solveBoundary } from './tridiagonal.ts';

export interface SettleOptions {
  readonly passes: number;
  readonly margin: number; // [m] the ZMP should be this far inside
  readonly longest: number; // both legs over thigh + shank; Infinity: hips stay as high as planned
  readonly blend: number; // frames to each side over which the hips are lowered for a leg
}

export interface Settled {
  readonly q: Float64Array; // frames × nq
  readonly shift: Float64Array; // frames×3 [m] of the hips against the plan
  readonly shortage: number; // [m] by which a leg was too short
  readonly outside: number; // share of frames with the ZMP more than 1 cm out of the support
}

const SETTLE_DEFAULTS: SettleOptions = { passes: 8, margin: 0.006, longest: 0.9992, blend: 4 };

const HIPS_PER_COM = 1.1;
const CARRYING = 0.1; // body weights: below this the ZMP is not steered

/** Solves all poses and moves the hips until the motion can happen. */
export function settle(actor: Actor, planned: Stage, options: Partial<SettleOptions> = {}): Settled {
  const { passes, margin, longest, blend } = filledWith(SETTLE_DEFAULTS, options);
  const stage = { ...planned, requestAt: remembered(planned.requestAt) };
  const shift = new Float64Array(3 * stage.frames);
  let hulls: readonly Hull[] | undefined;
  for (let pass = 0; ; pass++) {
    if (Number.isFinite(longest)) lowerForReach(actor, stage, shift, longest, blend);
    const posed = poseAll(actor, stage, shift);
    const measured = measure(actor, posed.q, stage.frameTime);
    hulls ??= Array.from({ length: stage.frames }, (_, i) => hullAt(actor, measured.trace, i, stage.standing(i)));
    if (pass === passes) {
      return {
        q: posed.q,
        shift,
        shortage: posed.shortage,
        outside: outsideShare(measured, hulls),
      };
    }
    correct(shift, actor, stage, measured, hulls, margin);
  }
}

/** Asks for each frame once: only the hips change from pass to pass. */
function remembered(requestAt: Stage['requestAt']): Stage['requestAt'] {
  const known = new Map<number, { readonly request: PoseRequest; readonly hips: Float64Array }>();
  return (frame) => {
    let entry = known.get(frame);
    if (!entry) {
      const request = copyRequest(requestAt(frame));
      entry = { request, hips: request.hips.slice() };
      known.set(frame, entry);
    }
    entry.request.hips.set(entry.hips);
    return entry.request;
  };
}

function outsideShare({ reaction }: Measured, hulls: readonly Hull[]): number {
  const out = hulls.filter((hull, i) => {
    const o = 3 * i;
    return shortfall(hull, reaction.zmp[o], reaction.zmp[o + 2], -0.01)[0] > 0;
  });
  return out.length / hulls.length;
}

/** All frames. */
function poseAll(
  actor: Actor,
  stage: Stage,
  shift: Float64Array,
): { readonly q: Float64Array; readonly shortage: number } {
  const nq = coordinateCount(actor.skeleton);
  const q = new Float64Array(stage.frames * nq);
  let shortage = 0;
  for (let i = 0; i < stage.frames; i++) {
    shortage = Math.max(shortage, solvePose(q, i * nq, actor, shiftedRequest(stage, shift, i)).shortage);
  }
  return { q, shortage };
}

/** One pass: what the ZMP asks of the CoM, added to the shift. */
function correct(
  shift: Float64Array,
  actor: Actor,
  stage: Stage,
  { motion, reaction }: Measured,
  hulls: readonly Hull[],
  margin: number,
): void {
  const n = stage.frames;
  const m = actor.body.totalMass;
  const lambda = new Float64Array(n);
  const right = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const o = 3 * i;
    const load = reaction.force[o + 1] / (m * GRAVITY);
    if (hulls[i].length === 0 || load < CARRYING) {
      right[0][i] = -motion.acceleration[o];
      right[1][i] = -motion.acceleration[o + 2];
      continue;
    }
    lambda[i] = (load * GRAVITY) / motion.com[o + 1];
    const [x, z] = [reaction.zmp[o], reaction.zmp[o + 2]];
    const wanted = stage.cop?.(i);
    const [px, pz] = wanted ? [wanted[0] - x, wanted[1] - z] : wayInside(hulls[i], x, z, margin);
    right[0][i] = -lambda[i] * px;
    right[1][i] = -lambda[i] * pz;
  }
  [0, 2].forEach((k, axis) => {
    const move = solveBoundary(lambda, right[axis], stage.frameTime, 'held');
    for (let i = 0; i < n; i++) shift[3 * i + k] += HIPS_PER_COM * move[i];
  });
  const { comHeight } = stage;
  if (!comHeight) return;
  for (let i = 0; i < n; i++) shift[3 * i + 1] += HIPS_PER_COM * (comHeight(i) - motion.com[3 * i + 1]);
}
