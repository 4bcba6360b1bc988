/**
 * The path of one foot over a stride: standing it is locked to its print and rolls; swinging it follows the mean path of
 * people, bent at both ends so that place, speed and acceleration meet those of the locked foot (gait.md steps 8–11).
 */
import type { FootShape } from '../actor.ts';
import { seriesAt } from './channel.ts';
import { flattened, rollFoot } from './foot-roll.ts';
import type { Gait } from './jog-gait.ts';
import { fadeOut, smoothStep } from './quintic.ts';

/** Components of a foot's state; x outward of the path's middle, z ahead of a point that travels at constant speed. */
export const FOOT_STATE = { x: 0, y: 1, z: 2, pitch: 3, toeBend: 4, yaw: 5 } as const;
const SIZE = 6;
const STEP = 1e-3; // of phase, for derivatives

/** [m], [rad] at a phase; yaw is toe-out. */
export type FootState = Float64Array;

export interface FootPath {
  readonly gait: Gait;
  readonly foot: FootShape;
  readonly printZ: number; // [m] the print ahead of the travelling point at phase 0
  readonly lift: readonly FootState[]; // locked minus swing at lift-off: value, rate, curvature per phase
  readonly land: readonly FootState[]; // the same at contact
}

const SWING_TOES = (5 * Math.PI) / 180;

export function createFootPath(gait: Gait, foot: FootShape): FootPath {
  const draft: FootPath = { gait, foot, printZ: 0, lift: [], land: [] };
  // The print lies where the mean ankle is over the stance, or a little off.
  let printZ = gait.printAhead;
  const samples = 27;
  for (let i = 0; i < samples; i++) {
    const p = gait.contact + ((gait.liftOff - gait.contact) * (0.05 + 0.85 * i)) / samples;
    printZ += (swingState(draft, p)[FOOT_STATE.z] - lockedState(draft, p)[FOOT_STATE.z]) / samples;
  }
  const path = { ...draft, printZ };
  return { ...path, lift: mismatch(path, gait.liftOff), land: mismatch(path, gait.contact) };
}

/** Value, rate and curvature of locked − swing at a phase. */
function mismatch(path: FootPath, p: number): FootState[] {
  const at = (q: number): FootState => lockedState(path, q).map((value, i) => value - swingState(path, q)[i]);
  const [before, here, after] = [at(p - STEP), at(p), at(p + STEP)];
  return [
    here,
    here.map((_, i) => (after[i] - before[i]) / (2 * STEP)),
    here.map((value, i) => (after[i] - 2 * value + before[i]) / (STEP * STEP)),
  ];
}

/** Pitch of the standing foot. */
export function standingPitch(gait: Gait, p: number): number {
  const { by, from, over } = gait.heelRise;
  return flattened(seriesAt(gait.curves.footPitch, p + by * smoothStep((p - from) / over)));
}

/** The foot on its print. */
function lockedState({ gait, foot, printZ }: FootPath, p: number): FootState {
  const pitch = standingPitch(gait, p);
  const { y, z, toeBend } = rollFoot(foot, pitch, gait.toeLimit);
  const state = new Float64Array(SIZE);
  state[FOOT_STATE.x] = gait.width / 2 + z * Math.sin(gait.toeOut);
  state[FOOT_STATE.y] = y;
  state[FOOT_STATE.z] = printZ + z * Math.cos(gait.toeOut) - gait.stride * p;
  state[FOOT_STATE.pitch] = pitch;
  state[FOOT_STATE.toeBend] = toeBend;
  state[FOOT_STATE.yaw] = gait.toeOut;
  return state;
}

/** The mean path of people's swinging feet. */
function swingState({ gait }: FootPath, p: number): FootState {
  const { curves } = gait;
  const state = new Float64Array(SIZE);
  state[FOOT_STATE.x] = seriesAt(curves.pelvisLateral, p) + seriesAt(curves.ankleX, p);
  state[FOOT_STATE.y] = seriesAt(curves.pelvisHeight, p) + seriesAt(curves.ankleY, p);
  state[FOOT_STATE.z] = seriesAt(curves.pelvisForeAft, p) + seriesAt(curves.ankleZ, p);
  state[FOOT_STATE.pitch] = seriesAt(curves.footPitch, p);
  state[FOOT_STATE.toeBend] = SWING_TOES;
  state[FOOT_STATE.yaw] = gait.toeOut;
  return state;
}

/** The left foot at any phase; the right one is the mirror image half a cycle later. */
export function footAt(path: FootPath, phase: number): FootState {
  const { gait } = path;
  let p = phase - Math.floor(phase);
  if (p < gait.contact) p += 1;
  if (p <= gait.liftOff) return lockedState(path, p);
  const swing = 1 + gait.contact - gait.liftOff;
  const sinceLift = p - gait.liftOff;
  const toLand = 1 + gait.contact - p;
  const out = swingState(path, p);
  const [liftSpan, landSpan] = [gait.fade.lift * swing, gait.fade.land * swing];
  for (let i = 0; i < SIZE; i++) {
    const [a, b] = [path.lift, path.land];
    out[i] += fadeOut(sinceLift / liftSpan, a[0][i], a[1][i] * liftSpan, a[2][i] * liftSpan ** 2);
    // Seen backwards from the contact, the rate changes sign.
    out[i] += fadeOut(toLand / landSpan, b[0][i], -b[1][i] * landSpan, b[2][i] * landSpan ** 2);
  }
  const share = sinceLift / swing;
  out[FOOT_STATE.pitch] -= gait.swingDrop * (4 * share * (1 - share)) ** 3;
  return out;
}

/** Share of the swing done, 0…1; undefined while the foot stands. */
export function swingShare(gait: Gait, phase: number): number | undefined {
  let p = phase - Math.floor(phase);
  if (p < gait.contact) p += 1;
  return p <= gait.liftOff ? undefined : (p - gait.liftOff) / (1 + gait.contact - gait.liftOff);
}
