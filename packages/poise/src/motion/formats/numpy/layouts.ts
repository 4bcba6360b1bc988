/** The layouts in which models and cameras save motion, each with how it is known and read. A further one is one entry. */
import { FormatError } from '../../../errors.ts';
import { quatFromMat3 } from '../../../math/quat-mat3.ts';
import type { ImportNote } from '../../clip.ts';
import { POINT_SETS } from '../../keypoints/sets.ts';
import type { RawMotion } from '../../raw-motion.ts';
import { type NumpyContent, numbersNamed } from './content.ts';
import type { ReadLayout } from './document.ts';
import { denormalise, HUMANML_WIDTH, humanmlPositions, isDenormalised } from './humanml.ts';
import { kimodoTree } from './kimodo.ts';
import type { NumberArray } from './numbers.ts';
import { framesFirst, turnsAsPoints, withoutConfidence } from './positions.ts';
import { quatFromAxisAngle, quatFromColumns } from './rotations.ts';
import { pelvisFromOrigin, RATE_NAMES, SMPL_NAMES, smplJoints } from './smpl.ts';

/** Joints and rotations, ready for a clip; or positions alone. */
export type Decoded =
  | {
      readonly kind: 'joints';
      readonly layout: ReadLayout;
      readonly title: string;
      readonly rate: number | undefined; // [Hz] where the file says
      readonly usualRate: number;
      readonly frames: number;
      readonly motion: Pick<RawMotion, 'joints' | 'translations' | 'rotations' | 'scales'>;
      readonly notes: readonly ImportNote[];
    }
  | {
      readonly kind: 'points';
      readonly layout: ReadLayout;
      readonly title: string;
      readonly rate: number | undefined;
      readonly usualRate: number;
      readonly positions: NumberArray; // frames × points × 3
      readonly notes: readonly ImportNote[];
    };

export interface Beside {
  /** Mean and deviation of HumanML3D's numbers, where they lie beside the file. */
  readonly mean: NumberArray | undefined;
  readonly deviation: NumberArray | undefined;
}

/** All motions of the file. Throws FormatError saying what was found. */
export function decode(content: NumpyContent, file: string, beside: Beside): readonly Decoded[] {
  const found =
    fromKimodo(content, file) ??
    fromSmpl(content) ??
    fromPositions(content, file) ??
    fromFeatures(content, file, beside);
  if (found) return found;
  const arrays = [...content.arrays].map(([name, array]) => {
    if (array.kind === 'numbers') return `${name === '' ? 'one array' : `"${name}"`} (${array.shape.join(', ')})`;
    const what = array.kind === 'objects' ? 'an array of Python objects' : 'an array of texts';
    return name === '' ? what : `"${name}", ${what}`;
  });
  const some = arrays.slice(0, 8).join(', ') + (arrays.length > 8 ? ' …' : '');
  throw new FormatError(
    file,
    undefined,
    `expected a motion of SMPL, Kimodo, HumanML3D or key points, found ${some || 'nothing'}`,
  );
}

const rateOf = (content: NumpyContent): number | undefined => {
  const rate = numbersNamed(content, ...RATE_NAMES)?.values[0];
  return rate !== undefined && rate > 0 ? rate : undefined;
};

function fromKimodo(content: NumpyContent, file: string): readonly Decoded[] | undefined {
  const positions = numbersNamed(content, 'posed_joints');
  const turns = numbersNamed(content, 'global_rot_mats');
  if (!positions || !turns || positions.shape.length !== 3) return undefined;
  const [frames, count] = positions.shape;
  const tree = kimodoTree(count) ?? (count === 22 ? smplTree() : undefined);
  if (!tree) {
    const what = count === 34 ? ' (34 are those of the robot G1, which is no person)' : '';
    throw new FormatError(file, undefined, `"posed_joints": expected 22, 30 or 77 joints, found ${count}${what}`);
  }
  if (turns.values.length !== frames * count * 9) {
    throw new FormatError(
      file,
      undefined,
      `"global_rot_mats": expected (${frames}, ${count}, 3, 3), found (${turns.shape.join(', ')})`,
    );
  }
  const { names, parents } = tree;
  const joints = names.map((name, j) => {
    const translation: [number, number, number] = [0, 0, 0];
    for (let f = 0; f < frames && parents[j] >= 0; f++) {
      for (let c = 0; c < 3; c++) {
        // the way from the parent, in the parent's own axes, in the mean
        for (let k = 0; k < 3; k++) {
          const way = positions.values[3 * (f * count + j) + k] - positions.values[3 * (f * count + parents[j]) + k];
          translation[c] += (turns.values[9 * (f * count + parents[j]) + 3 * k + c] * way) / frames;
        }
      }
    }
    return { name, parent: parents[j], translation, rotation: [0, 0, 0, 1] as const, scale: 1 };
  });
  const rotations = names.map((_, j) => localTurns(turns.values, frames, count, j, parents[j]));
  const root = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) root.set(positions.values.subarray(3 * f * count, 3 * f * count + 3), 3 * f);
  return [
    {
      kind: 'joints',
      layout: 'kimodo',
      title: 'Kimodo',
      rate: rateOf(content),
      usualRate: 30,
      frames,
      motion: { joints, rotations, ...rootOnly(root, count) },
      notes: [],
    },
  ];
}

function smplTree(): { names: readonly string[]; parents: readonly number[] } {
  const joints = smplJoints(22)!;
  return { names: joints.map(({ name }) => name), parents: joints.map(({ parent }) => parent) };
}

/** Turns against the parent from turns against the world. */
function localTurns(world: Float64Array, frames: number, count: number, j: number, parent: number): Float64Array {
  const track = new Float64Array(4 * frames);
  const local = new Float64Array(9);
  for (let f = 0; f < frames; f++) {
    const own = 9 * (f * count + j);
    const above = 9 * (f * count + parent);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        let sum = parent < 0 ? world[own + 3 * r + c] : 0;
        if (parent >= 0) for (let k = 0; k < 3; k++) sum += world[above + 3 * k + r] * world[own + 3 * k + c];
        local[3 * r + c] = sum;
      }
    }
    quatFromMat3(track, 4 * f, local, 0);
  }
  return track;
}

const rootOnly = (root: Float64Array, count: number): Pick<RawMotion, 'translations' | 'scales'> => {
  const still = Array.from({ length: count }, () => undefined);
  return { translations: [root, ...still.slice(1)], scales: still };
};

/** AMASS, HY-Motion, GVHMR, AIST++, EDGE: axis times angle per joint, under names that differ. */
function fromSmpl(content: NumpyContent): readonly Decoded[] | undefined {
  const whole = numbersNamed(content, ...SMPL_NAMES.whole);
  const root = numbersNamed(content, ...SMPL_NAMES.root);
  const body = numbersNamed(content, ...SMPL_NAMES.body);
  const trans = numbersNamed(content, ...SMPL_NAMES.trans);
  if (trans?.shape.length !== 2) return undefined;
  const [frames] = trans.shape;
  const poses =
    whole ??
    (root &&
      body &&
      joined(
        frames,
        root,
        body,
        numbersNamed(content, 'pose_jaw'),
        numbersNamed(content, 'pose_eye'),
        numbersNamed(content, 'pose_hand'),
      ));
  if (!poses || poses.values.length % frames !== 0) return undefined;
  const width = poses.values.length / frames;
  const count = width === 66 ? 22 : width === 69 ? 23 : width / 3;
  const joints = smplJoints(count === 23 ? 22 : count);
  if (!joints) return undefined;
  const scaling = numbersNamed(content, 'smpl_scaling')?.values[0] ?? 1;
  const rotations = joints.map((_, j) => {
    const track = new Float64Array(4 * frames);
    for (let f = 0; f < frames; f++) quatFromAxisAngle(track, 4 * f, poses.values, f * width + 3 * j);
    return track;
  });
  const place = new Float64Array(3 * frames);
  const pelvis = pelvisFromOrigin(joints.length);
  for (let i = 0; i < place.length; i++) place[i] = trans.values[i] / scaling + pelvis[i % 3];
  return [
    {
      kind: 'joints',
      layout: 'smpl',
      title: 'SMPL',
      rate: rateOf(content),
      usualRate: numbersNamed(content, 'smpl_scaling') ? 60 : 30,
      frames,
      motion: { joints, rotations, ...rootOnly(place, joints.length) },
      notes: [GENERIC],
    },
  ];
}

const GENERIC: ImportNote = {
  topic: 'content',
  confidence: 'sure',
  text: 'a generic body stands for the shape numbers of SMPL: bone lengths are those of a mean adult',
};

/** Root, body, and for SMPL-X jaw, eyes and hands, side by side. */
function joined(frames: number, ...parts: readonly (NumberArray | undefined)[]): NumberArray | undefined {
  const given = parts.filter((part) => part !== undefined);
  if (!given.every(({ values }) => values.length % frames === 0)) return undefined;
  const widths = given.map(({ values }) => values.length / frames);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const known = [66, 156, 165].includes(all) ? all : 66;
  const values = new Float64Array(frames * known);
  for (let f = 0; f < frames; f++) {
    let o = f * known;
    for (const [i, part] of given.entries()) {
      if (o + widths[i] > (f + 1) * known) break;
      values.set(part.values.subarray(f * widths[i], (f + 1) * widths[i]), o);
      o += widths[i];
    }
  }
  return { kind: 'numbers', shape: [frames, known], values };
}

/** Positions of joints or key points: (T, N, 3), (1, T, N, 3), or (samples, N, 3, T) as MDM writes them. */
function fromPositions(content: NumpyContent, file: string): readonly Decoded[] | undefined {
  const array = numbersNamed(content, '', 'joints', 'motion', 'posed_joints', 'positions', 'keypoints3d', 'xyz');
  if (!array) return undefined;
  const { shape } = array;
  const say = (positions: NumberArray): Decoded | undefined => {
    const set = POINT_SETS[positions.shape[1]];
    return (
      set && {
        kind: 'points',
        layout: 'points',
        title: set.title,
        rate: rateOf(content),
        usualRate: set.rate,
        positions,
        notes: [],
      }
    );
  };
  if (shape.length === 3 && (shape[2] === 3 || shape[2] === 4)) {
    const points = withoutConfidence(array);
    const one = turnsAsPoints(points) ? undefined : say(points);
    return one && [one];
  }
  if (shape.length === 3 && shape[1] === 3 && POINT_SETS[shape[0]]) {
    const one = say(framesFirst({ ...array, shape: [1, ...shape] }, 0, undefined, file));
    return one && [one];
  }
  if (shape.length !== 4) return undefined;
  if (shape[3] === 3 && shape[0] <= 64) {
    const size = array.values.length / Math.max(1, shape[0]);
    const many = Array.from({ length: shape[0] }, (_, i) =>
      say({ kind: 'numbers', shape: shape.slice(1), values: array.values.slice(i * size, (i + 1) * size) }),
    );
    return many.every((one) => one !== undefined) ? many : undefined;
  }
  if (shape[2] !== 3 || !POINT_SETS[shape[1]]) return undefined;
  const lengths = numbersNamed(content, 'lengths')?.values;
  const many = Array.from({ length: shape[0] }, (_, i) => say(framesFirst(array, i, lengths?.[i], file)));
  return many.every((one) => one !== undefined) ? many : undefined;
}

/** HumanML3D's 263 numbers and the 135 numbers of SimpleText2Motion. */
function fromFeatures(
  content: NumpyContent,
  file: string,
  { mean, deviation }: Beside,
): readonly Decoded[] | undefined {
  const array = numbersNamed(content, '', 'motion', 'features');
  const width = array?.shape[array.shape.length - 1];
  if (!array || array.shape.length < 2 || array.shape.slice(0, -2).some((size) => size !== 1)) return undefined;
  if (width === 135) return [fromColumns(array, content)];
  if (width !== HUMANML_WIDTH) return undefined;
  let features = array;
  const notes: ImportNote[] = [];
  if (!isDenormalised(array)) {
    if (mean?.values.length !== HUMANML_WIDTH || deviation?.values.length !== HUMANML_WIDTH) {
      throw new FormatError(
        file,
        undefined,
        'the 263 numbers of each frame are normalised (their means are near 0); put the Mean.npy and Std.npy of the model beside the file',
      );
    }
    features = denormalise(array, mean, deviation);
    notes.push({
      topic: 'content',
      confidence: 'sure',
      text: 'the numbers were normalised; Mean.npy and Std.npy beside the file undid it',
    });
  }
  const positions = humanmlPositions(features, file);
  return [
    { kind: 'points', layout: 'features', title: 'HumanML3D', rate: rateOf(content), usualRate: 20, positions, notes },
  ];
}

function fromColumns({ values, shape }: NumberArray, content: NumpyContent): Decoded {
  const frames = shape[shape.length - 2];
  const joints = smplJoints(22)!;
  const rotations = joints.map((_, j) => {
    const track = new Float64Array(4 * frames);
    for (let f = 0; f < frames; f++) quatFromColumns(track, 4 * f, values, f * 135 + 3 + 6 * j);
    return track;
  });
  const root = new Float64Array(3 * frames);
  const pelvis = pelvisFromOrigin(22);
  for (let f = 0; f < frames; f++) for (let c = 0; c < 3; c++) root[3 * f + c] = values[f * 135 + c] + pelvis[c];
  return {
    kind: 'joints',
    layout: 'columns',
    title: 'SMPL, six numbers per rotation',
    rate: rateOf(content),
    usualRate: 30,
    frames,
    motion: { joints, rotations, ...rootOnly(root, 22) },
    notes: [GENERIC],
  };
}
