/** Animation curves of an FBX: one number over time, keys joined by steps, lines or cubics. */
import { FormatError } from '../../errors.ts';
import type { Budget } from './budget.ts';
import type { FbxObject } from './fbx-objects.ts';
import { childNamed, type FbxFile, numbersOf } from './fbx-tree.ts';
import type { FrameGrid } from './key-times.ts';

export interface FbxCurve {
  readonly times: Float64Array; // [s], ascending
  readonly values: Float64Array;
  readonly flags: Int32Array; // per key: how the curve runs from it to the next
  readonly slopes: Float64Array; // keys × (out of this key, into the next) [1/s]; for cubic keys
}

/** FBX counts time in these. */
export const TICKS_PER_SECOND = 46186158000;

const STEP = 0x2;
const STEP_TO_NEXT = 0x100; // with STEP: the next key's value at once
const CUBIC = 0x8;
const AUTO = 0x100; // with CUBIC: slopes follow from the neighbours, those in the file do not count
const TCB = 0x200;
const CLAMPED = 0x5000; // auto slopes must not overshoot the neighbouring keys

/** Reads a curve; undefined when it has no keys. */
export async function readCurve(
  fbx: FbxFile,
  object: FbxObject,
  place: string,
  budget: Budget,
): Promise<FbxCurve | undefined> {
  const read = (name: string) => numbersOf(childNamed(object.node, name), fbx, place, budget);
  const ticks = await read('KeyTime');
  const values = await read('KeyValueFloat');
  if (!ticks || !values || ticks.length === 0) return undefined;
  if (ticks.length !== values.length) {
    throw new FormatError(fbx.file, undefined, `${place}: ${ticks.length} key times but ${values.length} values`);
  }
  const times = ticks.map((t) => t / TICKS_PER_SECOND);
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(values[k]) || !Number.isFinite(times[k])) {
      throw new FormatError(fbx.file, undefined, `${place}: key ${k} is ${values[k]}, expected a finite number`);
    }
    if (k > 0 && times[k] < times[k - 1]) {
      throw new FormatError(
        fbx.file,
        undefined,
        `${place}: key times must ascend, key ${k} comes before the one before it`,
      );
    }
  }
  const attributes = await expandAttributes(read, fbx, times.length);
  const curve = { times, values, ...attributes };
  for (let k = 0; k < times.length; k++)
    if (curve.flags[k] & CUBIC && curve.flags[k] & (AUTO | TCB)) setAutoSlope(curve, k);
  return curve;
}

/** Attributes are shared by runs of keys: flags and 4 numbers per run, and how many keys each run has. */
async function expandAttributes(
  read: (name: string) => Promise<Float64Array | undefined>,
  fbx: FbxFile,
  keyCount: number,
): Promise<Pick<FbxCurve, 'flags' | 'slopes'>> {
  const runFlags = (await read('KeyAttrFlags')) ?? new Float64Array(0);
  const runData = (await read('KeyAttrDataFloat')) ?? new Float64Array(0);
  const runLengths = (await read('KeyAttrRefCount')) ?? new Float64Array(0);
  const flags = new Int32Array(keyCount);
  const slopes = new Float64Array(2 * keyCount);
  // Since 7.2 text files print these floats as the integers that share their bits.
  const bits = new DataView(new ArrayBuffer(4));
  const slopeAt = (i: number): number => {
    const x = runData[i] ?? 0;
    if (!fbx.text || fbx.version < 7200) return Number.isFinite(x) ? x : 0;
    bits.setInt32(0, x);
    const slope = bits.getFloat32(0);
    return Number.isFinite(slope) ? slope : 0;
  };
  let run = 0;
  let left = runLengths[0] ?? keyCount;
  for (let k = 0; k < keyCount; k++) {
    while (left <= 0 && run + 1 < runFlags.length) left = runLengths[++run] ?? keyCount;
    flags[k] = runFlags[run] ?? 0;
    slopes[2 * k] = slopeAt(4 * run);
    slopes[2 * k + 1] = slopeAt(4 * run + 1);
    left--;
  }
  return { flags, slopes };
}

/** Slope of key k from its neighbours, as the slope out of it and the slope into it. */
function setAutoSlope({ times, values, flags, slopes }: FbxCurve, k: number): void {
  const before = Math.max(0, k - 1);
  const after = Math.min(times.length - 1, k + 1);
  const rise = (a: number, b: number): number =>
    times[b] > times[a] ? (values[b] - values[a]) / (times[b] - times[a]) : 0;
  let slope = rise(before, after);
  if (flags[k] & CLAMPED && before < k && k < after) {
    // At a turn the curve is level; else a handle of a third of the interval stays within the next key's value.
    const limit = 3 * Math.min(Math.abs(rise(before, k)), Math.abs(rise(k, after)));
    slope = rise(before, k) * rise(k, after) <= 0 ? 0 : Math.max(-limit, Math.min(limit, slope));
  }
  slopes[2 * k] = slope;
  if (k > 0) slopes[2 * k - 1] = slope;
}

/** Values on all frames of the grid; held before the first and after the last key. */
export function sampleCurve(curve: FbxCurve, grid: FrameGrid): Float64Array {
  const { times, values } = curve;
  const last = times.length - 1;
  const out = new Float64Array(grid.frameCount);
  let key = 0;
  for (let frame = 0; frame < grid.frameCount; frame++) {
    const t = grid.start + frame * grid.frameTime;
    while (key < last && times[key + 1] <= t + grid.snap) key++;
    const onKey = key === last || t <= times[key] + grid.snap;
    out[frame] = onKey ? values[key] : between(curve, key, t);
  }
  return out;
}

function between({ times, values, flags, slopes }: FbxCurve, key: number, t: number): number {
  const span = times[key + 1] - times[key];
  const s = (t - times[key]) / span;
  const [a, b] = [values[key], values[key + 1]];
  if (flags[key] & STEP) return flags[key] & STEP_TO_NEXT ? b : a;
  if (!(flags[key] & CUBIC)) return a + s * (b - a);
  const s2 = s * s;
  const s3 = s2 * s;
  return (
    (2 * s3 - 3 * s2 + 1) * a +
    (s3 - 2 * s2 + s) * span * slopes[2 * key] +
    (-2 * s3 + 3 * s2) * b +
    (s3 - s2) * span * slopes[2 * key + 1]
  );
}
