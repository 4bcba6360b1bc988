/**
 * Travel by a wrong unit, or made for legs of another length: every stand slides along the way that the body goes, by one share of it. With w the way of the hips over a stand and s the way
 * of the foot over the floor, hips that travel by (1 − s·w / w²) as much leave the foot where it is; one factor for the whole clip, where the stands agree on it.
 */
import { analyse } from '../balance/analyse.ts';
import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import { levelClip, levelViewOf } from '../methods/balance-filter/level-clip.ts';
import { standsOfFoot } from '../methods/plant-feet/foot-course.ts';
import { CHANNELS, slipOf } from '../methods/plant-feet/slips.ts';
import { soleHeights } from '../methods/plant-feet/sole-heights.ts';
import { traceFeet } from '../methods/plant-feet/trace-feet.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';

const PASSES = 3; // feet that slide less show more of their stands
const WAY = 0.08; // [m] of the hips over a stand that tells something
const STANDS = 3; // that have to agree
const OFF = 0.06; // of the travel: less is the pace of people whose soles roll and slip
const EXPLAINED = 0.5; // of the sliding that the factor must take away

/** What a stand tells, x and z [m]. */
interface Stand {
  readonly slid: readonly [number, number]; // of the foot over the floor
  readonly went: readonly [number, number]; // of the hips
}

export interface Travel {
  readonly clip: Clip;
  readonly factor: number;
}

/** The clip with hips that travel as its feet say; undefined where stands do not agree, or the body walks on the spot. */
export function withTrueTravel(body: Body, clip: Clip): Travel | undefined {
  let [travelled, factor] = [clip, 1];
  for (let pass = 0; pass < PASSES; pass++) {
    const next = factorOf(standsIn(body, travelled));
    if (next === undefined || Math.abs(next - 1) < OFF / 2) break;
    factor *= next;
    travelled = scaled(clip, factor);
  }
  return Math.abs(factor - 1) < OFF ? undefined : { clip: travelled, factor };
}

function factorOf(stands: readonly Stand[]): number | undefined {
  const telling = stands.filter(({ went }) => Math.hypot(...went) > WAY);
  if (telling.length < STANDS) return undefined;
  const share = median(telling.map(({ slid, went }) => dot(slid, went) / dot(went, went)));
  const [was, left] = [0, share].map((taken) =>
    telling.reduce((sum, { slid, went }) => sum + Math.hypot(...slid.map((way, k) => way - taken * went[k])), 0),
  );
  return left < EXPLAINED * was && share < 1 ? 1 - share : undefined;
}

const dot = (a: readonly [number, number], b: readonly [number, number]): number => a[0] * b[0] + a[1] * b[1];

function standsIn(body: Body, clip: Clip): readonly Stand[] {
  const report = analyse(body, clip);
  const [beltX, , beltZ] = report.ground.beltVelocity;
  const nq = coordinateCount(clip.skeleton);
  return traceFeet(body, levelClip(clip, levelViewOf(report.ground))).flatMap((foot, side) => {
    const heights = soleHeights(foot);
    return standsOfFoot(foot, side === 0 ? 0 : 1, report).map((run): Stand => {
      const { shift } = slipOf(foot, heights, run, 0, Number.POSITIVE_INFINITY);
      const last = shift.length - CHANNELS;
      const time = (run.end - run.start) * clip.frameTime;
      const went = (k: number): number => clip.q[run.end * nq + k] - clip.q[run.start * nq + k];
      return {
        slid: [shift[0] - shift[last] + beltX * time, shift[2] - shift[last + 2] + beltZ * time],
        went: [went(0), went(2)],
      };
    });
  });
}

/** The place of the hips on the floor, counted from the first frame, times the factor. */
function scaled(clip: Clip, factor: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let o = 0; o < q.length; o += nq)
    for (const k of [0, 2]) q[o + k] = clip.q[k] + factor * (clip.q[o + k] - clip.q[k]);
  return withCoordinates(clip, q);
}
