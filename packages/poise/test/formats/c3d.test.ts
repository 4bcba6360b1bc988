import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { readC3d } from '../../src/motion/formats/c3d.ts';
import { type C3dSample, type C3dSampleParameter, makeC3d } from './c3d-sample.ts';

const ENCODINGS = (['intel', 'dec', 'mips'] as const).flatMap((processor) =>
  [true, false].map((real) => ({ processor, real })),
);

const frames: C3dSample['frames'] = [
  [
    [100, 200.5, 900],
    [-35.25, 12, 40],
  ],
  [[101, 201, 901], null],
];
const zUp: C3dSampleParameter = { group: 'POINT', name: 'Y_SCREEN', type: 'text', dimensions: [2], values: ['+Z'] };
const base: C3dSample = {
  processor: 'intel',
  real: true,
  labels: ['ann:LASI', 'RHEE'],
  rate: 50,
  frames,
  scale: 0.05,
  parameters: [zUp],
};

describe('points', () => {
  it.each(ENCODINGS)('are the same in $processor, real $real', ({ processor, real }) => {
    const { markers, forces } = readC3d(makeC3d({ ...base, processor, real }), 'a.c3d');
    expect(forces).toBeUndefined();
    expect(markers.names).toEqual(['LASI', 'RHEE']);
    expect(markers.rate).toBe(50);
    expect(Array.from(markers.present)).toEqual([1, 1, 1, 0]);
    // Z up → Y up: (x, y, z) becomes (x, z, −y)
    const expected = [0.1, 0.9, -0.2005, -0.03525, 0.04, -0.012, 0.101, 0.901, -0.201, 0, 0, 0];
    for (const [i, value] of expected.entries()) expect(markers.positions[i]).toBeCloseTo(value, real ? 6 : 4);
  });

  it('leaves out results that are not places', () => {
    const angles: C3dSampleParameter = {
      group: 'POINT',
      name: 'ANGLES',
      type: 'text',
      dimensions: [4, 1],
      values: ['RHEE'],
    };
    expect(readC3d(makeC3d({ ...base, parameters: [zUp, angles] }), 'a.c3d').markers.names).toEqual(['LASI']);
  });

  it('uses the whole frames of a file that was cut short, and says so', () => {
    const whole = makeC3d(base);
    const { markers } = readC3d(whole.subarray(0, whole.length - 8), 'cut.c3d');
    expect(markers.frameCount).toBe(1);
    expect(markers.notes.map((note) => note.text).join(' ')).toContain('promises 2 frames but holds 1');
  });

  it('refuses what is no C3D with the byte', () => {
    expect(() => readC3d(new Uint8Array(2000), 'x.c3d')).toThrow(/byte 1: expected the C3D mark 0x50, found 0x0/);
    const damaged = makeC3d(base);
    damaged[512 + 3] = 12;
    expect(() => readC3d(damaged, 'x.c3d')).toThrow(
      /byte 0: the header points to block 2 for the parameters, and none are there/,
    );
  });
});

describe('analog channels', () => {
  const plate = (type: number, channels: number, more: readonly C3dSampleParameter[] = []): C3dSampleParameter[] => [
    zUp,
    { group: 'FORCE_PLATFORM', name: 'USED', type: 'int', dimensions: [], values: [1] },
    { group: 'FORCE_PLATFORM', name: 'TYPE', type: 'int', dimensions: [1], values: [type] },
    // x east, y north of the plate's axes: corner 1 at (+x, +y); z = x × y must point down, so world x = −plate x
    {
      group: 'FORCE_PLATFORM',
      name: 'CORNERS',
      type: 'real',
      dimensions: [3, 4, 1],
      values: [0, 600, 0, 400, 600, 0, 400, 0, 0, 0, 0, 0],
    },
    {
      group: 'FORCE_PLATFORM',
      name: 'ORIGIN',
      type: 'real',
      dimensions: [3, 1],
      values: type === 3 ? [120, 200, -50] : [0, 0, -40],
    },
    {
      group: 'FORCE_PLATFORM',
      name: 'CHANNEL',
      type: 'int',
      dimensions: [channels, 1],
      values: Array.from({ length: channels }, (_, i) => i + 1),
    },
    { group: 'ANALOG', name: 'GEN_SCALE', type: 'real', dimensions: [], values: [0.5] },
    { group: 'ANALOG', name: 'SCALE', type: 'real', dimensions: [channels], values: Array(channels).fill(2) },
    { group: 'ANALOG', name: 'OFFSET', type: 'int', dimensions: [channels], values: Array(channels).fill(100) },
    ...more,
  ];
  /** A person pushes on the plate with (40, −30, 700) N in plate axes at (0.05, −0.12) m from its middle, twist 3 N·m. */
  const [fx, fy, fz, px, py, twist] = [40, -30, 700, 50, -120, 3000];
  const moments = (height: number): [number, number, number] => {
    // about the transducer, `height` mm below the surface: r = (px, py, −height)
    const rz = -height;
    return [py * fz - rz * fy, rz * fx - px * fz, px * fy - py * fx + twist];
  };
  const check = (parameters: readonly C3dSampleParameter[], channels: readonly number[]): void => {
    const stored = channels.map((value) => value + 100);
    const samples = Array.from({ length: 4 }, () => stored);
    const file = makeC3d({
      ...base,
      parameters,
      analog: { perFrame: 2, samples: samples.map((row, i) => (i === 0 ? row.map((v) => v + 1e-3) : row)) },
    });
    const { forces } = readC3d(file, 'plate.c3d');
    expect(forces?.rate).toBe(100);
    const p = forces!.plates[0];
    // on the person: opposite; plate x = −world x, plate y = world y(file) = −world z, plate z down = −world y
    expect(p.force[3]).toBeCloseTo(40, 2);
    expect(p.force[4]).toBeCloseTo(700, 2);
    expect(p.force[5]).toBeCloseTo(-30, 2);
    expect(p.cop[3]).toBeCloseTo(0.2 - 0.05, 4);
    expect(p.cop[4]).toBeCloseTo(0, 6);
    expect(p.cop[5]).toBeCloseTo(-(0.3 - 0.12), 4);
    expect(Math.abs(p.freeMoment[4])).toBeCloseTo(3, 2);
    expect(p.loaded[1]).toBe(1);
  };

  it('type 1 holds the centre of pressure itself', () => check(plate(1, 6), [fx, fy, fz, px, py, twist]));
  it('type 2 holds force and moment', () => check(plate(2, 6), [fx, fy, fz, ...moments(40)]));
  it('type 4 is multiplied by the calibration matrix', () => {
    const matrix: number[] = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 2 : 0)); // 2 · identity, but F2 gets 0.1 of channel 1
    matrix[1] = 0.1;
    const raw = [fx / 2, (fy - 0.1 * (fx / 2)) / 2, fz / 2, ...moments(40).map((m) => m / 2)];
    check(
      plate(4, 6, [
        { group: 'FORCE_PLATFORM', name: 'CAL_MATRIX', type: 'real', dimensions: [6, 6, 1], values: matrix },
      ]),
      raw,
    );
  });
  it('type 3 sums eight cells', () => {
    // cells at (±120, ±200), 50 mm below the surface
    const [mx, my, mz] = moments(50);
    const [a, b] = [120, 200];
    const s = fz / 4;
    const x = mx / (4 * b);
    const y = my / (4 * a);
    const t = mz / 2;
    // fz1 (+,+), fz2 (−,+), fz3 (−,−), fz4 (+,−)
    check(plate(3, 8), [
      fx / 2 - t / (2 * b),
      fx / 2 + t / (2 * b),
      fy / 2 + t / (2 * a),
      fy / 2 - t / (2 * a),
      s + x - y,
      s + x + y,
      s - x + y,
      s - x - y,
    ]);
  });
  it('leaves out a plate of unknown type with the reason', () => {
    const samples = Array.from({ length: 4 }, (_, i) => [i, 0, 0, 0, 0, 0]);
    const { forces, markers } = readC3d(
      makeC3d({ ...base, parameters: plate(21, 6), analog: { perFrame: 2, samples } }),
      'plate.c3d',
    );
    expect(forces).toBeUndefined();
    expect(markers.notes.map((note) => note.text).join(' ')).toContain(
      'force plate 1 is left out: type 21 is not known',
    );
  });
});

it('never hangs, crashes or gives NaN on 2,000 damaged files', () => {
  const rng = createRng(7);
  const sources = ENCODINGS.map((encoding) =>
    makeC3d({
      ...base,
      ...encoding,
      analog: { perFrame: 2, samples: Array.from({ length: 4 }, (_, i) => [i, 2, 700, 4, 5, 6]) },
    }),
  );
  let read = 0;
  for (let round = 0; round < 2000; round++) {
    const bytes = Uint8Array.from(sources[round % sources.length]);
    // Headers and parameters stand in the first bytes; damage there matters most.
    for (let i = 0; i < 1 + 8 * rng.next(); i++)
      bytes[Math.floor(rng.next() * (rng.next() < 0.7 ? 900 : bytes.length))] = Math.floor(256 * rng.next());
    const cut = rng.next() < 0.2 ? bytes.subarray(0, Math.floor(rng.next() * bytes.length)) : bytes;
    try {
      const { markers, forces } = readC3d(cut, 'fuzz.c3d');
      expect(markers.positions.every(Number.isFinite)).toBe(true);
      expect(forces?.plates.every((p) => p.force.every(Number.isFinite) && p.cop.every(Number.isFinite)) ?? true).toBe(
        true,
      );
      read++;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  expect(read).toBeGreaterThan(100);
});
