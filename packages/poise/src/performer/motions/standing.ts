/** What all standing motions share: the relaxed stance of people, style by seed, and postures written as tracks over time. */
import { createRng, uniform } from '../../math/random.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import type { Parameter, Performance } from '../motion.ts';
import type { Track } from '../plan/keys.ts';
import { performPlan } from '../plan/perform-plan.ts';
import { type Footprint, plantFoot } from '../pose/plant-foot.ts';
import { type Posture, writePosture } from '../pose/posture.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { createLife, HOLD, type Life } from './life.ts';
import { DEGREE, RELAXED, STANCE } from './stance.ts';

export const FRAME_TIME = 1 / 60; // [s]

export const SEED: Parameter = {
  name: 'seed',
  unit: '',
  default: 0,
  min: 0,
  max: 1e9,
  text: 'style: small differences of posture and timing',
};

/** How one performance differs from the next. */
export interface Style {
  readonly posture: Posture; // relaxed standing of this person today
  readonly pace: number; // times last this much longer
  readonly size: number; // movements are this much larger
  readonly lag: () => number; // [s] a fresh small delay, 0.04…0.08: no two parts start together
  readonly life: Life; // of a hold
}

export function styleOf(seed: number): Style {
  const rng = createRng(Math.round(seed) + 77);
  const around = (value: number, spread: number): number => value + uniform(rng, -spread, spread);
  const posture = { ...RELAXED };
  for (const side of ['left', 'right'] as const) {
    posture[`${side}Flexion`] = around(RELAXED[`${side}Flexion`], 2.5);
    posture[`${side}Abduction`] = around(RELAXED[`${side}Abduction`], 1.5);
    posture[`${side}Rotation`] = around(RELAXED[`${side}Rotation`], 5);
    posture[`${side}Elbow`] = around(RELAXED[`${side}Elbow`], 4);
  }
  posture.headTurn = around(0, 1.5);
  posture.headList = around(0, 1);
  posture.trunkTurn = around(0, 1);
  return {
    posture,
    pace: around(1, 0.05),
    size: around(1, 0.04),
    lag: () => uniform(rng, 0.04, 0.08),
    life: createLife(createRng(Math.round(seed) + 4712), HOLD),
  };
}

/** A track per angle that moves; the rest stays as the style has it. */
export type Tracks = { readonly [name in keyof Posture]?: Track };

export const postureAt = (style: Style, tracks: Tracks, t: number): Posture => {
  const posture = { ...style.posture };
  for (const name of Object.keys(tracks) as (keyof Posture)[]) posture[name] = tracks[name]?.(t) ?? posture[name];
  return posture;
};

/** The same with what a living body adds. */
export function livingPostureAt(style: Style, tracks: Tracks, t: number, life: Life = style.life): Posture {
  const posture = postureAt(style, tracks, t);
  for (const name of Object.keys(life.posture) as (keyof Posture)[]) posture[name] += life.posture[name]?.(t) ?? 0;
  return posture;
}

/** Standing as a trek begins and ends with it. */
export const livingStance = (style: Style, { scale }: Actor) => ({
  posture: (t: number): Posture => livingPostureAt(style, {}, t),
  sway: (t: number): readonly [x: number, z: number] => [scale * style.life.sway[0](t), scale * style.life.sway[1](t)],
});

export interface StandingMotion {
  readonly duration: number; // [s]
  readonly ends?: 'rest' | 'loop';
  readonly style: Style;
  readonly life?: Life; // that of the style's hold unless told
  readonly tracks: Tracks; // [deg]
  readonly knee: Track; // [deg] of the leg that is bent least
  readonly bearing?: Track; // 0.5 both legs bear, 1 only the left, 0 only the right
  readonly prints: readonly [left: Footprint, right: Footprint];
  readonly heels?: readonly [left: Track, right: Track]; // [deg] how far each foot is up on its ball
  readonly copX?: Track; // [m]
  readonly copZ?: Track; // [m] from the ankles' line
  /** A foot in the air: given the feet on their prints, moves one to where the hips take it. */
  readonly follow?: (request: PoseRequest, t: number) => void;
}

/** Performs on the spot, in balance: hips go wherever the planned centre of pressure wants them. */
export function performStanding(actor: Actor, motion: StandingMotion): Performance {
  const { style, tracks, prints, follow, life = style.life } = motion;
  const time = (frame: number): number => frame * FRAME_TIME;
  const ahead = STANCE.comAhead * actor.scale;
  const plantFeet = (request: PoseRequest, t: number): void => {
    for (const side of [0, 1] as const) {
      plantFoot(request.feet[side], actor, prints[side], (motion.heels?.[side](t) ?? 0) * DEGREE);
    }
  };
  const { q } = performPlan(actor, {
    frames: Math.round(motion.duration / FRAME_TIME) + (motion.ends === 'loop' ? 0 : 1),
    frameTime: FRAME_TIME,
    ends: motion.ends ?? 'rest',
    pose: (request, frame) => {
      writePosture(request, actor, livingPostureAt(style, tracks, time(frame), life));
      plantFeet(request, time(frame));
    },
    ...(follow && {
      follow: (request: PoseRequest, frame: number) => {
        plantFeet(request, time(frame)); // from the print again: it is called many times for one frame
        follow(request, time(frame));
      },
    }),
    knee: (frame) => (motion.knee(time(frame)) + life.knee(time(frame))) * DEGREE,
    bearing: (frame) => motion.bearing?.(time(frame)) ?? 0.5,
    cop: (frame) => [
      (motion.copX?.(time(frame)) ?? 0) + actor.scale * life.sway[0](time(frame)),
      (motion.copZ?.(time(frame)) ?? ahead) + actor.scale * life.sway[1](time(frame)),
    ],
  });
  return { q, frameTime: FRAME_TIME };
}

export interface KinematicMotion {
  readonly frames: number;
  readonly frameTime: number; // [s]
  /** Writes a whole frame: posture, feet and hips. */
  readonly pose: (request: PoseRequest, t: number) => void;
}

/** Poses frame by frame with no thought of balance: what animators do, and what the balance filter mends. */
export function performKinematic(actor: Actor, { frames, frameTime, pose }: KinematicMotion): Performance {
  const nq = coordinateCount(actor.skeleton);
  const q = new Float64Array(frames * nq);
  const request = createRequest(actor);
  for (let frame = 0; frame < frames; frame++) {
    pose(request, frame * frameTime);
    solvePose(q, frame * nq, actor, request);
  }
  return { q, frameTime };
}
