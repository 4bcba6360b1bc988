/** Who is pushed: performed people of several sizes and stances, foreign rigs, and captured people where they stand. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { rootPath } from '../../src/balance/ground.ts';
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { type Run, runsWhere, worstIn } from '../../src/balance/rules/rule.ts';
import type { Body } from '../../src/body/body.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { percentile } from '../../src/math/order-statistics.ts';
import { signedDistance } from '../../src/math/polygon.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { referencePoseOf } from '../../src/motion/reference-pose.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { type PerformerMotion, perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { STANCE, stancePrints } from '../../src/performer/motions/stance.ts';
import { performStanding, styleOf } from '../../src/performer/motions/standing.ts';
import { readTakes } from '../clips.ts';
import { MOCAP } from '../validation.ts';

export interface Subject {
  readonly id: string;
  readonly body: Body;
  readonly clip: Clip; // stands all through
}

const LEAST = 3; // [s] that a captured person must stand
const LONGEST = 12; // [s] of it that are used
const STILL = 0.15; // [m/s] of the hips, and of the CoM
const UPRIGHT = 0.93; // of the hips' usual height
const CMU_PEOPLE = 3;

/** A quiet idle with the feet elsewhere. `width` and `ahead` (of the left foot) over leg length. */
const stance = (id: string, width: number, ahead: number): PerformerMotion => ({
  ...idle,
  id,
  parameters: [],
  perform: (actor) => {
    const [left, right] = stancePrints(actor, width);
    const half = (ahead * actor.scale) / 2;
    const wave = (size: number, rounds: number, t: number): number =>
      size * actor.scale * Math.sin((2 * Math.PI * rounds * t) / 8);
    return performStanding(actor, {
      duration: 8,
      ends: 'loop',
      style: styleOf(3),
      prints: [
        { ...left, z: half },
        { ...right, z: -half },
      ],
      tracks: {},
      knee: () => STANCE.knee + 8 * (width - STANCE.width + ahead),
      copX: (t) => wave(0.006, 2, t),
      copZ: (t) => STANCE.comAhead * actor.scale + wave(0.008, 3, t),
    });
  },
});

const performed = (id: string, motion: PerformerMotion, size: { height: number; mass?: number }): Subject => {
  const clip = perform(motion, { body: size });
  return { id, clip, body: fitBody(clip, size.mass === undefined ? { height: size.height } : size) };
};

const mannequins = (): readonly Subject[] => [
  performed('mannequin 1.75 m', idle, { height: 1.75 }),
  performed('child 1.15 m', idle, { height: 1.15, mass: 21 }), // body mass index 16
  performed('tall 2.00 m', idle, { height: 2 }),
  performed('wide stance', stance('wide', 0.62, 0), { height: 1.75 }),
  performed('split stance', stance('split', 0.2, 0.5), { height: 1.68 }),
];

/** For rigs that come without an idle: the pose in which the CoM lies deepest inside the support of both feet, held; where no frame stands on
 *  both feet, the pose that the rig was built in. */
function held(body: Body, clip: Clip): Clip {
  const nq = coordinateCount(clip.skeleton);
  const { com, phase, supportStart, supportPoints } = analyse(body, clip);
  const nearest = new Float64Array(2);
  const depth = (frame: number): number => {
    if (phase[frame] !== SUPPORT_PHASES.indexOf('double')) return Number.NEGATIVE_INFINITY;
    const [start, end] = [supportStart[frame], supportStart[frame + 1]];
    return signedDistance(nearest, supportPoints, 2 * start, end - start, com[3 * frame], com[3 * frame + 2]);
  };
  const best = worstIn({ start: 0, end: clip.frameCount - 1 }, depth);
  const q = new Float64Array(nq * Math.round(LEAST / clip.frameTime));
  const pose =
    depth(best) > Number.NEGATIVE_INFINITY ? clip.q.subarray(best * nq, (best + 1) * nq) : builtIn(body, clip);
  for (let o = 0; o < q.length; o += nq) q.set(pose, o);
  return createClip({ ...clip, q, extraTracks: [] });
}

/** The pose that a rig was built in, its lowest sole on the floor. */
function builtIn(body: Body, { skeleton }: Clip): Float64Array {
  const q = referencePoseOf(skeleton, body.roles);
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  const points = new Float64Array(body.soles[0].points.length + body.soles[1].points.length);
  solePointsAt(points, body, ws);
  q[1] -= points.filter((_, k) => k % 3 === 1).reduce((a, b) => Math.min(a, b));
  return q;
}

/** The take of a file by its name, or the first one; what does not stand is held in a pose. */
async function rig(id: string, file: string, take?: RegExp): Promise<Subject> {
  const takes = await readClips(await readFile(resolve(MOCAP, file)), basename(file));
  const clip = takes.find(({ name }) => take?.test(name)) ?? takes[0];
  const part = standingPart(fitBody(clip), clip);
  const shown = part ? trim(clip, part.start, part.end + 1) : held(fitBody(clip), clip);
  return { id, clip: shown, body: fitBody(shown) };
}

/** The longest part of a clip in which somebody stands still on both feet. */
function standingPart(body: Body, clip: Clip): Run | undefined {
  const path = rootPath(clip);
  const reach = Math.max(1, Math.round(0.1 / clip.frameTime));
  const slow = (frame: number): boolean => {
    const [a, b] = [3 * Math.max(0, frame - reach), 3 * Math.min(clip.frameCount - 1, frame + reach)];
    const way = Math.hypot(path[b] - path[a], path[b + 1] - path[a + 1], path[b + 2] - path[a + 2]);
    return way < ((STILL * (b - a)) / 3) * clip.frameTime;
  };
  const least = Math.min(clip.frameCount, Math.round(LEAST / clip.frameTime));
  const longEnough = ({ start, end }: Run): boolean => end - start + 1 >= least;
  if (!runsWhere(clip.frameCount, slow).some(longEnough)) return undefined;
  const report = analyse(body, clip);
  const double = SUPPORT_PHASES.indexOf('double');
  const heights = path.filter((_, i) => i % 3 === 1);
  const high = UPRIGHT * percentile(heights, 0.9);
  const stands = (f: number): boolean => {
    const speed = Math.hypot(report.comVelocity[3 * f], report.comVelocity[3 * f + 2]);
    return slow(f) && report.phase[f] === double && speed < STILL && heights[f] > high;
  };
  const [longest] = runsWhere(clip.frameCount, stands, 2)
    .filter(longEnough)
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  if (!longest) return undefined;
  const most = Math.round(LONGEST / clip.frameTime);
  return { start: longest.start, end: Math.min(longest.end, longest.start + most - 1) };
}

/** Captured people by rule: of every clip in a folder the longest part in which somebody stands; the longest first, one per person. */
async function captured(folders: readonly string[], count: number, person: (file: string) => string) {
  const found: { file: string; clip: Clip; length: number }[] = [];
  for (const folder of folders) {
    const files = (await readdir(resolve(MOCAP, folder))).filter((name) => name.endsWith('.bvh')).sort();
    for (const name of files) {
      const [clip] = await readTakes(`${folder}/${name}`);
      const part = clip && standingPart(fitBody(clip), clip);
      if (!part) continue;
      found.push({
        file: name,
        clip: trim(clip, part.start, part.end + 1),
        length: (part.end - part.start) * clip.frameTime,
      });
    }
  }
  found.sort((a, b) => b.length - a.length || a.file.localeCompare(b.file));
  const seen = new Set<string>();
  const subjects: Subject[] = [];
  for (const { file, clip } of found) {
    if (subjects.length === count || seen.has(person(file))) continue;
    seen.add(person(file));
    subjects.push({ id: file.replace('.bvh', ''), clip, body: fitBody(clip) });
  }
  return subjects;
}

/** Everybody who is pushed. `say` is told of rigs that cannot be used. */
export async function subjectsToPush(say: (what: string) => void): Promise<readonly Subject[]> {
  const subjects = [...(await performedAndRigs(say))];
  subjects.push(...(await captured(['cmu-bvh', 'cmu-random'], CMU_PEOPLE, (file) => file.split('_')[0]!)));
  subjects.push(...(await captured(['snu-ys2010'], 1, () => 'snu')));
  return subjects;
}

/** Mannequins and foreign rigs alone. */
export async function performedAndRigs(say: (what: string) => void): Promise<readonly Subject[]> {
  const subjects = [...mannequins()];
  const rigs = [
    ['Xbot', 'threejs-examples/Xbot.glb', /idle/i],
    ['RobotExpressive', 'threejs-examples/RobotExpressive.glb', /idle/i],
    ['CesiumMan', 'khronos-gltf/CesiumMan.glb', undefined],
    ['Geno', 'genoview/Geno_stance.bvh', undefined],
    ['ReActIdle 003', 'reactidle/003_genuine.bvh', undefined],
  ] as const;
  for (const [id, file, take] of rigs) {
    try {
      subjects.push(await rig(id, file, take));
    } catch (error) {
      say(`${id} is left out: ${(error as Error).message}`);
    }
  }
  return subjects;
}
