/**
 * A C3D file's contents as stored: labelled points in the file's unit and axes, scaled analog channels, parameters.
 */
import { FormatError } from '../../errors.ts';
import { FRAME_RATE_WANTED, isFrameTime } from '../bounds.ts';
import type { ImportNote } from '../clip.ts';
import { type C3dParameters, numberOf, numbersOf, readParameters, textsOf } from './c3d-parameters.ts';

const BLOCK = 512;

export interface C3dFile {
  readonly file: string;
  readonly parameters: C3dParameters;
  readonly rate: number; // [Hz] of the points
  readonly firstFrame: number; // 1-based number of the first frame
  readonly frameCount: number;
  readonly labels: readonly string[];
  readonly points: Float64Array; // frames × points × 3, file units and axes; zero where absent
  readonly present: Uint8Array; // frames × points
  readonly analogPerFrame: number; // samples of each channel per frame of points
  readonly channelCount: number;
  readonly channelUnits: readonly string[];
  readonly channelLabels: readonly string[];
  readonly analog: Float64Array; // samples × channels, scaled to the channel's unit
  readonly unsampled: ReadonlySet<number>; // channels that store only zeros although they have an offset
  readonly notes: readonly ImportNote[];
}

interface Layout {
  readonly pointCount: number;
  readonly analogPerFrame: number;
  readonly channelCount: number;
  readonly firstFrame: number;
  readonly frameCount: number;
  readonly real: boolean;
  readonly scale: number;
  readonly dataStart: number;
  readonly frameBytes: number;
}

/** Reads everything that is sound in the file; what is damaged is told in the notes. */
export function readC3dFile(data: Uint8Array, file: string): C3dFile {
  const parameters = readParameters(data, file);
  const notes: ImportNote[] = [...parameters.notes];
  const layout = layoutOf(data, parameters, file, notes);
  const { points, present } = readPoints(parameters, layout);
  const { analog, unsampled } = readAnalog(parameters, layout);
  const stated = numberOf(parameters, 'POINT:RATE') ?? 0;
  const headerRate = parameters.reader.float32(20);
  const rate = stated > 0 ? stated : headerRate;
  if (!isFrameTime(1 / rate)) {
    throw new FormatError(file, undefined, `byte 20: expected ${FRAME_RATE_WANTED}, found ${rate}`);
  }
  return {
    file,
    parameters,
    rate,
    firstFrame: layout.firstFrame,
    frameCount: layout.frameCount,
    labels: pointLabels(parameters, layout.pointCount),
    points,
    present,
    analogPerFrame: layout.analogPerFrame,
    channelCount: layout.channelCount,
    channelUnits: textsOf(parameters, 'ANALOG:UNITS'),
    channelLabels: textsOf(parameters, 'ANALOG:LABELS'),
    analog,
    unsampled,
    notes,
  };
}

/** Labels without the subject's prefix; unlabelled and repeated points get a number. */
function pointLabels(parameters: C3dParameters, count: number): string[] {
  const texts = textsOf(parameters, 'POINT:LABELS');
  const seen = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const label = (texts[i] ?? '').replace(/^.*:/, '').trim() || `*${i + 1}`;
    const unique = seen.has(label) ? `${label} (${i + 1})` : label;
    seen.add(unique);
    return unique;
  });
}

function layoutOf(data: Uint8Array, parameters: C3dParameters, file: string, notes: ImportNote[]): Layout {
  const { reader } = parameters;
  const pointCount = reader.uint16(2);
  const analogTotal = reader.uint16(4);
  const analogPerFrame = Math.max(reader.uint16(18), analogTotal > 0 ? 1 : 0);
  const channelCount = analogPerFrame > 0 ? Math.floor(analogTotal / analogPerFrame) : 0;
  const scale = reader.float32(12);
  const real = scale < 0;
  const wordBytes = real ? 4 : 2;
  const frameBytes = wordBytes * (4 * pointCount + analogTotal);
  if (frameBytes === 0)
    throw new FormatError(file, undefined, 'bytes 2 to 5: the header declares neither points nor analog channels');
  if (Number.isNaN(scale) || scale === 0)
    throw new FormatError(file, undefined, `byte 12: expected a point scale, found ${scale}`);
  const dataStart = dataStartOf(parameters, notes);
  const fits = Math.floor((data.length - dataStart) / frameBytes);
  const declared = declaredFrames(parameters);
  if (fits < 1)
    throw new FormatError(
      file,
      undefined,
      `byte ${dataStart}: expected ${declared} frames of ${frameBytes} bytes, found ${Math.max(0, data.length - dataStart)} bytes`,
    );
  if (fits < declared)
    notes.push({
      topic: 'content',
      confidence: 'sure',
      text: `the file promises ${declared} frames but holds ${fits}; those are used`,
    });
  return {
    pointCount,
    analogPerFrame,
    channelCount,
    firstFrame: reader.uint16(6),
    frameCount: Math.min(fits, declared),
    real,
    scale: Math.abs(scale),
    dataStart,
    frameBytes,
  };
}

function dataStartOf(parameters: C3dParameters, notes: ImportNote[]): number {
  const header = parameters.reader.uint16(16);
  const stated = numberOf(parameters, 'POINT:DATA_START');
  if (header >= 2) return (header - 1) * BLOCK;
  notes.push({
    topic: 'content',
    confidence: 'sure',
    text: `the header points to block ${header} for the data; POINT:DATA_START is used`,
  });
  return (Math.max(2, stated ?? 2) - 1) * BLOCK;
}

/** The header counts frames in 16 bits; longer trials state their ends as two words in TRIAL. */
function declaredFrames(parameters: C3dParameters): number {
  const { reader } = parameters;
  const fromHeader = reader.uint16(8) - reader.uint16(6) + 1;
  const word = (value: number | undefined): number => (value === undefined ? 0 : value & 0xffff);
  const start = numbersOf(parameters, 'TRIAL:ACTUAL_START_FIELD');
  const end = numbersOf(parameters, 'TRIAL:ACTUAL_END_FIELD');
  if (start.length === 2 && end.length === 2) {
    const count = word(end[0]) + 65536 * word(end[1]) - word(start[0]) - 65536 * word(start[1]) + 1;
    if (count > 0) return count;
  }
  return fromHeader > 0 ? fromHeader : word(numberOf(parameters, 'POINT:FRAMES'));
}

function readPoints(parameters: C3dParameters, layout: Layout): { points: Float64Array; present: Uint8Array } {
  const { reader } = parameters;
  const { pointCount, frameCount, real, scale } = layout;
  const points = new Float64Array(3 * pointCount * frameCount);
  const present = new Uint8Array(pointCount * frameCount);
  const word = real ? 4 : 2;
  for (let frame = 0; frame < frameCount; frame++) {
    const frameAt = layout.dataStart + frame * layout.frameBytes;
    for (let point = 0; point < pointCount; point++) {
      const at = frameAt + 4 * word * point;
      const x = real ? reader.float32(at) : reader.int16(at) * scale;
      const y = real ? reader.float32(at + word) : reader.int16(at + word) * scale;
      const z = real ? reader.float32(at + 2 * word) : reader.int16(at + 2 * word) * scale;
      const residual = real ? reader.float32(at + 3 * word) : reader.int16(at + 3 * word);
      // Lost points have a negative residual; some writers leave exact zeros or NaN instead.
      if (residual < 0 || Number.isNaN(x + y + z) || (x === 0 && y === 0 && z === 0)) continue;
      const o = frame * pointCount + point;
      present[o] = 1;
      points[3 * o] = x;
      points[3 * o + 1] = y;
      points[3 * o + 2] = z;
    }
  }
  return { points, present };
}

/** value = (stored − OFFSET) · SCALE · GEN_SCALE */
function readAnalog(
  parameters: C3dParameters,
  layout: Layout,
): { analog: Float64Array; unsampled: ReadonlySet<number> } {
  const { reader } = parameters;
  const { channelCount, analogPerFrame, frameCount, real } = layout;
  const out = new Float64Array(channelCount * analogPerFrame * frameCount);
  const sampled = new Uint8Array(channelCount);
  const general = numberOf(parameters, 'ANALOG:GEN_SCALE') ?? 1;
  const scales = joined(parameters, 'ANALOG:SCALE');
  const offsets = joined(parameters, 'ANALOG:OFFSET');
  const unsigned = /unsigned/i.test(textsOf(parameters, 'ANALOG:FORMAT')[0] ?? '');
  const word = real ? 4 : 2;
  for (let frame = 0; frame < frameCount; frame++) {
    const at = layout.dataStart + frame * layout.frameBytes + 4 * word * layout.pointCount;
    for (let i = 0; i < channelCount * analogPerFrame; i++) {
      const channel = i % channelCount;
      const place = at + word * i;
      const stored = real ? reader.float32(place) : unsigned ? reader.uint16(place) : reader.int16(place);
      const offset = unsigned ? (offsets[channel] ?? 0) & 0xffff : (offsets[channel] ?? 0);
      if (stored !== 0 || offset === 0) sampled[channel] = 1;
      const value = (stored - offset) * (scales[channel] ?? 1) * general;
      out[frame * channelCount * analogPerFrame + i] = Number.isFinite(value) ? value : 0;
    }
  }
  const unsampled = new Set(Array.from(sampled.keys()).filter((channel) => !sampled[channel]));
  return { analog: out, unsampled };
}

function joined(parameters: C3dParameters, name: string): number[] {
  const all = Array.from(numbersOf(parameters, name));
  for (let part = 2; parameters.values.has(`${name}${part}`); part++)
    for (const value of numbersOf(parameters, `${name}${part}`)) all.push(value);
  return all;
}
