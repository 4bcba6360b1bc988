/**
 * Four short steps, upright, hips over the smoothed middle of the support: the walk that the balance filter turns into a
 * limbo ([Tak00] clips 8–10). Made without thought of balance, so the ZMP leaves the feet now and then.
 */
import { ease } from '../../math/ease.ts';
import { quatFromAxisAngle } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { PerformerMotion } from '../motion.ts';
import { plantFoot } from '../pose/plant-foot.ts';
import { writePosture } from '../pose/posture.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { DEGREE } from './stance.ts';
import { performKinematic, postureAt, SEED, styleOf } from './standing.ts';
import { ON_TAK2000 } from './tak2000-figure.ts';

const FRAME_TIME = 1 / 30; // [s] as in the paper
const FRAMES = 136;
const FIRST_LIFT = 0.55; // [s]
const STEP_TIME = 0.9; // [s] from lift to lift
const SWING = 0.6; // [s]
const HEEL_OFF = 26 * DEGREE; // of the trailing foot when it lifts
const UP = 0.1; // of the swing: the foot is up before it travels …
const DOWN = 0.12; // … and there before it comes down
const SMOOTHING = 0.28; // [s] half-width of each of two running means

/** Which foot steps where: lengths in steps from the start. */
const STEPS = [
  { foot: 0, from: 0, to: 1 },
  { foot: 1, from: 0, to: 2 },
  { foot: 0, from: 1, to: 3 },
  { foot: 1, from: 2, to: 3 },
] as const;

export const limboWalk: PerformerMotion = {
  id: 'limbo-walk',
  title: 'Limbo walk, upright',
  text: 'Four steps of 0.3 m, upright and only roughly balanced: the input of the limbo experiment.',
  loops: false,
  balanced: false,
  parameters: [
    { name: 'step', unit: 'm', default: 0.3, min: 0.1, max: 0.4, text: 'length of a step' },
    { name: 'knees', unit: '°', default: 12, min: 5, max: 60, text: 'least flexion of the knees' },
    SEED,
  ],
  presets: [ON_TAK2000],
  perform: (actor, { step, knees, seed }) => {
    const style = styleOf(seed);
    const rest = style.posture;
    const path = hipsPath(actor, step);
    const { thigh, shank } = actor.legs[0];
    const reach = Math.sqrt(thigh ** 2 + shank ** 2 + 2 * thigh * shank * Math.cos(knees * DEGREE));
    const height = hipsHeight(actor, step, path, reach);
    const stride = (t: number): number => Math.sin((Math.PI * (t - FIRST_LIFT)) / STEP_TIME) * walking(t);
    return performKinematic(actor, {
      frames: FRAMES,
      frameTime: FRAME_TIME,
      pose: (request, t) => {
        const tracks = {
          leftFlexion: () => rest.leftFlexion - 9 * stride(t),
          rightFlexion: () => rest.rightFlexion + 9 * stride(t),
          trunkTurn: () => rest.trunkTurn + 3 * stride(t),
          pelvisTurn: () => -2.5 * stride(t),
        };
        writePosture(request, actor, postureAt(style, tracks, t));
        placeFeet(request, actor, step, t);
        const [x, z] = path(t);
        request.hips.set([x, height[Math.round(t / FRAME_TIME)], z]);
      },
    });
  },
};

/** 0 while standing, 1 while walking. */
const walking = (t: number): number => ease(t / FIRST_LIFT) * ease((4.5 - t) / 0.6);

const halfWidth = (actor: Actor): number => Math.abs(actor.skeleton.offsets[3 * actor.legs[0].upper]);

/** Share of the swing done at t, per step; below 0 not yet, above 1 done. */
const swingOf = (index: number, t: number): number => (t - FIRST_LIFT - index * STEP_TIME) / SWING;

function placeFeet(request: PoseRequest, actor: Actor, step: number, t: number): void {
  for (const side of [0, 1] as const) {
    let z = 0;
    let rise = 0;
    let pitch = 0;
    let heel = 0;
    STEPS.forEach(({ foot, from, to }, index) => {
      if (foot !== side) return;
      const u = swingOf(index, t);
      z += (to - from) * step * ease((u - UP) / (1 - UP - DOWN));
      heel += HEEL_OFF * ease(1 + u / 0.6) * (1 - ease(2 * u));
      if (u <= 0 || u >= 1) return;
      rise = 0.06 * actor.scale * Math.sin(Math.PI * u) ** 2;
      pitch = 9 * DEGREE * Math.sin(2 * Math.PI * u) * Math.sin(Math.PI * u) ** 2; // toes down, then up
    });
    const foot = request.feet[side];
    const heelPitch = actor.legs[side].toes === actor.legs[side].foot ? 0 : heel; // a foot without toes stays flat
    plantFoot(foot, actor, { x: actor.legs[side].sign * halfWidth(actor), z, turn: 0 }, heelPitch);
    foot.ankle[1] += rise;
    quatFromAxisAngle(foot.rotation, 0, 1, 0, 0, heelPitch + pitch);
  }
}

/** Height [m] of the hips per frame: as great as both legs reach, never quickly changing. */
function hipsHeight(actor: Actor, step: number, path: ReturnType<typeof hipsPath>, reach: number): Float64Array {
  const request = createRequest(actor);
  const most = Float64Array.from({ length: FRAMES }, (_, frame) => {
    placeFeet(request, actor, step, frame * FRAME_TIME);
    const [x, z] = path(frame * FRAME_TIME);
    const heights = ([0, 1] as const).map((side) => {
      const { ankle } = request.feet[side];
      const aside = x + actor.legs[side].sign * halfWidth(actor) - ankle[0];
      return ankle[1] + Math.sqrt(reach ** 2 - aside ** 2 - (z - ankle[2]) ** 2);
    });
    return Math.min(...heights, actor.foot.ankleHeight + reach);
  });
  // The least over a window, smoothed over the same window, is nowhere above the most.
  const half = Math.round(SMOOTHING / FRAME_TIME);
  const least = most.map((_, k) => Math.min(...most.subarray(Math.max(0, k - 2 * half), k + 2 * half + 1)));
  return runningMean(runningMean(least, half), half);
}

/** Hips (x, z) at time t: the middle of the standing feet, smoothed by two running means. */
function hipsPath(actor: Actor, step: number): (t: number) => readonly [x: number, z: number] {
  const rate = 240; // [Hz]
  const count = Math.round((FRAMES * FRAME_TIME + 2) * rate);
  let x: Float64Array = new Float64Array(count);
  let z: Float64Array = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const t = k / rate - 1;
    const feet = [0, 1].map((side) => {
      const own = STEPS.map((row, index) => ({ ...row, u: swingOf(index, t) })).filter(({ foot }) => foot === side);
      const steps = own.reduce((sum, { from, to, u }) => sum + (u >= 1 ? to - from : 0), 0);
      return {
        stands: !own.some(({ u }) => u > 0 && u < 1),
        z: steps * step,
        x: (side === 0 ? 1 : -1) * halfWidth(actor),
      };
    });
    const standing = feet.filter(({ stands }) => stands);
    x[k] = standing.reduce((sum, foot) => sum + foot.x, 0) / standing.length;
    z[k] = standing.reduce((sum, foot) => sum + foot.z, 0) / standing.length;
  }
  for (let pass = 0; pass < 2; pass++) [x, z] = [runningMean(x, SMOOTHING * rate), runningMean(z, SMOOTHING * rate)];
  return (t) => {
    const k = Math.round((t + 1) * rate);
    return [x[k], z[k]];
  };
}

function runningMean(values: Float64Array, half: number): Float64Array {
  const reach = Math.round(half);
  return values.map((_, k) => {
    let sum = 0;
    for (let j = k - reach; j <= k + reach; j++) sum += values[Math.min(values.length - 1, Math.max(0, j))];
    return sum / (2 * reach + 1);
  });
}
