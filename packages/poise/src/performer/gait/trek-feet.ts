/** Where the feet of a trek are at any time: rolling on their prints, or swinging from one to the next as in a steady walk. */
import type { Actor } from '../actor.ts';
import { createFootPath, FOOT_STATE, type FootPath, footAt, standingPitch } from './foot-path.ts';
import { rollFoot } from './foot-roll.ts';
import { fadeOut, smoothStep } from './quintic.ts';
import type { Stance, Trek } from './trek-plan.ts';

/** World state of a foot: ankle x y z, pitch, toe bend, yaw. */
export type TrekFoot = Float64Array;

const SIZE = 6;
const STEP = 1e-3; // [s] of derivatives
const FLAT = 0.22; // phase at which a walker's foot is flat

/** The foot on its print. */
function standing(actor: Actor, stance: Stance, t: number): TrekFoot {
  const { on, off } = stance;
  let pitch = 0;
  if (on) {
    const p = on.contact + (t - stance.from) / on.strideTime;
    if (p < FLAT) pitch += Math.max(0, standingPitch(on, p));
  }
  if (off) {
    const p = off.liftOff - (stance.to - t) / off.strideTime;
    if (p > FLAT) pitch += stance.push * Math.min(0, standingPitch(off, p));
  }
  const { y, z, toeBend } = rollFoot(actor.foot, pitch, (off ?? on)?.toeLimit ?? 0.5);
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
  readonly path: FootPath; // of the steady walk that it resembles
  readonly ends: readonly [walkLift: TrekFoot, walkLand: TrekFoot, lift: TrekFoot, land: TrekFoot];
  readonly size: number; // of its rise and pitch against that walk's
}

/** The steady walk's foot in world axes at a share of the swing. */
function walkFoot(path: FootPath, share: number): TrekFoot {
  const { gait } = path;
  const p = gait.liftOff + Math.min(1 - 1e-9, Math.max(1e-9, share)) * (1 + gait.contact - gait.liftOff);
  const state = footAt(path, p);
  state[FOOT_STATE.z] += gait.stride * p;
  return state;
}

function createSwing(actor: Actor, from: Stance, to: Stance, path: FootPath): Swing {
  const [lift, land] = [standing(actor, from, from.to), standing(actor, to, to.from)];
  const length = Math.hypot(land[0] - lift[0], land[2] - lift[2]);
  return {
    from,
    to,
    path,
    ends: [walkFoot(path, 0), walkFoot(path, 1), lift, land],
    size: Math.min(1, Math.max(0.45, (1.35 * length) / path.gait.stride)),
  };
}

/** The mean swing, stretched to lie between the ends; rates at the ends are those of the walk, not yet of these prints. */
function stretched({ from, to, path, ends, size }: Swing, t: number): TrekFoot {
  const u = (t - from.to) / (to.from - from.to);
  const here = walkFoot(path, u);
  const [begin, end, a, b] = ends;
  const along = (here[2] - begin[2]) / (end[2] - begin[2]);
  const out = new Float64Array(SIZE);
  const m = smoothStep(u);
  for (const i of [FOOT_STATE.y, FOOT_STATE.pitch, FOOT_STATE.toeBend]) {
    out[i] = (1 - m) * a[i] + m * b[i] + size * (here[i] - (1 - m) * begin[i] - m * end[i]);
  }
  out[0] = a[0] + along * (b[0] - a[0]);
  out[2] = a[2] + along * (b[2] - a[2]);
  out[5] = a[5] + m * (b[5] - a[5]);
  // A foot that lands flat needs room for its toes.
  if (!to.on) out[1] += 0.03 * (4 * u * (1 - u)) ** 3;
  return out;
}

/** Rate and curvature of standing − swing at the end of a swing, looking into it (step < 0: back into it). */
function mismatch(actor: Actor, swing: Swing, stance: Stance, t: number, step: number): readonly [TrekFoot, TrekFoot] {
  const gap = (k: number): TrekFoot => {
    const swings = stretched(swing, t + k * step);
    return standing(actor, stance, t + k * step).map((value, i) => value - swings[i]);
  };
  const [g0, g1, g2, g3] = [gap(0), gap(1), gap(2), gap(3)];
  return [
    g0.map((value, i) => (-11 * value + 18 * g1[i] - 9 * g2[i] + 2 * g3[i]) / (6 * step)),
    g0.map((value, i) => (2 * value - 5 * g1[i] + 4 * g2[i] - g3[i]) / (step * step)),
  ];
}

/** A swing as a function of time: stretched, then bent at both ends so that rate and curvature meet those of the standing foot. */
function swingPath(actor: Actor, from: Stance, to: Stance, path: FootPath): (t: number) => TrekFoot {
  const swing = createSwing(actor, from, to, path);
  const span = to.from - from.to;
  const [a, b] = [path.gait.fade.lift * span, path.gait.fade.land * span];
  const away = mismatch(actor, swing, from, from.to, STEP);
  const towards = mismatch(actor, swing, to, to.from, -STEP);
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

/** The feet of a trek. */
export function createTrekFeet(actor: Actor, trek: Trek): TrekFeet {
  const byFoot = ([0, 1] as const).map((foot) => trek.stances.filter((stance) => stance.foot === foot));
  const swings = byFoot.map((stances) =>
    stances.slice(1).map((to, i) => {
      const from = stances[i];
      return swingPath(actor, from, to, createFootPath(from.off ?? trek.gait, actor.foot));
    }),
  );
  const stanceAt = (foot: 0 | 1, t: number): number => byFoot[foot].findLastIndex((stance) => stance.from <= t);
  return {
    at: (foot, t) => {
      const index = stanceAt(foot, t);
      const stance = byFoot[foot][index];
      return t <= stance.to ? standing(actor, stance, t) : swings[foot][index](t);
    },
    stands: (foot, t) => t <= byFoot[foot][stanceAt(foot, t)].to,
  };
}
