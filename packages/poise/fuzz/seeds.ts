/** Small sound files of every kind, made by code: what the mutations start from. */
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { printScenario } from '../src/methods/anticipation/scenario-file.ts';
import { scenarios } from '../src/methods/anticipation/scenarios/index.ts';
import { solvedCmrts } from '../src/methods/anticipation/solved.ts';
import { printLibrary } from '../src/methods/push-response/library-file.ts';
import { createClip } from '../src/motion/clip.ts';
import { writeClip } from '../src/motion/formats/index.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { createActor } from '../src/performer/actor.ts';
import { joinPacked, packResponse, unpackLibrary } from '../src/performer/responses/compact.ts';
import { performRequest, responseOfDraft } from '../src/performer/responses/generate.ts';
import { resolveBody } from '../src/performer/responses/library.ts';
import { libraryPlan } from '../src/performer/responses/library-plan.ts';
import { neutralStance } from '../src/performer/responses/neutral.ts';
import { type C3dSample, makeC3d } from '../test/formats/c3d-sample.ts';
import { walkingFigure } from '../test/motion/markers-sample.ts';
import { AMC, ASF } from '../test/support/asf-text.ts';
import { TINY } from '../test/support/bvh-text.ts';
import { fbxBinary, fbxText, type SampleBone, sampleFbx } from '../test/support/fbx.ts';
import { makeGlb, swingingChain } from '../test/support/glb.ts';
import { npy, npz, pickledArray } from '../test/support/numpy-file.ts';
import { clipSeeds } from './clip-targets.ts';
import { doorSeeds } from './door-targets.ts';
import { fallSeeds } from './fall-targets.ts';
import { layerSeeds } from './layer-targets.ts';
import { methodSeeds } from './method-targets.ts';

export interface Seed {
  readonly kind: string; // a file's extension with its dot, or the name of another entry point
  readonly data: Uint8Array;
  readonly sound?: true; // must be accepted
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const FRAMES = 6;

/** A person, a few frames long. */
function person() {
  const clip = madeUpMotion();
  return createClip({ ...clip, q: clip.q.slice(0, FRAMES * coordinateCount(clip.skeleton)) });
}

const frame = (name: string, of: string, at: string): string =>
  `<PhysicalOffsetFrame name="${name}"><socket_parent>/${of}</socket_parent><translation>${at}</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame>`;
const osimBody = (name: string): string =>
  `<Body name="${name}"><mass>3</mass><mass_center>0 -0.2 0</mass_center><inertia>1 2 3 0 0 0</inertia></Body>`;
const joint = (name: string, parent: string, child: string): string =>
  `<PinJoint name="${name}"><socket_parent_frame>p</socket_parent_frame><socket_child_frame>c</socket_child_frame><coordinates><Coordinate name="${name}"><default_value>0.1</default_value></Coordinate></coordinates><frames>${frame('p', parent, '0 -0.4 0')}${frame('c', child, '0 0 0')}</frames></PinJoint>`;
export const OSIM = `<?xml version="1.0"?>
<OpenSimDocument Version="40000"><Model name="two &amp; a half"><!--bodies-->
<BodySet><objects>${osimBody('shin')}${osimBody('pelvis')}</objects></BodySet>
<JointSet><objects>${joint('hip', 'ground', 'bodyset/pelvis')}${joint('knee', 'bodyset/pelvis', 'bodyset/shin')}</objects></JointSet>
</Model></OpenSimDocument>`;
const MOT =
  'motion\nversion=1\nnRows=3\nnColumns=3\ninDegrees=yes\nendheader\ntime\thip\tknee\n0\t1\t2\n0.01\t2\t3\n0.02\t3\t4\n';

function trc(): string {
  const { recording } = walkingFigure({ frames: FRAMES });
  const { names, positions } = recording;
  const rows = Array.from({ length: FRAMES }, (_, f) => {
    const row = positions.subarray(3 * names.length * f, 3 * names.length * (f + 1));
    return `${f + 1}\t${f / 100}\t${Array.from(row, (x) => (1000 * x).toFixed(1)).join('\t')}`;
  });
  return [
    'PathFileType\t4\t(X/Y/Z)\twalk.trc',
    'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames',
    `100\t100\t${FRAMES}\t${names.length}\tmm\t100\t1\t${FRAMES}`,
    `Frame#\tTime\t${names.join('\t\t\t')}\t\t`,
    '\t\tX1\tY1\tZ1',
    '',
    ...rows,
  ].join('\n');
}

function c3d(part: Partial<C3dSample>): Uint8Array {
  const { recording } = walkingFigure({ frames: FRAMES });
  const { names, positions } = recording;
  const at = (f: number, n: number): [number, number, number] => {
    const o = 3 * (f * names.length + n);
    return [1000 * positions[o]!, 1000 * positions[o + 1]!, 1000 * positions[o + 2]!];
  };
  const frames = Array.from({ length: FRAMES }, (_, f) => names.map((_, n) => at(f, n)));
  return makeC3d({ processor: 'intel', real: true, labels: [...names], rate: 100, frames, scale: 0.05, ...part });
}

function numpySeeds(): Seed[] {
  const count = 3 * 22 * FRAMES;
  const wave = Float64Array.from({ length: 4 * count }, (_, i) => Math.sin(i));
  const points = npy(wave.subarray(0, count), [FRAMES, 22, 3]);
  const poses = npy(wave.subarray(0, 156 * FRAMES), [FRAMES, 156], '<f8');
  const trans = npy(wave.subarray(0, 3 * FRAMES), [FRAMES, 3], '<f8');
  const rate = npy([30], [], '<f8');
  return [
    { kind: '.npy', data: points },
    { kind: '.npz', data: npz({ poses, trans, mocap_framerate: rate }) },
    { kind: '.npz', data: npz({ poses, trans, mocap_framerate: rate }, true) },
    { kind: '.pkl', data: pickledArray('joints', wave.subarray(0, count), [FRAMES, 22, 3]) },
  ];
}

function fbxSeeds(): Seed[] {
  const times = [0, 1 / 30, 2 / 30, 3 / 30];
  const curve = { times, values: [0, 10, 20, 5] };
  const names = ['Hips', 'Spine', 'Head', 'LeftUpLeg', 'LeftLeg', 'LeftFoot'];
  const bones = names.map(
    (name, i): SampleBone => ({
      name,
      parent: [-1, 0, 1, 0, 3, 4][i]!,
      vectors: { 'Lcl Translation': [0, i === 0 ? 100 : i < 3 ? 30 : -40, 0] },
      curves: { 'Lcl Rotation': [curve, undefined, curve] },
    }),
  );
  const nodes = sampleFbx(bones, { UnitScaleFactor: 1, UpAxis: 1 });
  return [fbxBinary(nodes), fbxBinary(nodes, { packed: true }), fbxText(nodes)].map((data) => ({ kind: '.fbx', data }));
}

/** One short response of the performer, in both forms of libraries. */
function librarySeeds(): Seed[] {
  const options = resolveBody();
  const actor = createActor(options);
  const neutral = neutralStance(actor);
  const draft = performRequest(actor, neutral, libraryPlan()[0]!);
  const compact = joinPacked(options, [packResponse(draft, responseOfDraft(actor, neutral, draft))]);
  return [
    { kind: 'compact library', data: bytes(compact) },
    { kind: 'library', data: bytes(printLibrary(unpackLibrary(compact, 'seed'))) },
  ];
}

export async function makeSeeds(): Promise<readonly Seed[]> {
  const clip = person();
  const gltf = await writeClip(clip, 'a.gltf');
  const seeds: Seed[] = [
    { kind: '.bvh', data: bytes(TINY) },
    { kind: '.bvh', data: await writeClip(clip, 'a.bvh') },
    { kind: '.glb', data: makeGlb(swingingChain(4)) },
    { kind: '.glb', data: await writeClip(clip, 'a.glb') },
    { kind: '.gltf', data: gltf },
    { kind: '.vrma', data: await writeClip(clip, 'a.vrma') },
    { kind: '.fbx', data: await writeClip(clip, 'a.fbx') },
    { kind: '.npz', data: await writeClip(clip, 'a.npz') },
    { kind: '.amc', data: bytes(AMC) },
    { kind: '.asf', data: bytes(ASF) },
    ...fbxSeeds(),
    { kind: '.trc', data: bytes(trc()) },
    { kind: '.trc', data: await writeClip(clip, 'a.trc') },
    { kind: '.c3d', data: c3d({}) },
    { kind: '.c3d', data: c3d({ processor: 'dec', real: false }) },
    { kind: '.osim', data: bytes(OSIM) },
    { kind: '.mot', data: bytes(MOT) },
    ...numpySeeds(),
    ...librarySeeds(),
    ...solvedCmrts.slice(0, 2).map(({ cmrt }) => ({ kind: 'cmrt', data: bytes(JSON.stringify(cmrt)) })),
    ...scenarios.slice(0, 4).map((scenario) => ({ kind: 'scenario', data: bytes(printScenario(scenario)) })),
    { kind: 'role map', data: bytes('{"hips":"Hips","leftFoot":"LeftFoot","head":"Head"}') },
    { kind: 'push', data: bytes('t=1 at=chest impulse=0,0,35 duration=0.1') },
    { kind: 'ball', data: bytes('t=1 at=chest mass=5 speed=3 from=left') },
    ...clipSeeds(),
    ...layerSeeds(),
    ...methodSeeds(),
    ...fallSeeds(),
    ...doorSeeds(),
  ];
  return seeds.map((seed) => ({ ...seed, sound: true }));
}
