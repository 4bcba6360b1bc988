/** A clip on SMPL's skeleton → its parameters: axis times angle per joint, and the way of the model's origin. */
import { UsageError } from '../../../errors.ts';
import { logQuat, multiplyQuat } from '../../../math/quat.ts';
import { mat3FromQuat } from '../../../math/quat-mat3.ts';
import type { Clip } from '../../clip.ts';
import { fromClip } from '../../from-clip.ts';
import type { RawMotion } from '../../raw-motion.ts';
import { quoted } from '../format.ts';
import type { NumpyArray } from './array.ts';
import type { NumpyDocument } from './document.ts';
import type { NumberArray } from './numbers.ts';
import { type ArrayToWrite, again, number, numbers, storedAs, word } from './pack.ts';
import { pelvisFromOrigin, RATE_NAMES, SMPL_NAMES, smplJoints } from './smpl.ts';

export interface Encoded {
  readonly usualRate?: number; // [Hz] that readers take where a .npy does not say
  readonly arrays: ReadonlyMap<string, ArrayToWrite>; // a .npy holds the one called ''
  readonly notes: readonly string[];
}

const BODY = 22; // joints that every SMPL model has
const HANDS = 30;
/** A bone may point this far from SMPL's T-pose (cosine) before zero rotations mean another pose. */
const SAME_DIRECTION = 0.85;
/** From Y up to Z up, as AMASS has it. */
const Z_UP = Float64Array.of(Math.SQRT1_2, 0, 0, Math.SQRT1_2);

/** SMPL's joints that a motion has, in the order of the model. Throws UsageError where the motion is not on SMPL's skeleton. */
function smplTracks(motion: RawMotion, count: 22 | 24 | 52 | 55, what: string): readonly (Float64Array | undefined)[] {
  const wanted = smplJoints(count)!;
  const indexOf = new Map(motion.joints.map(({ name }, joint) => [name, joint]));
  const missing = wanted.slice(0, BODY).filter(({ name }) => !indexOf.has(name));
  if (missing.length > 0) {
    const names = quoted(missing.map(({ name }) => name));
    throw new UsageError(
      `${what} needs the skeleton of SMPL, and the clip has no joint ${names}; --layout humanml3d writes positions`,
    );
  }
  for (const { name, parent, translation } of wanted.slice(1, BODY)) {
    const own = motion.joints[indexOf.get(name)!];
    const above = wanted[parent].name;
    if (motion.joints[own.parent]?.name !== above) throw new UsageError(`${what}: expected "${name}" below "${above}"`);
    const along = own.translation.reduce((sum, x, k) => sum + x * translation[k], 0);
    const size = Math.hypot(...own.translation) * Math.hypot(...translation);
    // trunks, collars and feet differ from person to person, limbs do not
    const isLimb = /knee|ankle|elbow|wrist/.test(name);
    if ((isLimb && along < SAME_DIRECTION * size) || Math.abs(own.rotation[3]) < 1 - 1e-9) {
      throw new UsageError(`${what}: the rest pose is not the T-pose of SMPL (see "${name}")`);
    }
  }
  return wanted.map(({ name }) => {
    const joint = indexOf.get(name);
    return joint === undefined ? undefined : motion.rotations[joint];
  });
}

/** frames × (3 · joints): rotations as axis times angle [rad]; joints without a track are at rest. */
function axisAngles(tracks: readonly (Float64Array | undefined)[], frames: number): Float64Array {
  const out = new Float64Array(3 * tracks.length * frames);
  tracks.forEach((track, joint) => {
    for (let f = 0; track && f < frames; f++) logQuat(out, 3 * (f * tracks.length + joint), track, 4 * f);
  });
  return out;
}

/** The clip as a new file would hold it, Z up where asked. */
function freshMotion(clip: Clip, up: 'y' | 'z'): RawMotion {
  const motion = fromClip(clip, { fresh: true });
  if (up === 'y') return motion;
  const way = motion.translations[0]!.slice();
  const turns = motion.rotations[0]!.slice();
  for (let f = 0; f < motion.frameCount; f++) {
    const [y, z] = [way[3 * f + 1], way[3 * f + 2]];
    way[3 * f + 1] = -z;
    way[3 * f + 2] = y;
    multiplyQuat(turns, 4 * f, Z_UP, 0, turns, 4 * f);
  }
  return {
    ...motion,
    translations: [way, ...motion.translations.slice(1)],
    rotations: [turns, ...motion.rotations.slice(1)],
  };
}

/** The way of the model's origin, which lies in its chest, frames × 3. */
function originWay(motion: RawMotion, joints: number, scaling = 1): Float64Array {
  const pelvis = pelvisFromOrigin(joints);
  const root = motion.joints.findIndex(({ name }) => name === 'pelvis');
  const track = motion.translations[root];
  const rest = motion.joints[root].translation;
  return Float64Array.from(
    { length: 3 * motion.frameCount },
    (_, i) => scaling * ((track ? track[i] : rest[i % 3]) - pelvis[i % 3]),
  );
}

/** Shape and gender, which a motion keeps from its own file; a mean person where there is none. */
function person(document: NumpyDocument | undefined, betas: number): readonly (readonly [string, ArrayToWrite])[] {
  const shape = document?.arrays.get('betas');
  const gender = document?.arrays.get('gender');
  return [
    ['betas', (shape && again(shape)) ?? numbers(new Float64Array(betas))],
    ['gender', (gender && again(gender)) ?? word('neutral')],
  ];
}

const resting = (tracks: readonly (Float64Array | undefined)[]): readonly string[] =>
  tracks.slice(BODY).every((track) => track === undefined) ? ['hands are at rest: the skeleton has no fingers'] : [];

/** AMASS with SMPL-H: 52 joints in one array, Z up. */
export function writeAmass(clip: Clip, document: NumpyDocument | undefined): Encoded {
  const motion = freshMotion(clip, 'z');
  const { frameCount: frames } = motion;
  const tracks = smplTracks(motion, 52, 'layout amass');
  const arrays = new Map<string, ArrayToWrite>([
    ['poses', numbers(axisAngles(tracks, frames), [frames, 156])],
    ['trans', numbers(originWay(motion, 52), [frames, 3])],
    ...person(document, 16),
    ['mocap_framerate', number(1 / clip.frameTime)],
  ]);
  return { arrays, notes: ['layout amass: SMPL-H, Z up', ...resting(tracks)] };
}

/** AMASS with SMPL-X: an array per part of the body, Z up. */
export function writeSmplX(clip: Clip, document: NumpyDocument | undefined): Encoded {
  const motion = freshMotion(clip, 'z');
  const { frameCount: frames } = motion;
  const tracks = smplTracks(motion, 55, 'layout smplx');
  const part = (from: number, to: number): ArrayToWrite =>
    numbers(axisAngles(tracks.slice(from, to), frames), [frames, 3 * (to - from)]);
  const arrays = new Map<string, ArrayToWrite>([
    ['root_orient', part(0, 1)],
    ['pose_body', part(1, BODY)],
    ['pose_hand', part(BODY + 3, BODY + 3 + HANDS)],
    ['pose_jaw', part(BODY, BODY + 1)],
    ['pose_eye', part(BODY + 1, BODY + 3)],
    ['trans', numbers(originWay(motion, 55), [frames, 3])],
    ...person(document, 16),
    ['num_betas', number(16)],
    ['surface_model_type', word('smplx')],
    ['mocap_frame_rate', number(1 / clip.frameTime)],
    ['mocap_time_length', number(frames * clip.frameTime)],
  ]);
  return { arrays, notes: ['layout smplx: SMPL-X, Z up', ...resting(tracks)] };
}

/** The way and first two columns of every rotation in one array: 135 numbers per frame, Y up. */
export function writeColumns(clip: Clip): Encoded {
  const motion = freshMotion(clip, 'y');
  const { frameCount: frames } = motion;
  const tracks = smplTracks(motion, 22, 'layout smpl135');
  const way = originWay(motion, 22);
  const values = new Float64Array(135 * frames);
  const matrix = new Float64Array(9);
  for (let f = 0; f < frames; f++) {
    values.set(way.subarray(3 * f, 3 * f + 3), 135 * f);
    tracks.forEach((track, joint) => {
      mat3FromQuat(matrix, 0, track ?? Float64Array.of(0, 0, 0, 1), track ? 4 * f : 0);
      for (let c = 0; c < 2; c++) {
        for (let r = 0; r < 3; r++) values[135 * f + 3 + 6 * joint + 3 * c + r] = matrix[3 * r + c];
      }
    });
  }
  return { arrays: new Map([['', numbers(values, [frames, 135], 'f4')]]), notes: ['layout smpl135: SMPL, Y up'] };
}

/** Into the arrays of the clip's own file, whatever it calls them; those that do not hold the motion stay as they are. */
export function writeOwnSmpl(clip: Clip, { arrays: own }: NumpyDocument): Encoded {
  const motion = fromClip(clip);
  const { frameCount: frames } = motion;
  const find = (names: readonly string[]): readonly [string, NumberArray] | undefined => {
    const name = names.find((each) => own.get(each)?.kind === 'numbers');
    return name === undefined ? undefined : [name, own.get(name) as NumberArray];
  };
  const trans = find(SMPL_NAMES.trans)!;
  const sameLength = trans[1].shape[0] === frames;
  const arrays = new Map<string, ArrayToWrite>();
  const dropped: string[] = [];
  for (const [name, array] of own) {
    const kept = sameLength || !isPerFrame(array, trans[1].shape[0]) ? again(array) : undefined;
    if (kept) arrays.set(name, kept);
    else dropped.push(name);
  }
  const count = motion.joints.length as 22 | 24 | 52 | 55;
  const tracks = smplTracks(motion, count, 'the file');
  /** Joints from `first` on, as many as the array has room for and the motion has. */
  const put = (found: readonly [string, NumberArray] | undefined, first: number, limit: number = count): void => {
    if (!found) return;
    const [name, array] = found;
    const width = array.values.length / Math.max(1, array.shape[0]);
    const values = sameLength ? array.values.slice() : new Float64Array(width * frames);
    const columns = Math.min(width, 3 * (limit - first));
    const angles = axisAngles(tracks.slice(first, first + columns / 3), frames);
    for (let f = 0; f < frames; f++) values.set(angles.subarray(f * columns, (f + 1) * columns), f * width);
    arrays.set(name, numbers(values, [frames, ...array.shape.slice(1)], storedAs(array)));
  };
  const whole = find(SMPL_NAMES.whole);
  if (whole) put(whole, 0);
  else {
    put(find(SMPL_NAMES.root), 0, 1);
    put(find(SMPL_NAMES.body), 1, BODY);
    if (count === 55) {
      put(find(['pose_jaw']), BODY, BODY + 1);
      put(find(['pose_eye']), BODY + 1, BODY + 3);
      put(find(['pose_hand']), BODY + 3);
    } else if (count === 52) put(find(['pose_hand']), BODY);
  }
  const scaling = find(['smpl_scaling'])?.[1].values[0] ?? 1;
  arrays.set(trans[0], numbers(originWay(motion, count, scaling), [frames, 3], storedAs(trans[1])));
  arrays.set(RATE_NAMES.find((name) => own.has(name)) ?? RATE_NAMES[0], number(1 / clip.frameTime));
  return {
    arrays,
    notes: dropped.length > 0 ? [`left out, as they belong to the old frames: ${quoted(dropped)}`] : [],
  };
}

const isPerFrame = (array: NumpyArray, frames: number): boolean =>
  array.kind === 'objects' || (array.shape.length > 0 && array.shape[0] === frames && frames > 1);
