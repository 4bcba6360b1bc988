import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { frameAt } from '../../src/motion/clip.ts';
import type { ReadOptions } from '../../src/motion/formats/format.ts';
import { osim } from '../../src/motion/formats/osim.ts';
import { osimClip } from '../../src/motion/formats/osim-clip.ts';
import { simmSpline } from '../../src/motion/formats/osim-functions.ts';
import { readOsim } from '../../src/motion/formats/osim-model.ts';
import { osimCentreOfMass, osimMarkers, osimPoses } from '../../src/motion/formats/osim-poses.ts';
import { parseXml } from '../../src/motion/formats/osim-xml.ts';
import type { TableRecording } from '../../src/motion/recording.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const axis = (name: string, direction: string, coordinate: string, f: string): string =>
  `<TransformAxis name="${name}"><coordinates>${coordinate}</coordinates><axis>${direction}</axis>${f}</TransformAxis>`;
const linear = '<LinearFunction name="function"><coefficients> 1 0</coefficients></LinearFunction>';
const constant = (value: number): string => `<Constant><value>${value}</value></Constant>`;
const coordinate = (name: string, value = 0): string =>
  `<Coordinate name="${name}"><default_value>${value}</default_value></Coordinate>`;

/** The pelvis' joint: three turns, three shifts. */
const pelvisTransform = `<SpatialTransform>${axis('rotation1', '0 0 1', 'tilt', linear)}${axis('rotation2', '1 0 0', 'list', linear)}${axis('rotation3', '0 1 0', 'turn', linear)}
${axis('translation1', '1 0 0', 'tx', linear)}${axis('translation2', '0 1 0', 'ty', linear)}${axis('translation3', '0 0 1', 'tz', linear)}</SpatialTransform>`;
/** A knee whose place rolls with its angle: the shin hangs 0.4 m below, less 0.01 m per radian of bend. */
const kneeTransform = `<SpatialTransform>${axis('rotation1', '0 0 1', 'knee', linear)}${axis('rotation2', '0 1 0', '', constant(0))}${axis('rotation3', '1 0 0', '', constant(0))}
${axis('translation1', '1 0 0', '', constant(0))}${axis('translation2', '0 1 0', 'knee', '<MultiplierFunction><function><SimmSpline><x>-2 -1 0 1 2</x><y>-0.38 -0.39 -0.4 -0.41 -0.42</y></SimmSpline></function><scale>1</scale></MultiplierFunction>')}${axis('translation3', '0 0 1', '', constant(0))}</SpatialTransform>`;

const offsetFrame = (name: string, body: string, translation: string, orientation = '0 0 0'): string =>
  `<PhysicalOffsetFrame name="${name}"><socket_parent>/${body === 'ground' ? '' : 'bodyset/'}${body}</socket_parent><translation>${translation}</translation><orientation>${orientation}</orientation></PhysicalOffsetFrame>`;
const body = (name: string, mass: number, centre: string): string =>
  `<Body name="${name}"><mass>${mass}</mass><mass_center>${centre}</mass_center><inertia>1 2 3 0 0 0</inertia></Body>`;

const MODEL = `<?xml version="1.0" encoding="UTF-8" ?>
<OpenSimDocument Version="40000"><Model name="two &amp; a half">
<!--bodies-->
<BodySet><objects>${body('shin', 3, '0 -0.2 0')}${body('pelvis', 10, '0 0 0')}${body('foot', 1, '0.1 0 0')}</objects></BodySet>
<JointSet><objects>
<PinJoint name="ankle"><socket_parent_frame>shin_offset</socket_parent_frame><socket_child_frame>foot_offset</socket_child_frame>
<coordinates>${coordinate('ankle')}</coordinates><frames>${offsetFrame('shin_offset', 'shin', '0 -0.4 0', '0 1.5707963267948966 0')}${offsetFrame('foot_offset', 'foot', '0 0.05 0', '0 1.5707963267948966 0')}</frames></PinJoint>
<CustomJoint name="knee_joint"><socket_parent_frame>/bodyset/pelvis</socket_parent_frame><socket_child_frame>shin</socket_child_frame>
<coordinates>${coordinate('knee')}</coordinates>${kneeTransform}</CustomJoint>
<CustomJoint name="ground_pelvis"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>pelvis</socket_child_frame>
<coordinates>${coordinate('tilt')}${coordinate('list')}${coordinate('turn')}${coordinate('tx')}${coordinate('ty', 0.9)}${coordinate('tz')}</coordinates>${pelvisTransform}</CustomJoint>
</objects></JointSet>
<MarkerSet><objects><Marker name="toe"><socket_parent_frame>/bodyset/foot</socket_parent_frame><location>0.2 0 0</location></Marker></objects></MarkerSet>
</Model></OpenSimDocument>`;

const table = (
  columns: readonly string[],
  rows: readonly (readonly number[])[],
  inDegrees = false,
): TableRecording => ({
  file: 't.mot',
  columns,
  time: Float64Array.from(rows, (_, i) => i / 100),
  rows: rows.length,
  values: Float64Array.from(rows.flat()),
  inDegrees,
  notes: [],
});

describe('models', () => {
  const model = readOsim(bytes(MODEL), 'm.osim');

  it('are read with names, masses and a tree from the ground', () => {
    expect(model.name).toBe('two & a half');
    expect(model.joints.map((joint) => joint.name)).toEqual(['ground_pelvis', 'knee_joint', 'ankle']);
    expect(model.bodies.map((b) => b.mass)).toEqual([3, 10, 1]);
  });

  it('stand in the default pose', () => {
    const markers = osimMarkers(osimPoses(model));
    // pelvis 0.9, shin 0.4 below, ankle 0.4 below that, foot origin 0.05 below its joint
    expect(Array.from(markers.positions, (v) => Math.round(v * 1e9) / 1e9 + 0)).toEqual([0.2, 0.05, 0]);
    const com = osimCentreOfMass(osimPoses(model));
    expect(com[1]).toBeCloseTo((10 * 0.9 + 3 * 0.3 + 1 * 0.05) / 14, 12);
    expect(com[0]).toBeCloseTo(0.1 / 14, 12);
  });

  it('turn about their axes in order, in radians or degrees', () => {
    // knee bent by 90°: the shin's y axis points to −x, so the ankle is 0.4 m along +x and the foot turns with it
    const poses = osimPoses(model, table(['knee'], [[90]], true));
    const rolled = 0.4 + 0.01 * (Math.PI / 2);
    const toe = osimMarkers(poses).positions;
    expect(toe[0]).toBeCloseTo(0.4 + 0.05, 9);
    expect(toe[1]).toBeCloseTo(0.9 - rolled + 0.2, 9);
    // pelvis: tilt about z, then list about the turned x: a body-fixed order
    const turned = osimPoses(
      model,
      table(['/jointset/ground_pelvis/tilt/value', '/jointset/ground_pelvis/list/value'], [[Math.PI / 2, Math.PI / 2]]),
    );
    const [x, y, z, w] = turned.rotations.subarray(4, 8);
    // e_y of the pelvis: list takes y to z, tilt leaves z
    expect(
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)].map((v) => Math.round(v * 1e9) / 1e9 + 0),
    ).toEqual([0, 0, 1]);
  });

  it('become clips with mean offsets, and keep the roll as a track', () => {
    const { clip, bodyData, poses } = osimClip(
      model,
      table(
        ['knee', 'ty'],
        [
          [0, 1],
          [1, 1],
        ],
      ),
    );
    expect(clip.skeleton.names).toEqual(['pelvis', 'shin', 'foot']);
    expect(clip.skeleton.offsets[4]).toBeCloseTo(-0.405, 12);
    expect(clip.q[1]).toBe(1);
    expect(clip.frameTime).toBeCloseTo(0.01, 12);
    expect(clip.extraTracks.map((track) => track.name)).toEqual(['shin']);
    expect(clip.extraTracks[0].values[4]).toBeCloseTo(-0.41, 12);
    expect(clip.source!.notes.map((note) => note.text).join(' ')).toContain('shin by 5.0 mm');
    expect(Array.from(bodyData.mass)).toEqual([10, 3, 1]);
    expect(bodyData.comInSegment[3 * 2 + 1]).toBeCloseTo(-0.05, 12); // the joint sits 0.05 above the foot's origin
    expect(poses.missing).toContain('ankle');
    expect(clip.roles.status).toBe('refused');
  });

  it('alone stand on their soles, unless the floor is stated', async () => {
    const leg = MODEL.replaceAll('shin', 'tibia_l').replaceAll('foot', 'talus_l').replace('0.9</default', '0</default');
    const ankleHeight = async (options: ReadOptions): Promise<number> => {
      const [clip] = await osim.read!(bytes(leg), 'm.osim', options);
      return worldFramesOf(clip.skeleton, frameAt(clip, 0)).origins[3 * 2 + 1];
    };
    // Leg length is the mean of two legs; this model has one, of 0.8 m. The sole lies 0.039 of stature below the ankle.
    expect(await ankleHeight({})).toBeCloseTo((0.039 * 0.4) / 0.491, 12);
    expect(await ankleHeight({ groundHeight: -1 })).toBeCloseTo(0.2, 12);
    const [clip] = await osim.read!(bytes(leg), 'm.osim', {});
    expect(clip.source!.frame.groundHeight).toBeCloseTo(-0.8 - (0.039 * 0.4) / 0.491, 12);
    expect(clip.source!.notes.find(({ topic }) => topic === 'ground')).toMatchObject({ confidence: 'likely' });
  });

  it('refuse tables of another model', () => {
    expect(() => osimPoses(model, table(['shoulder'], [[0]]))).toThrow(/no column is a coordinate of the model/);
  });

  it('couple coordinates', () => {
    const coupler = `<ConstraintSet><objects><CoordinateCouplerConstraint name="c"><isEnforced>true</isEnforced><coupled_coordinates_function><LinearFunction><coefficients>2 0</coefficients></LinearFunction></coupled_coordinates_function><independent_coordinate_names>knee</independent_coordinate_names><dependent_coordinate_name>ankle</dependent_coordinate_name></CoordinateCouplerConstraint></objects></ConstraintSet></Model>`;
    const coupled = readOsim(bytes(MODEL.replace('</Model>', coupler)), 'm.osim');
    const by = (m: typeof model, rows: TableRecording) => Array.from(osimMarkers(osimPoses(m, rows)).positions);
    const expected = by(model, table(['knee', 'ankle'], [[0.3, 0.6]]));
    for (const [i, value] of by(coupled, table(['knee'], [[0.3]])).entries())
      expect(value).toBeCloseTo(expected[i], 12);
  });

  it('are read in the older layout, joint inside the body', () => {
    const old = `<OpenSimDocument Version="30000"><Model name="old"><BodySet><objects><Body name="ground"><mass>0</mass></Body>
<Body name="pelvis"><mass>10</mass><mass_center>0 0 0</mass_center><inertia_xx>1</inertia_xx><inertia_yy>2</inertia_yy><inertia_zz>3</inertia_zz><Joint><CustomJoint name="g"><parent_body>ground</parent_body><location_in_parent>0 0 0</location_in_parent><orientation_in_parent>0 0 0</orientation_in_parent><location>0 0 0</location><orientation>0 0 0</orientation><CoordinateSet><objects>${coordinate('tilt')}${coordinate('list')}${coordinate('turn')}${coordinate('tx')}${coordinate('ty', 0.9)}${coordinate('tz')}</objects></CoordinateSet>${pelvisTransform}</CustomJoint></Joint></Body>
<Body name="shin"><mass>3</mass><mass_center>0 -0.2 0</mass_center><Joint><PinJoint name="k"><parent_body>pelvis</parent_body><location_in_parent>0 -0.4 0</location_in_parent><CoordinateSet><objects>${coordinate('knee', 0.5)}</objects></CoordinateSet></PinJoint></Joint></Body></objects></BodySet>
<MarkerSet><objects><Marker name="m"><body>shin</body><location>0 -1 0</location></Marker></objects></MarkerSet></Model></OpenSimDocument>`;
    const model3 = readOsim(bytes(old), 'old.osim');
    expect(model3.bodies[0].inertia).toEqual([1, 2, 3, 0, 0, 0]);
    const markers = osimMarkers(osimPoses(model3)).positions;
    expect(markers[0]).toBeCloseTo(Math.sin(0.5), 12);
    expect(markers[1]).toBeCloseTo(0.5 - Math.cos(0.5), 12);
  });

  it('say what cannot be read, and where', () => {
    const read = (text: string) => () => readOsim(bytes(text), 'm.osim');
    expect(read(MODEL.replace('PinJoint', 'EllipsoidJoint').replace('</PinJoint', '</EllipsoidJoint'))).toThrow(
      /m\.osim:6: <EllipsoidJoint name="ankle">: this kind of joint is not known/,
    );
    expect(read(MODEL.replace('<SimmSpline>', '<GCVSpline>').replace('</SimmSpline>', '</GCVSpline>'))).toThrow(
      /function GCVSpline is not known/,
    );
    expect(read(MODEL.replace('/bodyset/pelvis</socket', '/bodyset/nobody</socket'))).toThrow(
      /ties body "nobody", which does not exist/,
    );
    expect(read('<a/>')).toThrow(/expected <OpenSimDocument> with a <Model>, found <a>/);
  });
});

describe('splines', () => {
  it('follow a cubic exactly and go on straight', () => {
    const f = (x: number): number => 2 * x ** 3 - x * x + 0.3 * x + 1;
    const x = [-2, -1.3, -0.2, 0.5, 1.1, 2.4];
    const spline = simmSpline(x, x.map(f));
    for (let t = -2; t <= 2.4; t += 0.1) expect(spline(t)).toBeCloseTo(f(t), 12);
    const slope = 6 * 2.4 ** 2 - 2 * 2.4 + 0.3;
    expect(spline(3.4)).toBeCloseTo(f(2.4) + slope, 10);
  });
});

describe('XML', () => {
  it('reads elements, attributes, text and the five entities', () => {
    const root = parseXml('<?xml version="1.0"?><a n="1 &lt; 2"><!-- x --><b>t&#65;</b><c/></a>', 'x');
    expect(root.attributes.get('n')).toBe('1 < 2');
    expect(root.children.map((child) => [child.name, child.text])).toEqual([
      ['b', 'tA'],
      ['c', ''],
    ]);
  });
  it('refuses document types, unknown entities, bad nesting and great depth', () => {
    expect(() => parseXml('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'f')).toThrow(
      /f:1:1: document types are not read/,
    );
    expect(() => parseXml('<a>&x;</a>', 'f')).toThrow(/unknown entity/);
    expect(() => parseXml('<a>\n<b></a>', 'f')).toThrow(/f:2:4: expected <\/b>, found <\/a>/);
    expect(() => parseXml('<a>'.repeat(1000), 'f')).toThrow(/nested deeper than 100/);
    expect(() => parseXml('<a', 'f')).toThrow(/expected ">", found the end/);
  });
});

it('never hangs, crashes or gives NaN on 2,000 damaged models', () => {
  const rng = createRng(5);
  const source = bytes(MODEL);
  const spice = bytes('<>/"= 0-9.ea&;x');
  for (let round = 0; round < 2000; round++) {
    const damaged = Uint8Array.from(source);
    for (let i = 0; i < 1 + 4 * rng.next(); i++)
      damaged[Math.floor(rng.next() * damaged.length)] = spice[Math.floor(rng.next() * spice.length)];
    try {
      const { clip } = osimClip(readOsim(damaged, 'fuzz.osim'));
      expect(clip.q.every(Number.isFinite)).toBe(true);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
});
