/** From the page's data to arrays that can be drawn. */
import { type Packed, type PageData, SERIES, type SeriesName } from '../page-data.ts';

const UNDEFINED_CODE = 65535;

function bytesOf(text: string): DataView {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return new DataView(bytes.buffer);
}

function unpack({ low, step, codes }: Packed): Float64Array {
  const view = bytesOf(codes);
  return Float64Array.from({ length: view.byteLength / 2 }, (_, i) => {
    const code = view.getUint16(2 * i, true);
    return code === UNDEFINED_CODE ? Number.NaN : low + step * code;
  });
}

function unpackWhole(text: string): Uint32Array {
  const view = bytesOf(text);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}

export interface Scene {
  readonly data: PageData;
  readonly count: number;
  readonly frames: Uint32Array;
  readonly time: Float64Array; // [s]
  readonly duration: number; // [s], never 0
  readonly series: Readonly<Record<SeriesName, Float64Array>>;
  readonly phase: Uint8Array;
  readonly contacts: Uint8Array;
  readonly polygonStart: Uint32Array;
  readonly polygonForward: Float64Array;
  readonly polygonLeft: Float64Array;
  readonly figure: { readonly forward: Float64Array; readonly up: Float64Array; readonly left: Float64Array };
}

export function readScene(): Scene {
  const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as PageData;
  const frames = unpackWhole(data.frames);
  const time = Float64Array.from(frames, (frame) => frame * data.frameTime);
  const series = Object.fromEntries(SERIES.map((name) => [name, unpack(data.series[name])]));
  return {
    data,
    count: data.sampleCount,
    frames,
    time,
    duration: Math.max(time[time.length - 1] ?? 0, data.frameTime),
    series: series as Record<SeriesName, Float64Array>,
    phase: new Uint8Array(bytesOf(data.phase).buffer),
    contacts: new Uint8Array(bytesOf(data.contacts).buffer),
    polygonStart: unpackWhole(data.polygonStart),
    polygonForward: unpack(data.polygonForward),
    polygonLeft: unpack(data.polygonLeft),
    figure: {
      forward: unpack(data.figure.forward),
      up: unpack(data.figure.up),
      left: unpack(data.figure.left),
    },
  };
}

/** Sample at or nearest to a time. */
export function sampleAt({ time }: Scene, t: number): number {
  let low = 0;
  let high = time.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= t) low = middle;
    else high = middle;
  }
  return Math.abs((time[high] ?? 0) - t) < Math.abs((time[low] ?? 0) - t) ? high : low;
}
