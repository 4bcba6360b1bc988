/** Motions on other characters, six pairs of rigs: feet and balance of the source, of a plain copy of rotations and of what retarget makes. */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fitBody } from '../src/balance/fit-body.ts';
import { judge } from '../src/balance/judge.ts';
import { multiplyQuat, relativeQuat } from '../src/math/quat.ts';
import { measureMotion } from '../src/measures/published.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { readClips } from '../src/motion/formats/index.ts';
import { ROLES } from '../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../src/motion/skeleton.ts';
import { trim } from '../src/motion/trim.ts';
import { worldFramesOf } from '../src/motion/world-frames.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { retarget } from '../src/retarget/index.ts';
import { rigRestOf } from '../src/retarget/rest.ts';
import { type Line, MOCAP, type Outcome, table, type Validation } from './validation.ts';

const MOST_FRAMES = 400; // longer clips say the same

type Load = () => Promise<Clip>;

const captured =
  (path: string, take = ''): Load =>
  async () => {
    const clips = await readClips(readFileSync(resolve(MOCAP, path)), basename(path));
    return clips.find(({ source }) => source?.animation === take) ?? clips[0]!;
  };
const performed =
  (id: string): Load =>
  async () =>
    perform(motionNamed(id));

const PAIRS: readonly (readonly [motion: string, character: string, Load, Load])[] = [
  ['CMU walk (BVH)', 'Xbot (GLB)', captured('cmu-bvh/02_01.bvh'), captured('threejs-examples/Xbot.glb')],
  ['Bandai walk (BVH)', 'mannequin', captured('bandai-namco/dataset-1_walk_normal_001.bvh'), performed('idle')],
  ['pirouette (BVH)', 'Geno (FBX)', captured('threejs-examples/pirouette.bvh'), captured('genoview/Geno_bind.fbx')],
  [
    'Xbot run (GLB)',
    'CesiumMan (GLB)',
    captured('threejs-examples/Xbot.glb', 'run'),
    captured('khronos-gltf/CesiumMan.glb'),
  ],
  ['pick up (performed)', 'CMU rig (FBX)', performed('bend'), captured('cmu-fbx/07_01_cmu.fbx')],
  ['walk (performed)', 'Xbot (GLB)', performed('walk'), captured('threejs-examples/Xbot.glb')],
];

/** World rotations counted from the T-pose, the hips in proportion: what most exporters do. */
function plainCopy(motion: Clip, character: Clip): Clip {
  const [from, to] = [rigRestOf(motion), rigRestOf(character)];
  const [nq, theirs] = [coordinateCount(character.skeleton), coordinateCount(motion.skeleton)];
  const q = new Float64Array(nq * motion.frameCount);
  const joints = character.skeleton.names.length;
  const world = new Float64Array(4 * joints);
  const turn = new Float64Array(4);
  const sources = new Int32Array(joints).fill(-1);
  for (const role of ROLES) {
    const [a, b] = [from.body.roles[role], to.body.roles[role]];
    if (a !== undefined && b !== undefined) sources[b] = a;
  }
  for (let frame = 0; frame < motion.frameCount; frame++) {
    const { rotations, origins } = worldFramesOf(motion.skeleton, motion.q, frame * theirs);
    for (let joint = 0; joint < joints; joint++) {
      const at = frame * nq + quatIndex(joint);
      const parent = character.skeleton.parents[joint];
      q.set(to.pose.subarray(quatIndex(joint), quatIndex(joint) + 4), at);
      if (sources[joint] >= 0) {
        relativeQuat(turn, 0, from.rotations, 4 * sources[joint], to.rotations, 4 * joint);
        multiplyQuat(world, 4 * joint, rotations, 4 * sources[joint], turn, 0);
        if (parent < 0) q.set(world.subarray(4 * joint, 4 * joint + 4), at);
        else relativeQuat(q, at, world, 4 * parent, world, 4 * joint);
      } else if (parent < 0) world.set(q.subarray(at, at + 4), 4 * joint);
      else multiplyQuat(world, 4 * joint, world, 4 * parent, q, at);
    }
    for (let c = 0; c < 3; c++)
      q[frame * nq + c] = (to.standHeight / from.standHeight) * origins[3 * from.body.roles.hips! + c];
  }
  return createClip({
    ...motion,
    skeleton: character.skeleton,
    roles: character.roles,
    q,
    extraTracks: [],
    source: undefined,
  });
}

const COLUMNS = ['skate [mm per frame]', 'penetration [mm]', 'balance error [cm]', 'errors', 'warnings'] as const;

function measured(clip: Clip): readonly number[] {
  const { findings, report } = judge(clip);
  const values = measureMotion(fitBody(clip), clip);
  const count = (kind: string): number => findings.filter(({ severity }) => severity === kind).length;
  return [
    values['physdiff-skate'] ?? Number.NaN,
    values['physdiff-penetrate'] ?? Number.NaN,
    100 * report.summary.imbalance,
    count('error'),
    count('warning'),
  ];
}

async function run(): Promise<Outcome> {
  const rows: string[][] = [];
  const lines: Line[] = [];
  for (const [what, who, loadMotion, loadCharacter] of PAIRS) {
    const [whole, character] = [await loadMotion(), await loadCharacter()];
    const motion = whole.frameCount > MOST_FRAMES ? trim(whole, 0, MOST_FRAMES) : whole;
    const results: readonly (readonly [string, Clip])[] = [
      ['source', motion],
      ['plain copy', plainCopy(motion, character)],
      ['retarget', retarget(motion, character, { rebalance: false }).clip],
      ['and rebalanced', retarget(motion, character).clip],
    ];
    for (const [how, clip] of results) {
      const values = measured(clip);
      rows.push([how === 'source' ? `${what} → ${who}` : '', how, ...values.map((x, i) => x.toFixed(i < 3 ? 1 : 0))]);
      lines.push({ id: `retarget/${what} ${who}/${how}/skate`, value: values[0]!, unit: 'mm' });
    }
  }
  return { lines, markdown: table(['motion → character', 'how', ...COLUMNS], rows), figures: [] };
}

export const retargeted: Validation = { id: 'retarget', page: 'docs/methods/retarget.md', run };
