/**
 * Trunk, head and arms of people who are pushed and step: mean curves of 70 pushes (statistics, push_response_curves.csv and
 * push_summary.json; snumrl/ys2010), as moves between the events of the step. Backward and forward are measured; sideways is
 * our own, after docs/performer.md. Angles [deg] as changes from the neutral posture.
 */
import { type Move, type Track, track } from '../plan/keys.ts';
import { PUSH } from './push-force.ts';
import type { PlannedStep } from './step-plan.ts';

/** A curve per angle; arms are named by the foot that steps first: 'step' is its side. */
export type Curves = Readonly<Record<string, Track>>;

export interface Beats {
  readonly t0: number; // the push
  readonly lift: number;
  readonly land: number; // first step
  readonly caught: number; // last catching step lands
  readonly back: number; // the body rises again
  readonly last: number; // the last step lifts
  readonly end: number; // and lands
  readonly stays: boolean; // in the lunge for a while: the foot goes back later instead of the other coming along
}

export function beatsOf(steps: readonly PlannedStep[], reaction: number): Beats {
  const catching = steps.filter(({ closes }) => !closes);
  const last = steps[steps.length - 1];
  const caught = catching[catching.length - 1].land;
  const stays = last.share === 0;
  return {
    t0: PUSH.start + reaction,
    lift: steps[0].lift,
    land: steps[0].land,
    caught,
    back: stays ? last.lift - 0.25 : caught + 0.08,
    last: last.lift,
    end: last.land,
    stays,
  };
}

export const curve = (...moves: readonly Move[]): Track => track(0, ...moves);

/** v: peak speed of the CoM [m/s]. Trunk and head grow with it, arms hardly do. */
export function forwardCurves({ t0, lift, land, caught, back, last, end, stays }: Beats, v: number): Curves {
  const size = Math.min(1.5, Math.max(0.3, (24.2 * v - 6.7) / 18.5));
  const rise = end - back + 0.15;
  return {
    pelvisTilt: curve([t0 + 0.03, 0.22, 3.3], [caught - 0.04, 0.38, (stays ? 11 : 4) * size], [back, rise - 0.05, 0]),
    trunkFlexion: curve(
      [t0 + 0.02, 0.16, -2.5],
      [lift + 0.06, 0.36, 7 * size],
      [land - 0.05, 0.34, (stays ? 9 : 12) * size],
      [back + 0.05, rise, 0],
    ),
    headPitch: curve([t0 + 0.02, 0.3, -6.5], [land - 0.15, 0.42, (stays ? -13 : -9.5) * size], [back + 0.08, rise, 0]),
    pelvisTurn: curve(
      [lift + 0.06, land - lift, (stays ? 17 : 10) * Math.min(1.15, size)],
      [stays ? last - 0.1 : back, rise, 0],
    ),
    trunkTurn: curve([lift + 0.02, 0.25, -4], [land + 0.05, 0.3, stays ? -5 : -4], [back + 0.1, rise, 0]),
    pelvisList: curve([lift - 0.02, 0.32, 4], [last - 0.12, 0.3, stays ? 3 : -2], [end - 0.15, 0.35, 0]),
    stepFlexion: curve(
      [t0 + 0.03, 0.34, -16],
      [land - 0.1, 0.46, stays ? 16 : 8],
      [back + 0.12, 0.5, stays ? -5 : 0],
      [end, 0.5, 0],
    ),
    stepAbduction: curve([land - 0.05, 0.35, 4], [back + 0.15, 0.6, 0]),
    stepElbow: curve([land + 0.02, 0.4, stays ? 21 : 16], [back + 0.15, 0.5, 3], [end, 0.5, 0]),
    stanceFlexion: curve(
      [t0 + 0.03, 0.28, -14],
      [lift + 0.13, 0.42, 0],
      [back + 0.1, 0.4, stays ? 3 : -5.5],
      [end, 0.6, 0],
    ),
    stanceAbduction: curve([lift + 0.12, 0.22, 3.5], [land, 0.3, 0]),
    stanceElbow: curve([lift + 0.22, 0.27, stays ? 12 : 9], [back + 0.1, 0.6, 3], [end + 0.1, 0.5, 0]),
  };
}

export function backwardCurves({ t0, lift, land, caught, back, last, end, stays }: Beats, v: number): Curves {
  const size = Math.min(1.5, Math.max(0.5, (7.3 + 5.4 * v) / 11));
  const rise = end - back + 0.15;
  return {
    pelvisTilt: curve([t0 + 0.03, 0.22, -3.2], [caught - 0.1, 0.35, stays ? -0.8 : 0.5], [back, rise, 0]),
    trunkFlexion: curve(
      [t0 + 0.04, 0.28, 13 * size],
      [t0 + 0.34, 0.3, 7 * size],
      [caught, 0.4, 5],
      [back + 0.1, rise, 0],
    ),
    headPitch: curve([t0 + 0.06, 0.2, -4.5], [t0 + 0.26, 0.18, 0], [land - 0.1, 0.25, -6], [back + 0.08, rise, 0]),
    pelvisTurn: curve([lift - 0.05, 0.28, -10], [stays ? last - 0.1 : back, rise, 0]),
    trunkTurn: curve([lift, 0.3, 2.5], [back + 0.1, rise, 0]),
    pelvisList: curve([t0 + 0.06, 0.4, 3], [last - 0.15, 0.3, stays ? 4 : -2], [end - 0.15, 0.4, 0]),
    stepFlexion: curve(
      [t0 + 0.08, 0.28, 14],
      [lift + 0.16, 0.3, 5],
      [caught - 0.02, 0.45, -10],
      [back + 0.25, 0.5, 3],
      [end + 0.1, 0.5, 0],
    ),
    stepAbduction: curve([t0 + 0.1, 0.3, -1.5], [land, 0.4, 1], [back + 0.2, 0.5, 0]),
    stepElbow: curve([t0 + 0.06, 0.45, 7], [land - 0.05, 0.4, -3], [back + 0.2, 0.5, 4], [end + 0.1, 0.5, 0]),
    stanceFlexion: curve(
      [t0 + 0.04, 0.32, 24],
      [lift + 0.13, 0.4, stays ? 12 : 0],
      [caught - 0.05, 0.42, -6],
      [back + 0.25, 0.5, 4],
      [end + 0.1, 0.5, 0],
    ),
    stanceAbduction: curve([t0 + 0.06, 0.4, 8.5], [land - 0.05, 0.4, -3], [back + 0.15, 0.5, 0]),
    stanceElbow: curve([lift, 0.3, 8], [land, 0.35, -5], [back + 0.2, 0.5, 5], [end + 0.1, 0.5, 0]),
  };
}

/** Steps to the side of the leading foot: the trunk tips a little with the push and comes back, the far arm goes out. */
export function sidewaysCurves({ t0, lift, land, caught, back: close, end }: Beats, v: number): Curves {
  const size = Math.min(1.4, 0.35 + 0.65 * v);
  return {
    pelvisTilt: curve([lift, 0.35, 3 * size], [close, 0.7, 0]),
    trunkFlexion: curve([t0 + 0.08, 0.4, 5 * size], [close - 0.1, 0.8, 0]),
    headPitch: curve([t0 + 0.1, 0.4, -4 * size], [close - 0.05, 0.8, 0]),
    // Lists towards the far side are positive here.
    pelvisList: curve([t0 + 0.04, 0.2, 3], [lift + 0.1, 0.3, -4 * size], [close - 0.1, 0.5, 3], [end - 0.15, 0.45, 0]),
    trunkList: curve(
      [t0 + 0.03, 0.22, 5 * size],
      [lift + 0.05, 0.4, -7 * size],
      [caught + 0.05, 0.4, -2],
      [close, 0.6, 0],
    ),
    headList: curve([t0 + 0.04, 0.24, 4 * size], [lift + 0.1, 0.4, 6 * size], [caught + 0.1, 0.5, 0]),
    pelvisTurn: curve([lift + 0.05, 0.3, -4], [close, 0.6, 0]),
    trunkTurn: curve([lift + 0.1, 0.3, 6], [close, 0.7, 0]),
    stepFlexion: curve([t0 + 0.1, 0.35, 8], [land, 0.5, 14 * size], [close, 0.7, 0]),
    stepAbduction: curve(
      [t0 + 0.05, 0.22, -4],
      [lift + 0.02, 0.36, 22 * size],
      [caught + 0.02, 0.5, 12],
      [close + 0.05, 0.7, 0],
    ),
    stepElbow: curve([lift, 0.4, 26 * size], [close, 0.8, 0]),
    stanceFlexion: curve([t0 + 0.08, 0.4, 10 * size], [close, 0.7, 0]),
    stanceAbduction: curve([t0 + 0.06, 0.36, 42 * size], [land - 0.05, 0.45, 20 * size], [close + 0.05, 0.7, 0]),
    stanceElbow: curve([t0 + 0.12, 0.35, 18 * size], [close, 0.8, 0]),
  };
}
