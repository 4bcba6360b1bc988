/** A clip as something to follow on level ground: which part of which foot carries when, how the weight moves over from foot to foot, and
 *  what the body as a whole does. Times in seconds from the start of the clip; before and after it the ends hold. */
import { analyse } from '../balance/analyse.ts';
import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { lowPass } from '../math/low-pass.ts';
import { rotate3 } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { smooth } from '../motion/smooth.ts';
import { worldFramesOf } from '../motion/world-frames.ts';
import { type ComPath, feasibleCom } from './feasible-com.ts';
import { withRaisedToes } from './raised-toes.ts';
import { clipReference } from './references.ts';
import { startOf } from './start-of.ts';
import type { MotionPlan, PlanMoment } from './types.ts';

/** The front of a foot that carries is at most this much higher than its heel, if that carries too [m]; and heels than fronts … */
const FRONT_UP = 0.015;
const HEEL_UP = 0.008;
/** … but both carry up to this in those who stand, and heels while the ZMP is behind the ball: soles are soft, captures noisy [m]. */
const SOFT = 0.04;
const BEHIND = 0.01;
/** The lowest sole is lower than this share of the time because of noise [share]. */
const STANDING_SHARE = 0.25;
/** Ground under a foot changes no faster than this [Hz]: the rest is the noise of capture. */
const GROUND_CUTOFF = 2;
/** Both feet carry from so long before until so long after: somebody stands [s]. */
const BEFORE = 0.15;
const AFTER = 0.5;
/** When both feet carry for long, the weight is on both alike but for so long at the ends [s]. */
const MOVES_OVER = 0.4;

/** How a clip stands and moves, to be followed by `createController`.
 *
 * ```ts
 * const plan = planOf(body, clip);
 * const controller = createController(simulation, { reference: plan.reference, plan });
 * ```
 */
export function planOf(body: Body, clip: Clip): MotionPlan {
  const level = onLevelGround(body, clip);
  const report = analyse(body, level);
  const heights = soleHeights(body, level);
  const carries = carryingFeet(report);
  const floor = [0, 1].map((foot) => groundUnder(heights, carries, foot, clip.frameTime));
  const table: PlanTable = {
    report,
    com: feasibleCom(report),
    heights,
    carries,
    floor,
    behind: zmpBehindBalls(body, level, report),
    share: shareOf(carries, clip.frameTime),
    landsAt: [0, 1].map((foot) => nextLanding(carries, foot, clip.frameTime)),
    stands: standsAt(carries, clip.frameTime),
  };
  const followed = clip.source && clip.frameCount > 4 ? smooth(level) : level;
  const reference = clipReference(followed);
  return { reference, start: startOn(body, followed, table), read: (out, t) => readMoment(out, table, t) };
}

/** The first frame as a start: lifted or lowered until the lowest sole point is on the ground, as fast as the CoM is meant to be. */
function startOn(body: Body, level: Clip, { com, report }: PlanTable): MotionPlan['start'] {
  const { pose, velocity } = startOf(body, level);
  if (level.frameCount > 1) for (const k of [0, 2]) velocity[k] += com.velocity[k] - report.comVelocity[k];
  return { pose, velocity };
}

interface PlanTable {
  readonly com: ComPath;
  readonly report: BalanceReport;
  readonly heights: Float64Array; // frames×4 [m] lowest of heel and front, left then right
  readonly carries: Uint8Array; // frames×2
  readonly floor: readonly Float64Array[]; // per foot: frames [m]
  readonly behind: Float64Array; // frames×2 [m] of the ZMP from the ball of each foot, backward along it
  readonly share: Float64Array; // frames: of the left foot
  readonly landsAt: readonly Float64Array[]; // per foot: frames [s], Infinity: never
  readonly stands: Uint8Array; // frames
}

/** Memory for one moment of a plan. */
export const createPlanMoment = (): PlanMoment => ({
  heel: new Uint8Array(2),
  front: new Uint8Array(2),
  share: new Float64Array(2),
  floor: new Float64Array(2),
  untilLanding: new Float64Array(2),
  com: new Float64Array(3),
  comVelocity: new Float64Array(3),
  comAcceleration: new Float64Array(3),
  spin: new Float64Array(3),
  spinRate: new Float64Array(3),
  stands: true,
});

function readMoment(out: PlanMoment, table: PlanTable, t: number): void {
  const { report, com, heights, carries, floor, share, landsAt, stands } = table;
  const last = report.frameCount - 1;
  const place = Math.max(0, Math.min(last, t / report.frameTime));
  const frame = Math.min(last, Math.round(place));
  const from = Math.min(Math.floor(place), Math.max(0, last - 1));
  const to = Math.min(last, from + 1);
  const u = place - from;
  for (let foot = 0; foot < 2; foot++) {
    const [heel, front] = [heights[4 * frame + 2 * foot], heights[4 * frame + 2 * foot + 1]];
    const on = carries[2 * frame + foot];
    const lift = heel - front;
    out.heel[foot] = on && (lift < HEEL_UP || (lift < SOFT && table.behind[2 * frame + foot] > BEHIND)) ? 1 : 0;
    out.front[foot] = on && -lift < (stands[frame] ? SOFT : FRONT_UP) ? 1 : 0;
    out.floor[foot] = (1 - u) * floor[foot][from] + u * floor[foot][to];
    out.untilLanding[foot] = landsAt[foot][frame] - t;
  }
  out.share[0] = (1 - u) * share[from] + u * share[to];
  out.share[1] = 1 - out.share[0];
  out.stands = stands[frame] === 1;
  const moves = t >= 0 && t < last * report.frameTime ? 1 : 0;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [3 * from + k, 3 * to + k];
    out.com[k] = (1 - u) * com.place[a] + u * com.place[b];
    out.comVelocity[k] = moves * ((1 - u) * com.velocity[a] + u * com.velocity[b]);
    out.comAcceleration[k] = moves * ((1 - u) * com.acceleration[a] + u * com.acceleration[b]);
    out.spin[k] = moves * ((1 - u) * report.angularMomentum[a] + u * report.angularMomentum[b]);
    out.spinRate[k] = moves * ((1 - u) * report.angularMomentumRate[a] + u * report.angularMomentumRate[b]);
  }
}

/** Lifted or lowered as a whole until the soles stand at height 0; a walk on a moving belt walks away. */
function onLevelGround(body: Body, given: Clip): Clip {
  const nq = coordinateCount(body.skeleton);
  const clip = withRaisedToes(body, given);
  const heights = soleHeights(body, clip);
  const lowest = Float64Array.from({ length: clip.frameCount }, (_, frame) =>
    Math.min(...heights.subarray(4 * frame, 4 * frame + 4)),
  ).sort();
  const floor = lowest[Math.floor(STANDING_SHARE * (clip.frameCount - 1))];
  const q = clip.q.slice();
  for (let i = 1; i < q.length; i += nq) q[i] -= floor;
  const level = withCoordinates(clip, q);
  const [beltX, , beltZ] = analyse(body, level).ground.beltVelocity;
  if (beltX === 0 && beltZ === 0) return level;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    q[frame * nq] -= beltX * frame * clip.frameTime;
    q[frame * nq + 2] -= beltZ * frame * clip.frameTime;
  }
  return withCoordinates(clip, q);
}

/** Lowest point of heel and front (ball, toes) of the left and the right sole in every frame [m]. */
function soleHeights(body: Body, clip: Clip): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const out = new Float64Array(4 * clip.frameCount).fill(Infinity);
  const point = new Float64Array(3);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const { origins, rotations } = worldFramesOf(body.skeleton, clip.q, frame * nq);
    body.soles.forEach((sole, foot) => {
      sole.segments.forEach((segment, k) => {
        rotate3(point, 0, rotations, 4 * segment, sole.points, 3 * k);
        const o = 4 * frame + 2 * foot + (sole.parts[k] === 'heel' ? 0 : 1);
        out[o] = Math.min(out[o], origins[3 * segment + 1] + point[1]);
      });
    });
  }
  return out;
}

/** How far the ZMP is behind the balls of the feet, along each foot [m]; in flight 0. */
function zmpBehindBalls(body: Body, clip: Clip, { zmp }: BalanceReport): Float64Array {
  const nq = coordinateCount(body.skeleton);
  const out = new Float64Array(2 * clip.frameCount);
  const point = new Float64Array(3);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const { origins, rotations } = worldFramesOf(body.skeleton, clip.q, frame * nq);
    body.soles.forEach(({ foot, parts, segments, points }, side) => {
      const [ball, ankle] = [new Float64Array(2), [origins[3 * foot], origins[3 * foot + 2]]];
      const own = [...parts.keys()].filter((k) => parts[k] === 'ball');
      for (const k of own) {
        rotate3(point, 0, rotations, 4 * segments[k], points, 3 * k);
        for (let c = 0; c < 2; c++) ball[c] += (origins[3 * segments[k] + 2 * c] + point[2 * c]) / own.length;
      }
      const [dx, dz] = [ball[0] - ankle[0], ball[1] - ankle[1]];
      const length = Math.max(1e-6, Math.hypot(dx, dz));
      const away = ((ball[0] - zmp[3 * frame]) * dx + (ball[1] - zmp[3 * frame + 2]) * dz) / length;
      out[2 * frame + side] = Number.isNaN(away) ? 0 : away;
    });
  }
  return out;
}

function carryingFeet({ feet, frameCount }: BalanceReport): Uint8Array {
  const out = new Uint8Array(2 * frameCount);
  feet.forEach(({ heel, ball, toe }, foot) => {
    for (let frame = 0; frame < frameCount; frame++) {
      out[2 * frame + foot] = heel[frame] | ball[frame] | toe[frame];
    }
  });
  return out;
}

/** Height of the ground that a foot stands on in the clip, from stance to stance [m]. */
function groundUnder(heights: Float64Array, carries: Uint8Array, foot: number, frameTime: number): Float64Array {
  const frames = carries.length / 2;
  const out = new Float64Array(frames);
  let before = -1;
  for (let frame = 0; frame < frames; frame++) {
    if (!carries[2 * frame + foot]) continue;
    out[frame] = Math.min(heights[4 * frame + 2 * foot], heights[4 * frame + 2 * foot + 1]);
    for (let gap = before + 1; gap < frame; gap++) {
      const u = before < 0 ? 1 : (gap - before) / (frame - before);
      out[gap] = (before < 0 ? 0 : (1 - u) * out[before]) + u * out[frame];
    }
    before = frame;
  }
  if (before >= 0) out.fill(out[before], before + 1);
  lowPass(out, 1, 1 / frameTime, GROUND_CUTOFF);
  return out;
}

/** Share of the left foot in the load: from one foot to the other while both carry; alike where that lasts. */
function shareOf(carries: Uint8Array, frameTime: number): Float64Array {
  const frames = carries.length / 2;
  const out = new Float64Array(frames).fill(0.5);
  const single = (frame: number): boolean =>
    frame >= 0 && frame < frames && carries[2 * frame] !== carries[2 * frame + 1];
  for (let start = 0; start < frames; start++) {
    if (single(start)) {
      out[start] = carries[2 * start];
      continue;
    }
    let end = start;
    while (end + 1 < frames && !single(end + 1)) end++;
    const [before, after] = [single(start - 1) ? out[start - 1] : 0.5, single(end + 1) ? carries[2 * end + 2] : 0.5];
    const time = (end - start + 2) * frameTime;
    const ramp = Math.min(MOVES_OVER, time);
    for (let frame = start; frame <= end; frame++) {
      const spent = (frame - start + 1) * frameTime;
      const left = time - spent;
      if (time <= 2 * MOVES_OVER) out[frame] = before + (after - before) * (spent / time);
      else if (spent < ramp) out[frame] = before + (0.5 - before) * (spent / ramp);
      else if (left < ramp) out[frame] = after + (0.5 - after) * (left / ramp);
    }
    start = end;
  }
  return out;
}

/** When a foot that is in the air carries again [s]; for one that carries: now. */
function nextLanding(carries: Uint8Array, foot: number, frameTime: number): Float64Array {
  const frames = carries.length / 2;
  const out = new Float64Array(frames);
  let next = Infinity;
  for (let frame = frames - 1; frame >= 0; frame--) {
    if (carries[2 * frame + foot]) next = frame * frameTime;
    out[frame] = next;
  }
  return out;
}

/** Frames around which both feet carry for a while. */
function standsAt(carries: Uint8Array, frameTime: number): Uint8Array {
  const frames = carries.length / 2;
  const out = new Uint8Array(frames).fill(1);
  for (let frame = 0; frame < frames; frame++) {
    if (carries[2 * frame] && carries[2 * frame + 1]) continue;
    const first = Math.max(0, frame - Math.round(AFTER / frameTime));
    out.fill(0, first, Math.min(frames, frame + Math.round(BEFORE / frameTime) + 1));
  }
  return out;
}
