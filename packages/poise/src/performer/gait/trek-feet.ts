/** Where the feet of a trek are at any time: rolling on their prints, or swinging from one to the next as in a steady walk. */

import { ease } from '../../math/ease.ts';
import { power } from '../../math/power.ts';
import { type Cycle, requestAt } from './cycle.ts';
import { rollFoot } from './foot-roll.ts';
import { standingPitch } from './heel-curve.ts';
import { LEG, LEG_SIZE, legAt } from './leg-path.ts';
import { fadeOut } from './quintic.ts';
import type { Stance, Trek } from './trek-plan.ts';

/** World state of a foot: ankle x y z, pitch, toe bend, yaw. */
export type TrekFoot = Float64Array;

const SIZE = 6;
const STEP = 1e-3; // [s] of derivatives
const FADE = 0.4; // of a swing, over which it is bent at each end
const FLAT = 0.22; // phase at which a walker's foot is flat

/** The foot on its print. Short steps roll on and off less. */
function standing({ actor, gait, heel }: Cycle, stance: Stance, t: number): TrekFoot {
  let pitch = 0;
  if (stance.on !== undefined) {
    const p = gait.contact + (t - stance.from) / gait.strideTime;
    if (p < FLAT) pitch += stance.on * Math.max(0, standingPitch(gait, heel, p));
  }
  if (stance.off !== undefined) {
    const p = gait.liftOff - (stance.to - t) / gait.strideTime;
    if (p > FLAT) pitch += stance.off * Math.min(0, standingPitch(gait, heel, p));
  }
  const { y, z, toeBend } = rollFoot(actor.foot, pitch, gait.toeLimit);
  return Float64Array.of(
    stance.x + z * Math.sin(stance.yaw),
    y,
    stance.z + z * Math.cos(stance.yaw),
    pitch,
    toeBend,
    stance.yaw,
  );
}

/** One swing between two stances. */
interface Swing {
  readonly from: Stance;
  readonly to: Stance;
  readonly cycle: Cycle; // the steady walk that it resembles
  readonly ends: readonly [walkLift: TrekFoot, walkLand: TrekFoot, lift: TrekFoot, land: TrekFoot];
  readonly size: number; // of its rise and pitch against that walk's
}

const leg = new Float64Array(LEG_SIZE);

/** The steady walk's left foot at a share of its swing, as if it went along +z. */
function walkFoot(cycle: Cycle, share: number): TrekFoot {
  const { gait } = cycle;
  const p = gait.liftOff + Math.min(1 - 1e-9, Math.max(1e-9, share)) * (1 + gait.contact - gait.liftOff);
  const { ankle } = requestAt(cycle, p).feet[0];
  legAt(cycle, 0, p, leg);
  return Float64Array.of(ankle[0], ankle[1], ankle[2], leg[LEG.pitch], leg[LEG.toeBend], leg[LEG.yaw]);
}

function createSwing(cycle: Cycle, from: Stance, to: Stance): Swing {
  const [lift, land] = [standing(cycle, from, from.to), standing(cycle, to, to.from)];
  const length = Math.hypot(land[0] - lift[0], land[2] - lift[2]);
  return {
    from,
    to,
    cycle,
    ends: [walkFoot(cycle, 0), walkFoot(cycle, 1), lift, land],
    size: Math.min(1, Math.max(0.45, (1.35 * length) / cycle.gait.stride)),
  };
}

/** The mean swing, stretched to lie between the ends; rates at the ends are those of the walk, not yet of these prints. */
function stretched({ from, to, cycle, ends, size }: Swing, t: number): TrekFoot {
  const u = (t - from.to) / (to.from - from.to);
  const here = walkFoot(cycle, u);
  const [begin, end, a, b] = ends;
  const along = (here[2] - begin[2]) / (end[2] - begin[2]);
  const out = new Float64Array(SIZE);
  const m = ease(u);
  for (const i of [1, 3, 4]) {
    out[i] = (1 - m) * a[i] + m * b[i] + size * (here[i] - (1 - m) * begin[i] - m * end[i]);
  }
  out[0] = a[0] + along * (b[0] - a[0]);
  out[2] = a[2] + along * (b[2] - a[2]);
  out[5] = a[5] + m * (b[5] - a[5]);
  // A foot that lands flat needs room for its toes.
  if (to.on === undefined) out[1] += 0.03 * power(4 * u * (1 - u), 3);
  return out;
}

/** Rate and curvature of standing − swing at the end of a swing, looking into it (step < 0: back into it). */
function mismatch(swing: Swing, stance: Stance, t: number, step: number): readonly [TrekFoot, TrekFoot] {
  const gap = (k: number): TrekFoot => {
    const swings = stretched(swing, t + k * step);
    return standing(swing.cycle, stance, t + k * step).map((value, i) => value - swings[i]);
  };
  const [g0, g1, g2, g3] = [gap(0), gap(1), gap(2), gap(3)];
  return [
    g0.map((value, i) => (-11 * value + 18 * g1[i] - 9 * g2[i] + 2 * g3[i]) / (6 * step)),
    g0.map((value, i) => (2 * value - 5 * g1[i] + 4 * g2[i] - g3[i]) / (step * step)),
  ];
}

/** A swing as a function of time: stretched, then bent at both ends so that rate and curvature meet those of the standing foot. */
function swingPath(cycle: Cycle, from: Stance, to: Stance): (t: number) => TrekFoot {
  const swing = createSwing(cycle, from, to);
  const span = to.from - from.to;
  const [a, b] = [FADE * span, FADE * span];
  const away = mismatch(swing, from, from.to, STEP);
  const towards = mismatch(swing, to, to.from, -STEP);
  return (t) => {
    const out = stretched(swing, t);
    for (let i = 0; i < SIZE; i++) {
      out[i] += fadeOut((t - from.to) / a, 0, away[0][i] * a, away[1][i] * a * a);
      out[i] += fadeOut((to.from - t) / b, 0, -towards[0][i] * b, towards[1][i] * b * b);
    }
    return out;
  };
}

export interface TrekFeet {
  readonly at: (foot: 0 | 1, t: number) => TrekFoot;
  readonly stands: (foot: 0 | 1, t: number) => boolean;
}

/** The feet of a trek, whose swings resemble those of a settled steady walk. */
export function createTrekFeet(cycle: Cycle, trek: Trek): TrekFeet {
  const byFoot = ([0, 1] as const).map((foot) => trek.stances.filter((stance) => stance.foot === foot));
  const swings = byFoot.map((stances) => stances.slice(1).map((to, i) => swingPath(cycle, stances[i], to)));
  const stanceAt = (foot: 0 | 1, t: number): number => byFoot[foot].findLastIndex((stance) => stance.from <= t);
  return {
    at: (foot, t) => {
      const index = stanceAt(foot, t);
      const stance = byFoot[foot][index];
      return t <= stance.to ? standing(cycle, stance, t) : swings[foot][index](t);
    },
    stands: (foot, t) => t <= byFoot[foot][stanceAt(foot, t)].to,
  };
}
