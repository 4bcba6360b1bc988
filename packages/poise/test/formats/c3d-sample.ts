/** C3D files made by code: any processor, integer or real, with parameters as given. */
export interface C3dSample {
  readonly processor: 'intel' | 'dec' | 'mips';
  readonly real: boolean;
  readonly labels: readonly string[];
  readonly rate: number;
  readonly frames: readonly (readonly (readonly [number, number, number] | null)[])[]; // file units; null is a lost point
  readonly scale?: number; // integer files
  readonly analog?: { readonly perFrame: number; readonly samples: readonly (readonly number[])[] }; // samples × channels
  readonly parameters?: readonly C3dSampleParameter[];
}

export interface C3dSampleParameter {
  readonly group: string;
  readonly name: string;
  readonly type: 'text' | 'int' | 'real';
  readonly dimensions: readonly number[];
  readonly values: readonly number[] | readonly string[];
}

const BLOCK = 512;

/** Writes numbers the way the machine does. */
function createWriter(size: number, processor: C3dSample['processor']) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const little = processor !== 'mips';
  return {
    bytes,
    int16: (at: number, value: number) => view.setInt16(at, value, little),
    real: (at: number, value: number) => {
      if (processor !== 'dec') return view.setFloat32(at, value, little);
      if (value === 0) return view.setUint32(at, 0);
      const scratch = new DataView(new ArrayBuffer(4));
      scratch.setFloat32(0, value * 4);
      view.setUint16(at, scratch.getUint16(0), true);
      view.setUint16(at + 2, scratch.getUint16(2), true);
    },
  };
}

export function makeC3d(sample: C3dSample): Uint8Array {
  const channels = sample.analog?.samples[0]?.length ?? 0;
  const perFrame = sample.analog?.perFrame ?? 0;
  const word = sample.real ? 4 : 2;
  const frameBytes = word * (4 * sample.labels.length + channels * perFrame);
  const parameterBlocks = 20;
  const dataStart = BLOCK * (1 + parameterBlocks);
  const writer = createWriter(dataStart + frameBytes * sample.frames.length, sample.processor);
  const { bytes, int16, real } = writer;
  const scale = sample.scale ?? 0.1;
  bytes[0] = 2;
  bytes[1] = 0x50;
  int16(2, sample.labels.length);
  int16(4, channels * perFrame);
  int16(6, 1);
  int16(8, sample.frames.length);
  real(12, sample.real ? -scale : scale);
  int16(16, 2 + parameterBlocks);
  int16(18, perFrame);
  real(20, sample.rate);
  writeParameters(writer, sample, parameterBlocks);
  sample.frames.forEach((points, f) => {
    const at = dataStart + f * frameBytes;
    points.forEach((point, p) => {
      const values = point ?? [0, 0, 0];
      values.forEach((value, k) => {
        if (sample.real) real(at + 4 * word * p + word * k, value);
        else int16(at + 4 * word * p + word * k, Math.round(value / scale));
      });
      if (sample.real) real(at + 4 * word * p + 3 * word, point ? 0 : -1);
      else int16(at + 4 * word * p + 3 * word, point ? 0 : -1);
    });
    for (let i = 0; i < channels * perFrame; i++) {
      const value = sample.analog!.samples[f * perFrame + Math.floor(i / channels)][i % channels];
      const place = at + word * (4 * sample.labels.length + i);
      if (sample.real) real(place, value);
      else int16(place, value);
    }
  });
  return bytes;
}

function writeParameters(
  { bytes, int16, real }: ReturnType<typeof createWriter>,
  sample: C3dSample,
  blocks: number,
): void {
  const length = Math.max(1, ...sample.labels.map((label) => label.length));
  const all: C3dSampleParameter[] = [
    { group: 'POINT', name: 'LABELS', type: 'text', dimensions: [length, sample.labels.length], values: sample.labels },
    { group: 'POINT', name: 'UNITS', type: 'text', dimensions: [2], values: ['mm'] },
    { group: 'POINT', name: 'RATE', type: 'real', dimensions: [], values: [sample.rate] },
    ...(sample.parameters ?? []),
  ];
  const groups = [...new Set(all.map((parameter) => parameter.group))];
  bytes[BLOCK + 2] = blocks;
  bytes[BLOCK + 3] = { intel: 84, dec: 85, mips: 86 }[sample.processor];
  let at = BLOCK + 4;
  const head = (name: string, id: number): void => {
    bytes[at] = name.length;
    bytes[at + 1] = id & 0xff;
    for (let i = 0; i < name.length; i++) bytes[at + 2 + i] = name.charCodeAt(i);
    at += 2 + name.length;
  };
  groups.forEach((group, i) => {
    head(group, -(i + 1));
    int16(at, 3);
    at += 3;
  });
  all.forEach((parameter, index) => {
    head(parameter.name, groups.indexOf(parameter.group) + 1);
    const offsetAt = at;
    at += 2;
    bytes[at] = { text: 0xff, int: 2, real: 4 }[parameter.type];
    bytes[at + 1] = parameter.dimensions.length;
    bytes.set(parameter.dimensions, at + 2);
    at += 2 + parameter.dimensions.length;
    for (const value of parameter.values) {
      if (typeof value === 'string') {
        const padded = value.padEnd(parameter.dimensions[0]);
        for (let i = 0; i < padded.length; i++) bytes[at++] = padded.charCodeAt(i);
      } else if (parameter.type === 'int') {
        int16(at, value);
        at += 2;
      } else {
        real(at, value);
        at += 4;
      }
    }
    bytes[at++] = 0; // no description
    int16(offsetAt, index === all.length - 1 ? 0 : at - offsetAt);
  });
}
