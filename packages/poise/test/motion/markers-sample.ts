/** A walking figure made by code, with markers on it: joint centres are known exactly. */
import type { Vec3 } from '../../src/math/types.ts';
import type { MarkerRecording } from '../../src/motion/recording.ts';

type Turn = (v: Vec3) => Vec3;

const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** Turn about x (left): positive swings a hanging limb backward. */
const pitch =
  (angle: number): Turn =>
  ([x, y, z]) => [x, y * Math.cos(angle) - z * Math.sin(angle), y * Math.sin(angle) + z * Math.cos(angle)];
const then =
  (...turns: Turn[]): Turn =>
  (v) =>
    turns.reduceRight((p, turn) => turn(p), v);
/** Heading about y. */
const yaw =
  (angle: number): Turn =>
  ([x, y, z]) => [x * Math.cos(angle) + z * Math.sin(angle), y, -x * Math.sin(angle) + z * Math.cos(angle)];

export const THIGH = 0.42;
export const SHANK = 0.41;

export interface Figure {
  readonly recording: MarkerRecording;
  readonly centres: ReadonlyMap<string, Vec3[]>; // role → one place per frame
}

/** `inner`: markers on both sides of knee and ankle. `hips`: hip centres as points of the file. */
export function walkingFigure(
  options: { frames?: number; inner?: boolean; outer?: boolean; heading?: number; swing?: number } = {},
): Figure {
  const { frames = 120, inner = true, outer = true, heading = 0.4, swing = 1 } = options;
  const centres = new Map<string, Vec3[]>();
  const rows: Map<string, Vec3>[] = [];
  for (let f = 0; f < frames; f++) {
    const row = new Map<string, Vec3>();
    const phase = (2 * Math.PI * f) / 60;
    const world = yaw(heading);
    const root = add([0, 0.9, 0], world([0, 0.02 * Math.cos(2 * phase), 0.012 * f]));
    const place = (turn: Turn, base: Vec3, p: Vec3): Vec3 => add(base, world(turn(p)));
    const mark = (name: string, p: Vec3): void => void row.set(name, p);
    const centre = (role: string, p: Vec3): void => void centres.set(role, [...(centres.get(role) ?? []), p]);
    const still: Turn = (v) => v;
    for (const [letter, side, s, lag] of [
      ['L', 'left', 1, 0],
      ['R', 'right', -1, Math.PI],
    ] as const) {
      const hip = place(still, root, [0.09 * s, 0, 0]);
      const thigh = pitch(-0.35 * swing * Math.sin(phase + lag));
      const bend = swing * (0.5 + 0.45 * Math.sin(phase + lag + 1));
      const shank = then(thigh, pitch(bend));
      const knee = place(thigh, hip, [0, -THIGH, 0]);
      const ankle = place(shank, knee, [0, -SHANK, 0]);
      const foot = pitch(0.2 * swing * Math.sin(phase + lag));
      mark(`${letter}ASI`, place(still, root, [0.12 * s, 0.09, 0.07]));
      mark(`${letter}PSI`, place(still, root, [0.05 * s, 0.09, -0.1]));
      mark(`${letter}HJC`, hip);
      if (outer) mark(`${letter}LFC`, place(thigh, hip, [0.05 * s, -THIGH, 0]));
      if (inner) mark(`${letter}MFC`, place(thigh, hip, [-0.05 * s, -THIGH, 0]));
      if (outer) mark(`${letter}LMAL`, place(shank, knee, [0.035 * s, -SHANK, 0]));
      if (inner) mark(`${letter}MMAL`, place(shank, knee, [-0.035 * s, -SHANK, 0]));
      for (const [i, p] of (
        [
          [0.07, -0.15, 0.05],
          [0.06, -0.3, -0.03],
          [0.02, -0.25, 0.08],
        ] as const
      ).entries())
        mark(`${letter}TH${i + 1}`, place(thigh, hip, [p[0] * s, p[1], p[2]]));
      for (const [i, p] of (
        [
          [0.05, -0.12, 0.03],
          [0.05, -0.28, -0.02],
          [0.01, -0.2, 0.06],
        ] as const
      ).entries())
        mark(`${letter}TB${i + 1}`, place(shank, knee, [p[0] * s, p[1], p[2]]));
      mark(`${letter}CAL`, place(foot, ankle, [0, -0.05, -0.06]));
      mark(`${letter}TOE`, place(foot, ankle, [0.01 * s, -0.06, 0.15]));
      mark(`${letter}MT5`, place(foot, ankle, [0.05 * s, -0.06, 0.1]));
      // arms: hanging, bent at the elbow
      const shoulder = place(still, root, [0.18 * s, 0.5, 0]);
      const arm = pitch(0.3 * Math.sin(phase + lag));
      const forearm = then(arm, pitch(-0.6 - 0.2 * Math.sin(phase + lag)));
      const elbow = place(arm, shoulder, [0, -0.3, 0]);
      const wrist = place(forearm, elbow, [0, -0.25, 0]);
      mark(`${letter}SJC`, shoulder);
      mark(`${letter}ACR`, place(still, root, [0.18 * s, 0.55, 0]));
      mark(`${letter}LEL`, place(arm, shoulder, [0.035 * s, -0.3, 0]));
      mark(`${letter}MEL`, place(arm, shoulder, [-0.035 * s, -0.3, 0]));
      mark(`${letter}FAradius`, place(forearm, elbow, [0, -0.25, 0.025]));
      mark(`${letter}FAulna`, place(forearm, elbow, [0, -0.25, -0.025]));
      for (const [role, p] of [
        ['UpperLeg', hip],
        ['LowerLeg', knee],
        ['Foot', ankle],
        ['UpperArm', shoulder],
        ['LowerArm', elbow],
        ['Hand', wrist],
      ] as const)
        centre(side + role, p);
    }
    mark('C7', place(still, root, [0, 0.58, -0.06]));
    mark('CLAV', place(still, root, [0, 0.52, 0.08]));
    mark('STRN', place(still, root, [0, 0.35, 0.1]));
    mark('T10', place(still, root, [0, 0.3, -0.1]));
    rows.push(row);
  }
  const names = [...rows[0].keys()];
  const positions = Float64Array.from(rows.flatMap((row) => names.flatMap((name) => [...row.get(name)!])));
  const present = new Uint8Array(frames * names.length).fill(1);
  return {
    recording: { file: 'made.trc', names, rate: 100, startTime: 2, frameCount: frames, positions, present, notes: [] },
    centres,
  };
}

/** A copy without some markers. */
export function without(recording: MarkerRecording, gone: RegExp): MarkerRecording {
  const kept = recording.names.map((name, i) => ({ name, i })).filter(({ name }) => !gone.test(name));
  const width = recording.names.length;
  const pick = (f: number, i: number): number[] =>
    Array.from(recording.positions.subarray(3 * (f * width + i), 3 * (f * width + i) + 3));
  const frames = Array.from({ length: recording.frameCount }, (_, f) => f);
  return {
    ...recording,
    names: kept.map(({ name }) => name),
    positions: Float64Array.from(frames.flatMap((f) => kept.flatMap(({ i }) => pick(f, i)))),
    present: Uint8Array.from(frames.flatMap((f) => kept.map(({ i }) => recording.present[f * width + i]))),
  };
}
