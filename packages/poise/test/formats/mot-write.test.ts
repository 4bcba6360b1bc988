/** Coordinates of an OpenSim model out of a clip, and back. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import type { ReadOptions } from '../../src/motion/formats/format.ts';
import { readClips, writeClip, writeNotes } from '../../src/motion/formats/index.ts';
import { readTable } from '../../src/motion/formats/mot-table.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { jointPositions } from '../support/clip-positions.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const linear = '<LinearFunction><coefficients>1 0</coefficients></LinearFunction>';
const still = '<Constant><value>0</value></Constant>';
const axis = (direction: string, coordinate = '', f = coordinate === '' ? still : linear): string =>
  `<TransformAxis><coordinates>${coordinate}</coordinates><axis>${direction}</axis>${f}</TransformAxis>`;
const coordinate = (name: string, value = 0): string =>
  `<Coordinate name="${name}"><default_value>${value}</default_value></Coordinate>`;
const joint = (
  name: string,
  parent: string,
  child: string,
  place: string,
  names: readonly string[],
  axes: string,
): string =>
  `<CustomJoint name="${name}"><socket_parent_frame>there</socket_parent_frame><socket_child_frame>/bodyset/${child}</socket_child_frame>
<coordinates>${names.map((each) => coordinate(each)).join('')}</coordinates><frames><PhysicalOffsetFrame name="there"><socket_parent>/${parent}</socket_parent>
<translation>${place}</translation><orientation>0.1 -0.2 0.3</orientation></PhysicalOffsetFrame></frames><SpatialTransform>${axes}</SpatialTransform></CustomJoint>`;
const body = (name: string): string =>
  `<Body name="${name}"><mass>5</mass><mass_center>0 0 0</mass_center><inertia>1 1 1 0 0 0</inertia></Body>`;

/** A pelvis that goes anywhere, a hip with three axes, a knee with one that drags its twist along, and a kneecap that follows it. */
const MODEL = `<OpenSimDocument Version="40000"><Model name="leg"><BodySet><objects>${['pelvis', 'femur_r', 'tibia_r', 'patella_r'].map(body).join('')}</objects></BodySet>
<JointSet><objects>
${joint('root', 'ground', 'pelvis', '0 0 0', ['tilt', 'list', 'turn', 'tx', 'ty', 'tz'], axis('0 0 1', 'tilt') + axis('1 0 0', 'list') + axis('0 1 0', 'turn') + axis('1 0 0', 'tx') + axis('0 1 0', 'ty') + axis('0 0 1', 'tz'))}
${joint('hip', 'bodyset/pelvis', 'femur_r', '0 -0.1 0.1', ['flex', 'add', 'rot'], axis('0 0 1', 'flex') + axis('1 0 0', 'add') + axis('0 1 0', 'rot') + axis('1 0 0') + axis('0 1 0') + axis('0 0 1'))}
${joint('knee', 'bodyset/femur_r', 'tibia_r', '0 -0.4 0', ['bend'], axis('0 0 1', 'bend') + axis('0 1 0', 'bend', '<SimmSpline><x>-2 -1 0 1</x><y>0.2 0.15 0 -0.05</y></SimmSpline>') + axis('1 0 0') + axis('1 0 0') + axis('0 1 0') + axis('0 0 1'))}
${joint('cap', 'bodyset/femur_r', 'patella_r', '0.05 -0.4 0', ['cap_angle'], axis('0 0 1', 'cap_angle') + axis('0 1 0') + axis('1 0 0') + axis('1 0 0') + axis('0 1 0') + axis('0 0 1'))}
</objects></JointSet><ConstraintSet><objects><CoordinateCouplerConstraint name="c"><coupled_coordinates_function>${linear.replace('1 0', '0.5 0')}</coupled_coordinates_function>
<independent_coordinate_names>bend</independent_coordinate_names><dependent_coordinate_name>cap_angle</dependent_coordinate_name></CoordinateCouplerConstraint></objects></ConstraintSet></Model></OpenSimDocument>`;
const NAMES = ['tilt', 'list', 'turn', 'tx', 'ty', 'tz', 'flex', 'add', 'rot', 'bend', 'cap_angle'];
const FRAMES = 40;
const angleOf = (name: string, f: number): number => {
  const k = NAMES.indexOf(name);
  if (name === 'cap_angle') return 0.5 * angleOf('bend', f);
  if (/^t[xyz]$/.test(name)) return 0.3 * Math.sin(0.1 * f + k);
  return (name === 'bend' ? 40 : name === 'turn' ? 170 : 35) * Math.sin(0.15 * f + k) - (name === 'bend' ? 45 : 0);
};
const MOT = `leg\nversion=1\nnRows=${FRAMES}\nnColumns=${NAMES.length + 1}\ninDegrees=yes\nendheader\ntime\t${NAMES.join('\t')}\n${Array.from({ length: FRAMES }, (_, f) => [f / 50, ...NAMES.map((name) => angleOf(name, f))].join('\t')).join('\n')}\n`;

const beside = (model: Uint8Array): ReadOptions => ({ neighbours: ['m.osim'], companion: async () => model });
const read = async (text: string, options: ReadOptions = {}): Promise<Clip> =>
  (await readClips(bytes(text), 'a.mot', { ...beside(bytes(MODEL)), ...options }))[0]!;

describe('writing MOT', () => {
  it('gives the very coordinates that the clip was made of', async () => {
    const clip = await read(MOT);
    const table = readTable(await writeClip(clip, 'b.mot'), 'b.mot');
    expect(table.columns).toEqual(NAMES);
    expect(table.inDegrees).toBe(true);
    for (let f = 0; f < FRAMES; f++) {
      expect(table.time[f]).toBeCloseTo(f / 50, 8);
      NAMES.forEach((name, c) => {
        expect(table.values[f * NAMES.length + c], `${name}, frame ${f}`).toBeCloseTo(angleOf(name, f), 6);
      });
    }
    expect(writeNotes(clip, 'b.mot')).toEqual(['coordinates of m.osim, which belongs beside it']);
  });

  it('undoes a stated front and floor', async () => {
    const clip = await read(MOT, { forward: 'x', groundHeight: 0.2 });
    const table = readTable(await writeClip(clip, 'b.mot'), 'b.mot');
    for (const name of ['ty', 'tx', 'turn']) {
      expect(table.values[7 * NAMES.length + NAMES.indexOf(name)]).toBeCloseTo(angleOf(name, 7), 6);
    }
  });

  it('leaves out what a joint cannot turn, and says so', async () => {
    const clip = await read(MOT);
    const q = clip.q.slice();
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 1, 0, 0, 0.1); // a knee that bends sideways
    const at = quatIndex(clip.skeleton.names.indexOf('tibia_r'));
    for (let o = at; o < q.length; o += coordinateCount(clip.skeleton)) multiplyQuat(q, o, q, o, turn, 0);
    const bent = withCoordinates(clip, q);
    expect(writeNotes(bent, 'b.mot')[1]).toMatch(
      /^up to 5\.\d° that the model’s joints cannot turn were left out: "knee"$/,
    );
    const again = await read(new TextDecoder().decode(await writeClip(bent, 'b.mot')));
    const [p, r] = [jointPositions(bent, 9), jointPositions(again, 9)];
    for (let i = 0; i < 9; i++) expect(r[i]).toBeCloseTo(p[i]!, 6); // pelvis, femur and tibia are where they were
  });

  it('refuses a clip without a model', async () => {
    const [clip] = await readClips(bytes(MODEL), 'm.osim');
    expect((await writeClip(clip!, 'b.mot')).length).toBeGreaterThan(0); // the model's own pose
    await expect(writeClip({ ...clip!, source: undefined }, 'b.mot')).rejects.toThrow(UsageError);
  });
});

describeWithMocap('OpenSim files', () => {
  it.each([
    ['force-opensim-gait2354', 'subject01_simbody.osim', 'subject01_walk1_ik.mot'],
    ['force-opencap-subject4', 'optimized_scale_and_markers.osim', 'DJ1_ik.mot'],
  ])('%s: %s with %s comes back to the last digits', async (folder, model, angles) => {
    const load = (file: string): Uint8Array => new Uint8Array(readFileSync(mocapPath(folder, file)));
    const [clip] = await readClips(load(angles), angles, beside(load(model)));
    const [before, after] = [readTable(load(angles), angles), readTable(await writeClip(clip!, 'b.mot'), 'b.mot')];
    for (const [c, name] of before.columns.entries()) {
      const other = after.columns.indexOf(name);
      if (other < 0 || /beta/.test(name)) continue; // kneecaps follow the knee, in odd units
      const factor = before.inDegrees || /_t[xyz]$/.test(name) ? 1 : 180 / Math.PI;
      for (let row = 0; row < before.rows; row++) {
        const [a, b] = [
          before.values[row * before.columns.length + c]!,
          after.values[row * after.columns.length + other]!,
        ];
        expect(Math.abs(factor * a - b), `${name}, row ${row}`).toBeLessThan(1e-5);
      }
    }
  });
});
