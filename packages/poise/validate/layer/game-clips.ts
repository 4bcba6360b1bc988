/** Rigs as a game plays them: an idle, a walk and a run whose model is moved, and fades from one to another as a mixer makes them. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { headingAt } from '../../src/gait/heading.ts';
import { normalizeQuat } from '../../src/math/quat.ts';
import { type Clip, createClip, durationOf } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { retarget } from '../../src/retarget/index.ts';
import type { Subject } from '../pushes/bodies.ts';
import { MOCAP } from '../validation.ts';

export const SCENES = ['idle', 'walk', 'run', 'walks off', 'stops', 'walk to run'] as const;
export type SceneKind = (typeof SCENES)[number];

export interface GameSubject extends Subject {
  readonly kind: SceneKind;
  readonly from: number; // [s] hits come from there …
  readonly until: number; // … to there
}

const DT = 1 / 60; // [s]
const SECONDS = 14;
const FADE_AT = 3; // [s]
const FADE = 0.3; // [s]
const STRIDES = { walk: 16, run: 26 }; // of the performed ones that a rig without its own is given: longer than a scene

/** A motion that goes on for ever on the spot, and how fast its model is moved. */
interface Played {
  readonly clip: Clip;
  readonly period: number; // [s]
  readonly drift: readonly [x: number, z: number]; // [m/s] of the clip itself: it is taken out
  readonly velocity: readonly [x: number, z: number]; // [m/s] of the model
}

/** Own walks and runs of rigs; the others get the performed ones, retargeted. In the run of RobotExpressive no foot goes back: nobody runs so. */
const TAKES: Readonly<Record<string, { readonly file: string; readonly walk?: RegExp; readonly run?: RegExp }>> = {
  Xbot: { file: 'threejs-examples/Xbot.glb', walk: /^walk$/, run: /^run$/ },
  RobotExpressive: { file: 'threejs-examples/RobotExpressive.glb', walk: /^Walking$/ },
  CesiumMan: { file: 'khronos-gltf/CesiumMan.glb', walk: /./ },
  Geno: { file: 'genoview/Geno_stance.bvh' },
  'ReActIdle 003': { file: 'reactidle/003_genuine.bvh' },
};

export const isGameRig = (id: string): boolean => id in TAKES;

/** All scenes of a rig that stands in `idle`. */
export async function gameSubjects({ id, body, clip: idle }: Subject): Promise<readonly GameSubject[]> {
  const { file, ...names } = TAKES[id]!;
  const takes = await readClips(await readFile(resolve(MOCAP, file)), basename(file));
  const found = (name: 'walk' | 'run'): Played => {
    const own = takes.find((take) => names[name]?.test(take.name));
    if (own) return onTheSpot(body, own);
    const performed = perform(name === 'walk' ? walk : run, { values: { strides: STRIDES[name] } });
    return onTheSpot(body, retarget(performed, takes[0]!, { rebalance: false }).clip);
  };
  const played: Record<'idle' | 'walk' | 'run', Played> = {
    idle: { clip: idle, period: 2 * durationOf(idle), drift: [0, 0], velocity: [0, 0] },
    walk: found('walk'),
    run: found('run'),
  };
  const made = (kind: SceneKind, a: Played, b?: Played): GameSubject => {
    const clip = play(a, b, kind);
    const [from, until] = b ? [FADE_AT - 0.25, FADE_AT + FADE + 0.25] : [2, 2 + Math.max(1, Math.min(4, a.period))];
    return { id: `${id}, ${kind}`, kind, clip, body: kind === 'idle' ? body : fitBody(clip), from, until };
  };
  const { idle: stands, walk: walks, run: runs } = played;
  const on = [
    made('idle', stands),
    made('walk', walks),
    made('walks off', stands, walks),
    made('stops', walks, stands),
  ];
  return id === 'RobotExpressive' ? on : [...on, made('run', runs), made('walk to run', walks, runs)];
}

/** What a clip drifts by is taken out; the model goes as fast as its standing foot goes back then. */
function onTheSpot(body: Body, clip: Clip): Played {
  const nq = coordinateCount(clip.skeleton);
  const period = durationOf(clip);
  const last = (clip.frameCount - 1) * nq;
  const drift: [number, number] = [(clip.q[last] - clip.q[0]) / period, (clip.q[last + 2] - clip.q[2]) / period];
  const ws = createWorkspace(body);
  const points = Array.from({ length: clip.frameCount }, (_, frame) => {
    forwardKinematics(body, ws, clip.q, frame * nq);
    const out = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
    solePointsAt(out, body, ws);
    return out;
  });
  const speeds: { height: number; v: [number, number] }[] = [];
  for (let frame = 1; frame < clip.frameCount; frame++) {
    const [now, before] = [points[frame]!, points[frame - 1]!];
    let low = 0;
    for (let i = 3; i < now.length; i += 3) if (now[i + 1] < now[low + 1]) low = i;
    const rate = (c: 0 | 2): number => (now[low + c] - before[low + c]) / clip.frameTime;
    speeds.push({ height: now[low + 1], v: [rate(0) - drift[0], rate(2) - drift[1]] });
  }
  // the half of the frames in which the lowest point is lowest
  speeds.sort((a, b) => a.height - b.height);
  const standing = speeds.slice(0, Math.ceil(speeds.length / 2));
  const middle = (c: 0 | 1): number =>
    -standing.map(({ v }) => v[c]).sort((a, b) => a - b)[Math.floor(standing.length / 2)]!;
  return { clip, period, drift, velocity: [middle(0), middle(1)] };
}

/** 14 s of one motion, or of one that fades into another. */
function play(a: Played, b: Played | undefined, kind: SceneKind): Clip {
  const { skeleton } = a.clip;
  const nq = coordinateCount(skeleton);
  const frames = Math.round(SECONDS / DT) + 1;
  const q = new Float64Array(frames * nq);
  const other = new Float64Array(nq);
  const turned = b && aligned(a, b);
  const way = [0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const t = frame * DT;
    const row = q.subarray(frame * nq, (frame + 1) * nq);
    const share = b ? Math.max(0, Math.min(1, (t - FADE_AT) / FADE)) : 0;
    poseOf(row, a, t);
    if (b && turned && share > 0) {
      poseOf(other, b, t);
      other[0] += turned[0];
      other[2] += turned[1];
      mix(row, other, share);
    }
    row[0] += way[0]!;
    row[2] += way[1]!;
    for (const c of [0, 1] as const) way[c]! += DT * ((1 - share) * a.velocity[c] + share * (b?.velocity[c] ?? 0));
  }
  return createClip({ ...a.clip, name: kind, frameTime: DT, q, extraTracks: [], source: undefined });
}

/** Where the clips of one rig have their hips elsewhere, models are put one on the other. */
function aligned(a: Played, b: Played): readonly [number, number] {
  return [a.clip.q[0] - b.clip.q[0], a.clip.q[2] - b.clip.q[2]];
}

function poseOf(out: Float64Array, { clip, period, drift }: Played, t: number): void {
  const long = durationOf(clip);
  const place = t % period;
  const at = place > long ? period - place : place; // idles go to and fro
  sample(out, clip, at);
  out[0] -= drift[0] * at;
  out[2] -= drift[1] * at;
}

/** to += share · (other − to), each part for itself, as mixers do. */
function mix(to: Float64Array, other: Float64Array, share: number): void {
  for (let i = 0; i < 3; i++) to[i] += share * (other[i] - to[i]);
  for (let i = 3; i < to.length; i += 4) {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += to[i + c] * other[i + c];
    for (let c = 0; c < 4; c++) to[i + c] += share * ((dot < 0 ? -1 : 1) * other[i + c] - to[i + c]);
    normalizeQuat(to, i, to, i);
  }
}

/** [m/s] and [deg] of a subject's model against the way it faces: told beside the table, to be believed. */
export function paceOf({ body, clip }: GameSubject, t: number): { readonly speed: number; readonly aside: number } {
  const nq = coordinateCount(clip.skeleton);
  const frame = Math.round(t / DT);
  const round = 60;
  const way = [0, 2].map((c) => (clip.q[(frame + round) * nq + c]! - clip.q[frame * nq + c]!) / (round * DT));
  const { forward, left } = headingAt(body, clip, frame);
  const along = way[0]! * forward[0] + way[1]! * forward[1];
  const side = way[0]! * left[0] + way[1]! * left[1];
  return { speed: Math.hypot(way[0]!, way[1]!), aside: (180 / Math.PI) * Math.atan2(side, along) };
}
