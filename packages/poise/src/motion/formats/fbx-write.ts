/**
 * Motions → FBX 7.4, binary: the skeleton as limb nodes in its rest pose, one animation stack per motion with a linear key per
 * frame. Lcl Rotation is in degrees, x applied first. Meshes are not written.
 */
import { UsageError } from '../../errors.ts';
import { createEulerOrder } from '../../math/euler.ts';
import type { Quat, Vec3 } from '../../math/types.ts';
import type { RawMotion } from '../raw-motion.ts';
import { writeEulerTrack } from './euler-track.ts';
import { TICKS_PER_SECOND } from './fbx-curves.ts';
import {
  CREATION_TIME,
  double,
  encodeFbx,
  type FbxRecord,
  FILE_ID,
  floats,
  int,
  ints,
  long,
  longs,
  raw,
  record,
  text,
} from './fbx-encode.ts';
import { CUSTOM_RATE, FRAME_TIME_PROPERTY, TIME_MODES } from './fbx-rates.ts';

const DEGREES = 180 / Math.PI;
const ORDER = createEulerOrder([2, 1, 0]); // Rz · Ry · Rx, FBX's "XYZ"
const LINEAR = 4; // flag of a key
const SCENE = 0; // id of the node above all others
const MOST_TICKS = 2 ** 62; // a key time has 64 bits, with a sign

/** Objects and links of a file while it is made; every object has a number of its own. */
interface Scene {
  readonly objects: FbxRecord[];
  readonly links: FbxRecord[];
  readonly counts: Map<string, number>;
  next: number;
}

/** The bytes of a file with these motions, which share joints and unit. Throws UsageError where a motion does not fit. */
export function writeFbx(motions: readonly RawMotion[]): Uint8Array {
  const [first] = motions;
  const scene: Scene = { objects: [], links: [], counts: new Map(), next: 1_000_000 };
  const models = addSkeleton(scene, first);
  for (const motion of motions) if (motion.frameCount > 0) addStack(scene, motion, models);
  return encodeFbx([
    ...header(),
    globalSettings(first),
    ...documents(motions),
    definitions(scene),
    record('Objects', [], scene.objects),
    record('Connections', [], scene.links),
    takes(motions),
  ]);
}

const named = (name: string, kind: string): Uint8Array => text(`${printable(name)}\u0000\u0001${kind}`);
/** FBX parts names by the characters 0 and 1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
const printable = (name: string): string => name.replace(/[\u0000\u0001]/g, '_');

function add(scene: Scene, kind: string, name: Uint8Array, subtype: string, children: readonly FbxRecord[]): number {
  const id = scene.next++;
  scene.counts.set(kind, (scene.counts.get(kind) ?? 0) + 1);
  scene.objects.push(record(kind, [long(id), name, text(subtype)], children));
  return id;
}

function link(scene: Scene, child: number, parent: number, property?: string): void {
  const ends = [long(child), long(parent)];
  scene.links.push(record('C', property === undefined ? [text('OO'), ...ends] : [text('OP'), ...ends, text(property)]));
}

const property = (name: string, type: string, label: string, flags: string, ...values: Uint8Array[]): FbxRecord =>
  record('P', [text(name), text(type), text(label), text(flags), ...values]);
const intProperty = (name: string, value: number): FbxRecord => property(name, 'int', 'Integer', '', int(value));
const doubleProperty = (name: string, value: number): FbxRecord =>
  property(name, 'double', 'Number', '', double(value));
const timeProperty = (name: string, ticks: bigint): FbxRecord => property(name, 'KTime', 'Time', '', long(ticks));
const properties = (...list: FbxRecord[]): FbxRecord => record('Properties70', [], list);

/** Ids of the models, per joint. End sites follow as leaves called "…_end". */
function addSkeleton(scene: Scene, { joints, endSites }: RawMotion): number[] {
  const models: number[] = [];
  for (const { name, parent, translation, rotation } of joints) {
    models.push(addBone(scene, name, parent < 0 ? SCENE : models[parent], translation, rotation));
  }
  for (const { joint, offset } of endSites) {
    addBone(scene, `${joints[joint].name}_end`, models[joint], offset, [0, 0, 0, 1]);
  }
  return models;
}

function addBone(scene: Scene, name: string, parent: number, place: Vec3, rotation: Quat): number {
  const size = properties(doubleProperty('Size', 1));
  const attribute = add(scene, 'NodeAttribute', named(name, 'NodeAttribute'), 'LimbNode', [
    size,
    record('TypeFlags', [text('Skeleton')]),
  ]);
  const [x, y, z] = anglesOf(Float64Array.from(rotation), 1, name);
  const local = (path: string, vector: readonly number[]): FbxRecord =>
    property(`Lcl ${path}`, `Lcl ${path}`, '', 'A', ...vector.map(double));
  const model = add(scene, 'Model', named(name, 'Model'), 'LimbNode', [
    record('Version', [int(232)]),
    properties(
      property('RotationActive', 'bool', '', '', int(1)),
      property('InheritType', 'enum', '', '', int(1)),
      local('Translation', place),
      local('Rotation', [x[0], y[0], z[0]]),
      local('Scaling', [1, 1, 1]),
    ),
    record('Shading', [Uint8Array.of('C'.charCodeAt(0), 1)]),
    record('Culling', [text('CullingOff')]),
  ]);
  link(scene, model, parent);
  link(scene, attribute, model);
  return model;
}

/** Angles about x, y and z [degrees] of a track of quaternions, without jumps. */
function anglesOf(rotations: Float64Array, frameCount: number, joint: string): readonly Float64Array[] {
  const axes = [0, 1, 2].map(() => new Float64Array(frameCount));
  writeEulerTrack({
    order: ORDER,
    frameCount,
    rotationAt: (out, frame) => out.set(rotations.subarray(4 * frame, 4 * frame + 4)),
    put: (frame, angles) => {
      for (let place = 0; place < 3; place++) axes[ORDER.axes[place]][frame] = DEGREES * angles[place];
    },
    joint,
    format: 'FBX',
  });
  return axes;
}

function addStack(scene: Scene, motion: RawMotion, models: readonly number[]): void {
  const { joints, frameCount, frameTime } = motion;
  const times = new BigInt64Array(frameCount);
  for (let frame = 0; frame < frameCount; frame++) times[frame] = ticksAt(frame * frameTime);
  const stop = times[frameCount - 1];
  const name = stackName(motion);
  const stack = add(scene, 'AnimationStack', named(name, 'AnimStack'), '', [
    properties(
      timeProperty('LocalStart', 0n),
      timeProperty('LocalStop', stop),
      timeProperty('ReferenceStart', 0n),
      timeProperty('ReferenceStop', stop),
      property(FRAME_TIME_PROPERTY, 'double', 'Number', 'AU', double(frameTime)),
    ),
  ]);
  const layer = add(scene, 'AnimationLayer', named('BaseLayer', 'AnimLayer'), '', []);
  link(scene, layer, stack);
  joints.forEach((joint, j) => {
    const place = motion.translations[j];
    if (place) addCurves(scene, layer, models[j], 'Lcl Translation', axesOf(place, frameCount), times);
    const turns = motion.rotations[j];
    if (turns) addCurves(scene, layer, models[j], 'Lcl Rotation', anglesOf(turns, frameCount, joint.name), times);
  });
}

/** FBX counts time in whole ticks. */
function ticksAt(seconds: number): bigint {
  const ticks = Math.round(seconds * TICKS_PER_SECOND);
  if (!(ticks <= MOST_TICKS)) throw new UsageError(`FBX cannot hold a clip of ${seconds} s; cut it first`);
  return BigInt(ticks);
}

const stackName = ({ animation }: RawMotion): string => printable(animation || 'motion');

function axesOf(track: Float64Array, frameCount: number): readonly Float64Array[] {
  return [0, 1, 2].map((axis) => Float64Array.from({ length: frameCount }, (_, frame) => track[3 * frame + axis]));
}

function addCurves(
  scene: Scene,
  layer: number,
  model: number,
  channel: 'Lcl Translation' | 'Lcl Rotation',
  axes: readonly Float64Array[],
  times: BigInt64Array,
): void {
  const defaults = axes.map((values, k) => property(`d|${'XYZ'[k]}`, 'Number', '', 'A', double(values[0])));
  const node = add(scene, 'AnimationCurveNode', named(channel[4], 'AnimCurveNode'), '', [properties(...defaults)]);
  link(scene, node, layer);
  link(scene, node, model, channel);
  axes.forEach((values, k) => {
    const curve = add(scene, 'AnimationCurve', named('', 'AnimCurve'), '', [
      record('Default', [double(values[0])]),
      record('KeyVer', [int(4008)]),
      record('KeyTime', [longs(times)]),
      record('KeyValueFloat', [floats(values)]),
      record('KeyAttrFlags', [ints([LINEAR])]),
      record('KeyAttrDataFloat', [floats([0, 0, 0, 0])]),
      record('KeyAttrRefCount', [ints([times.length])]),
    ]);
    link(scene, curve, node, `d|${'XYZ'[k]}`);
  });
}

function header(): FbxRecord[] {
  const [year, month, day, hour] = [1970, 1, 1, 10];
  const stamp = { Version: 1000, Year: year, Month: month, Day: day, Hour: hour, Minute: 0, Second: 0, Millisecond: 0 };
  const comments = ['Title', 'Subject', 'Author', 'Keywords', 'Revision', 'Comment'];
  return [
    record(
      'FBXHeaderExtension',
      [],
      [
        record('FBXHeaderVersion', [int(1003)]),
        record('FBXVersion', [int(7400)]),
        record('EncryptionType', [int(0)]),
        record(
          'CreationTimeStamp',
          [],
          Object.entries(stamp).map(([name, x]) => record(name, [int(x)])),
        ),
        record('Creator', [text('Poise')]),
        record(
          'SceneInfo',
          [text('GlobalInfo\u0000\u0001SceneInfo'), text('UserData')],
          [
            record('Type', [text('UserData')]),
            record('Version', [int(100)]),
            record(
              'MetaData',
              [],
              [record('Version', [int(100)]), ...comments.map((name) => record(name, [text('')]))],
            ),
            properties(),
          ],
        ),
      ],
    ),
    record('FileId', [raw(FILE_ID)]),
    record('CreationTime', [text(CREATION_TIME)]),
    record('Creator', [text('Poise')]),
  ];
}

/** Y up, +Z to the front, right-handed; the unit in centimetres; the frame rate. */
function globalSettings({ statedMetresPerUnit = 0.01, frameTime, frameCount }: RawMotion): FbxRecord {
  const rate = 1 / frameTime;
  const mode = TIME_MODES.find(([, known]) => Math.abs(known / rate - 1) < 1e-9)?.[0] ?? CUSTOM_RATE;
  const unit = 100 * statedMetresPerUnit;
  return record(
    'GlobalSettings',
    [],
    [
      record('Version', [int(1000)]),
      properties(
        intProperty('UpAxis', 1),
        intProperty('UpAxisSign', 1),
        intProperty('FrontAxis', 2),
        intProperty('FrontAxisSign', 1),
        intProperty('CoordAxis', 0),
        intProperty('CoordAxisSign', 1),
        intProperty('OriginalUpAxis', 1),
        intProperty('OriginalUpAxisSign', 1),
        doubleProperty('UnitScaleFactor', unit),
        doubleProperty('OriginalUnitScaleFactor', unit),
        property('TimeMode', 'enum', '', '', int(mode)),
        timeProperty('TimeSpanStart', 0n),
        timeProperty('TimeSpanStop', ticksAt(Math.max(0, frameCount - 1) * frameTime)),
        doubleProperty('CustomFrameRate', rate),
      ),
    ],
  );
}

function documents(motions: readonly RawMotion[]): FbxRecord[] {
  const scene = [
    properties(property('ActiveAnimStackName', 'KString', '', '', text(stackName(motions[0])))),
    record('RootNode', [long(SCENE)]),
  ];
  return [
    record(
      'Documents',
      [],
      [record('Count', [int(1)]), record('Document', [long(900_000), text('Scene'), text('Scene')], scene)],
    ),
    record('References'),
  ];
}

/** How many objects there are of each kind. */
function definitions({ counts }: Scene): FbxRecord {
  const kinds: readonly (readonly [string, number])[] = [['GlobalSettings', 1], ...counts];
  return record(
    'Definitions',
    [],
    [
      record('Version', [int(100)]),
      record('Count', [int(kinds.reduce((sum, [, count]) => sum + count, 0))]),
      ...kinds.map(([kind, count]) => record('ObjectType', [text(kind)], [record('Count', [int(count)])])),
    ],
  );
}

function takes(motions: readonly RawMotion[]): FbxRecord {
  const moving = motions.filter(({ frameCount }) => frameCount > 0);
  return record(
    'Takes',
    [],
    [
      record('Current', [text(moving[0] ? stackName(moving[0]) : '')]),
      ...moving.map((motion) => {
        const span = [long(0), long(ticksAt((motion.frameCount - 1) * motion.frameTime))];
        return record(
          'Take',
          [text(stackName(motion))],
          [record('FileName', [text('')]), record('LocalTime', span), record('ReferenceTime', span)],
        );
      }),
    ],
  );
}
