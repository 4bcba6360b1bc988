/** RawMotion → BVH text: the source file with new numbers, or a fresh file. */
import { UsageError } from '../../errors.ts';
import type { Axis } from '../../math/euler.ts';
import type { Vec3 } from '../../math/types.ts';
import type { RawMotion } from '../raw-motion.ts';
import type { BvhDocument, BvhHierarchy } from './bvh-document.ts';
import { freshHeader, freshHierarchy } from './bvh-header.ts';
import { RADIANS_PER_DEGREE, rotationOf } from './bvh-rotation.ts';
import { writeEulerTrack } from './euler-track.ts';
import { createWriter, exactNumber, writeBytes, writeNumber, writeText, writtenBytes } from './text-writer.ts';

/** Positions closer than this part of their size (or of 1) to the source file's keep its very numbers. */
const SAME_POSITION = 1e-10;
/** A joint without position channels may stray from its OFFSET by this part of its size. */
const LARGEST_STRAY = 1e-6;

type Source = Pick<BvhDocument, 'values' | 'frameCount'>;

/**
 * A BVH file. With the document of a BVH file: the same header, frame time and channels; numbers that still say the same
 * are unchanged. Throws UsageError when the motion does not fit the channels.
 */
export function printBvh(raw: RawMotion): Uint8Array {
  const document = raw.format === 'bvh' ? (raw.document as BvhDocument | undefined) : undefined;
  const hierarchy = document ?? freshHierarchy(raw);
  checkScales(raw);
  const values = new Float64Array(raw.frameCount * hierarchy.channelCount);
  // Only a file of the same length can be compared frame by frame.
  const source = document?.frameCount === raw.frameCount ? document : undefined;
  putPositions(values, raw, hierarchy, document?.addsOffset, source);
  putRotations(values, raw, hierarchy, source);

  const lineEnd = document?.lineEnd ?? '\n';
  const writer = createWriter(16 * values.length + 100_000);
  writeBytes(writer, document?.header ?? new TextEncoder().encode(freshHeader(raw, hierarchy)));
  const frameTime =
    document?.frameTimeText !== undefined && document.frameTime === raw.frameTime
      ? document.frameTimeText
      : exactNumber(raw.frameTime);
  writeText(writer, `${lineEnd}Frames: ${raw.frameCount}${lineEnd}Frame Time: ${frameTime}${lineEnd}`);
  const end = new TextEncoder().encode(lineEnd);
  const blank = new TextEncoder().encode(' ');
  const width = hierarchy.channelCount;
  for (let row = 0; row < values.length; row += width) {
    for (let column = 0; column < width; column++) {
      writeNumber(writer, values[row + column]);
      writeBytes(writer, column === width - 1 ? end : blank);
    }
  }
  return writtenBytes(writer);
}

function checkScales(raw: RawMotion): void {
  const scaled = raw.joints.findIndex(({ scale }, joint) => scale !== 1 || raw.scales[joint] !== undefined);
  if (scaled >= 0) throw new UsageError(`joint "${raw.joints[scaled].name}" is scaled; a BVH file cannot hold scales`);
}

/** Position channels, in file units. */
function putPositions(
  values: Float64Array,
  raw: RawMotion,
  hierarchy: BvhHierarchy,
  addsOffset: readonly boolean[] | undefined,
  source: Source | undefined,
): void {
  const width = hierarchy.channelCount;
  hierarchy.joints.forEach((joint, n) => {
    const track = raw.translations[n];
    const held = [true, true, true];
    joint.channels.forEach(({ kind, axis }, place) => {
      if (kind !== 'position') return;
      held[axis] = false;
      const base = addsOffset?.[n] ? joint.offset[axis] : 0;
      for (let frame = 0; frame < raw.frameCount; frame++) {
        const at = frame * width + joint.firstChannel + place;
        const value = (track ? track[3 * frame + axis] : joint.offset[axis]) - base;
        const old = source ? source.values[at] : Number.NaN;
        const same = Math.abs(value - old) <= SAME_POSITION * Math.max(1, Math.abs(value), Math.abs(base));
        values[at] = same ? old : value;
      }
    });
    if (track) checkHeldAxes(joint, track, held);
  });
}

/** Axes without a channel must stay at the OFFSET. */
function checkHeldAxes(joint: BvhHierarchy['joints'][number], track: Float64Array, held: readonly boolean[]): void {
  for (const axis of [0, 1, 2] as const) {
    const at = held[axis] ? frameAway(track, axis, joint.offset) : -1;
    if (at < 0) continue;
    throw new UsageError(
      `joint "${joint.name}", frame ${at}: moves along ${'xyz'[axis]}, for which the file has no ` +
        'position channel; write a fresh BVH file instead',
    );
  }
}

/** Does a track of positions leave the OFFSET along an axis? */
export const straysAlong = (track: Float64Array, axis: Axis, offset: Vec3): boolean =>
  frameAway(track, axis, offset) >= 0;

/** The first frame that is away from the OFFSET along an axis, or −1. */
function frameAway(track: Float64Array, axis: Axis, offset: Vec3): number {
  const allowed = LARGEST_STRAY * Math.max(1, Math.hypot(...offset));
  for (let frame = 0; 3 * frame < track.length; frame++) {
    if (Math.abs(track[3 * frame + axis] - offset[axis]) > allowed) return frame;
  }
  return -1;
}

/** Rotation channels, in degrees. */
function putRotations(values: Float64Array, raw: RawMotion, hierarchy: BvhHierarchy, source: Source | undefined): void {
  const width = hierarchy.channelCount;
  hierarchy.joints.forEach((joint, n) => {
    const { order, columns, anglesInRow } = rotationOf(joint);
    const track = raw.rotations[n];
    const rest = raw.joints[n].rotation;
    writeEulerTrack({
      order,
      frameCount: raw.frameCount,
      joint: joint.name,
      format: 'BVH',
      rotationAt: (out, frame) => {
        for (let k = 0; k < 4; k++) out[k] = track ? track[4 * frame + k] : rest[k];
      },
      sourceAnglesAt:
        source &&
        ((out, frame) => {
          anglesInRow(out, 0, source.values, frame * width);
          return true;
        }),
      put: (frame, angles, fromSource) => {
        for (let k = 0; k < columns.length; k++) {
          const at = frame * width + columns[k];
          values[at] = fromSource && source ? source.values[at] : angles[k] / RADIANS_PER_DEGREE;
        }
      },
    });
  });
}
