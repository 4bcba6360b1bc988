/**
 * Acclaim skeleton and motion → RawMotion. A joint stands at the start of each bone and carries its name; the tip of a bone
 * is where its children start, and an end site where it has none. In the rest pose all joints keep the axes of the file.
 */
import { type Axis, createEulerOrder, type EulerOrder, quatFromEuler } from '../../math/euler.ts';
import { multiplyQuat, rotate3 } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import type { ImportNote } from '../clip.ts';
import type { RawMotion } from '../raw-motion.ts';
import { childrenOf } from '../raw-tree.ts';
import type { AsfAmcDocument, AsfBone, AsfDocument, AsfFreedom } from './asf-amc-document.ts';
import { isCmu, readAmc } from './asf-amc-motion.ts';
import { parseAsf } from './asf-amc-skeleton.ts';

/** CMU states its length as 0.45: lengths are inches times 0.45. */
const CMU_METRES_PER_UNIT = 0.0254 / 0.45;

export const POSITIONS: readonly AsfFreedom[] = ['tx', 'ty', 'tz'];

/** The frames of an .amc on the skeleton of its .asf. Throws FormatError. */
export function parseAmc(data: Uint8Array, file: string, asfData: Uint8Array, asfFile: string): RawMotion {
  const { document, notes } = readAmc(data, file, parseAsf(asfData, asfFile));
  return motionOf(document, file, notes);
}

/** A skeleton alone: one frame of its rest pose. Throws FormatError. */
export function parseAsfAlone(data: Uint8Array, file: string): RawMotion {
  const asf = parseAsf(data, file);
  const bones = asf.bones.flatMap(({ freedoms }, n) => (freedoms.length > 0 ? [n] : []));
  const firstColumn = new Int32Array(asf.bones.length).fill(-1);
  let width = 0;
  for (const bone of bones) {
    firstColumn[bone] = width;
    width += asf.bones[bone].freedoms.length;
  }
  const document: AsfAmcDocument = {
    asf,
    header: new TextEncoder().encode(':FULLY-SPECIFIED\n:DEGREES\n'),
    lineEnd: '\n',
    radiansPerUnit: Math.PI / 180,
    frameTime: 1 / 30,
    frameCount: 1,
    columns: { bones, firstColumn, width },
    values: new Float64Array(width),
  };
  const text = 'a skeleton without motion: one frame of its rest pose';
  return motionOf(document, file, [{ topic: 'content', text, confidence: 'sure' }]);
}

/** The rotations of a bone's freedoms: the first listed is applied first, so it stands last in the product. */
export function orderOf(bone: AsfBone): { readonly order: EulerOrder; readonly places: readonly number[] } {
  const places = bone.freedoms.flatMap((freedom, n) => (freedom.startsWith('r') ? [n] : [])).reverse();
  const axes = places.map((place) => 'xyz'.indexOf(bone.freedoms[place][1]) as Axis);
  return { order: createEulerOrder(axes), places };
}

/** Where a bone starts in its parent's frame, in the rest pose. */
export function restOffset(asf: AsfDocument, bone: number): Vec3 {
  const { parent } = asf.bones[bone];
  if (parent < 0) return asf.rootPosition;
  return parent === 0 ? [0, 0, 0] : tipOf(asf.bones[parent]);
}

const tipOf = ({ direction: [x, y, z], length }: AsfBone): Vec3 => [x * length, y * length, z * length];

function motionOf(document: AsfAmcDocument, file: string, notes: readonly ImportNote[]): RawMotion {
  const { asf } = document;
  const { bones } = asf;
  const leaf = childrenOf(bones).map((children) => children.length === 0);
  const unit: ImportNote[] = isCmu(asf)
    ? [{ topic: 'unit', text: 'length 0.45 as in the CMU database: 1 unit is 5.644 cm', confidence: 'stated' }]
    : [];
  return {
    format: 'amc',
    file,
    animation: '',
    joints: bones.map(({ name, parent }, n) => ({
      name,
      parent,
      translation: restOffset(asf, n),
      rotation: [0, 0, 0, 1],
      scale: 1,
    })),
    endSites: bones.flatMap((bone, joint) => (leaf[joint] && joint > 0 ? [{ joint, offset: tipOf(bone) }] : [])),
    frameTime: document.frameTime,
    frameCount: document.frameCount,
    translations: bones.map((_, n) => translationsOf(document, n)),
    rotations: bones.map((_, n) => rotationsOf(document, n)),
    scales: bones.map(() => undefined),
    statedMetresPerUnit: isCmu(asf) ? CMU_METRES_PER_UNIT : undefined,
    statedUp: undefined,
    notes: [...notes, ...unit],
    document,
  };
}

/** axes · R(freedoms) · axes⁻¹, frame by frame; undefined where the file turns the bone about nothing. */
function rotationsOf(document: AsfAmcDocument, n: number): Float64Array | undefined {
  const { asf, columns, values, frameCount, radiansPerUnit } = document;
  const bone = asf.bones[n];
  const { order, places } = orderOf(bone);
  if (columns.firstColumn[n] < 0 || places.length === 0) return undefined;
  const back = Float64Array.of(-bone.axes[0], -bone.axes[1], -bone.axes[2], bone.axes[3]);
  const angles = new Float64Array(places.length);
  const out = new Float64Array(4 * frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    const row = frame * columns.width + columns.firstColumn[n];
    for (let k = 0; k < places.length; k++) angles[k] = values[row + places[k]] * radiansPerUnit;
    quatFromEuler(out, 4 * frame, order, angles, 0);
    multiplyQuat(out, 4 * frame, bone.axes, 0, out, 4 * frame);
    multiplyQuat(out, 4 * frame, out, 4 * frame, back, 0);
  }
  return out;
}

/** Where a bone starts, frame by frame: its own t-freedoms along its axes, and the stretch of its parent. */
function translationsOf(document: AsfAmcDocument, n: number): Float64Array | undefined {
  const { asf, frameCount } = document;
  const { parent } = asf.bones[n];
  const ownAt = [0, 1, 2].map((axis) => columnOf(document, n, POSITIONS[axis]));
  const stretchAt = parent > 0 ? columnOf(document, parent, 'l') : -1;
  if (stretchAt < 0 && ownAt.every((column) => column < 0)) return undefined;
  const rest = restOffset(asf, n);
  const direction = parent > 0 ? asf.bones[parent].direction : [0, 0, 0];
  const out = new Float64Array(3 * frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    const row = frame * document.columns.width;
    for (let k = 0; k < 3; k++) out[3 * frame + k] = ownAt[k] < 0 ? 0 : document.values[row + ownAt[k]];
    // The root's positions are along the axes of the file; those of a bone along its own.
    if (parent >= 0) rotate3(out, 3 * frame, asf.bones[n].axes, 0, out, 3 * frame);
    const stretch = stretchAt < 0 ? 0 : document.values[row + stretchAt];
    for (let k = 0; k < 3; k++) out[3 * frame + k] += rest[k] + stretch * direction[k];
  }
  return out;
}

/** Column of one freedom of a bone in a row, or −1. */
export function columnOf({ asf, columns }: AsfAmcDocument, bone: number, freedom: AsfFreedom): number {
  const place = asf.bones[bone].freedoms.indexOf(freedom);
  return place < 0 || columns.firstColumn[bone] < 0 ? -1 : columns.firstColumn[bone] + place;
}
