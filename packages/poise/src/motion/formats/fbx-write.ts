/**
 * Motions → FBX 7.4, binary: the skeleton as limb nodes in its rest pose, one animation stack per motion with a linear key per
 * frame. Lcl Rotation is in degrees, x applied first. Meshes are not written.
 */
import type { Quat, Vec3 } from '../../math/types.ts';
import type { RawMotion } from '../raw-motion.ts';
import {
  CREATION_TIME,
  double,
  encodeFbx,
  type FbxRecord,
  FILE_ID,
  int,
  long,
  raw,
  record,
  text,
} from './fbx-encode.ts';
import { CUSTOM_RATE, TIME_MODES } from './fbx-rates.ts';
import {
  add,
  addCurves,
  addLayer,
  anglesOf,
  axesOf,
  doubleProperty,
  intProperty,
  keyTimes,
  link,
  named,
  printable,
  properties,
  property,
  SCENE,
  type Scene,
  ticksAt,
  timeProperty,
} from './fbx-scene.ts';

/** The bytes of a file with these motions, which share joints and unit. Throws UsageError where a motion does not fit. */
export function writeFbx(motions: readonly RawMotion[]): Uint8Array {
  const [first] = motions;
  const scene: Scene = { objects: [], links: [], counts: new Map(), next: 1_000_000n };
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

/** Ids of the models, per joint. End sites follow as leaves called "…_end". */
function addSkeleton(scene: Scene, { joints, endSites }: RawMotion): bigint[] {
  const models: bigint[] = [];
  for (const { name, parent, translation, rotation } of joints) {
    models.push(addBone(scene, name, parent < 0 ? SCENE : models[parent], translation, rotation));
  }
  for (const { joint, offset } of endSites) {
    addBone(scene, `${joints[joint].name}_end`, models[joint], offset, [0, 0, 0, 1]);
  }
  return models;
}

function addBone(scene: Scene, name: string, parent: bigint, place: Vec3, rotation: Quat): bigint {
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

function addStack(scene: Scene, motion: RawMotion, models: readonly bigint[]): void {
  const { joints, frameCount, frameTime } = motion;
  const times = keyTimes(0, frameTime, frameCount);
  const layer = addLayer(scene, stackName(motion), times, frameTime);
  joints.forEach((joint, j) => {
    const place = motion.translations[j];
    if (place) addCurves(scene, layer, models[j], 'Lcl Translation', axesOf(place, frameCount), times);
    const turns = motion.rotations[j];
    if (turns) addCurves(scene, layer, models[j], 'Lcl Rotation', anglesOf(turns, frameCount, joint.name), times);
  });
}

const stackName = ({ animation }: RawMotion): string => printable(animation || 'motion');

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
