import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { mot } from '../../src/motion/formats/mot.ts';
import { holdsForces, readForces } from '../../src/motion/formats/mot-forces.ts';
import { readTable } from '../../src/motion/formats/mot-table.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const table = (
  columns: readonly string[],
  rows: readonly (readonly number[])[],
  header = 'version=1\nnRows=2\ninDegrees=yes',
): Uint8Array =>
  bytes(`motion\n${header}\nendheader\n\n${columns.join('\t')}\n${rows.map((row) => row.join('\t')).join('\n')}\n`);

describe('tables', () => {
  it('reads header, names and rows', () => {
    const read = readTable(
      table(
        ['time', 'knee', 'knee'],
        [
          [0, 1, 2],
          [0.1, 3, 4],
        ],
      ),
      'a.mot',
    );
    expect(read.inDegrees).toBe(true);
    expect(read.columns).toEqual(['knee', '1_knee']);
    expect(Array.from(read.time)).toEqual([0, 0.1]);
    expect(Array.from(read.values)).toEqual([1, 2, 3, 4]);
  });

  it('reads the oldest header and counts rows itself', () => {
    const read = readTable(
      table(
        ['time', 'a'],
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
        'datacolumns 2\ndatarows 12081\nrange 0 1',
      ),
      'a.mot',
    );
    expect(read.rows).toBe(3);
    expect(read.notes[0].text).toContain('promises 12081 rows, the file holds 3');
  });

  it('says where a file is wrong', () => {
    expect(() => readTable(bytes('time a\n0 1'), 'a.sto')).toThrow(/expected a header that ends with "endheader"/);
    expect(() => readTable(table(['time', 'a'], [[0, 1, 2]]), 'a.sto')).toThrow(
      /a\.sto:8: expected 2 columns, found 3/,
    );
    expect(() =>
      readTable(
        table(
          ['time', 'a'],
          [
            [1, 1],
            [0, 1],
          ],
        ),
        'a.sto',
      ),
    ).toThrow(/a\.sto:9: time must increase/);
    expect(() => readTable(bytes('x\nendheader\ntime a\n0 z'), 'a.sto')).toThrow(
      /a\.sto:4:3: expected a number, found "z"/,
    );
  });
});

describe('forces', () => {
  const NAMES = [
    ['ground_force_1_vx', 'ground_force_1_px', 'ground_force_1_mx'],
    ['ground_force_vx', 'ground_force_px', 'ground_torque_x'],
    ['1_ground_force_vx', '1_ground_force_px', '1_ground_torque_x'],
    ['R_ground_force_vx', 'R_ground_force_px', 'R_ground_torque_x'],
    ['ground_force_r_vx', 'ground_force_r_px', 'ground_torque_r_x'],
  ];
  it.each(NAMES)('knows %s, %s and %s', (...first) => {
    const columns = ['time', ...first.flatMap((name) => ['x', 'y', 'z'].map((axis) => name.replace(/x$/, axis)))];
    const forces = readForces(
      table(columns, [
        [0, 1, 700, 3, 0.1, 0, 0.2, 0, 5, 0],
        [0.001, 1, 2, 3, 99, 0, 99, 0, 5, 0],
      ]),
      'a.mot',
    );
    expect(forces.rate).toBe(1000);
    expect(forces.plates).toHaveLength(1);
    const [plate] = forces.plates;
    expect(Array.from(plate.force.subarray(0, 3))).toEqual([1, 700, 3]);
    expect(Array.from(plate.cop)).toEqual([0.1, 0, 0.2, 0, 0, 0]); // nonsense where nobody stands is dropped
    expect(plate.freeMoment[1]).toBe(5);
    expect(Array.from(plate.loaded)).toEqual([1, 0]);
  });

  it('keeps plates apart and tells forces from angles', () => {
    const columns = [
      'time',
      ...['1', '2'].flatMap((n) => ['vx', 'vy', 'vz', 'px', 'py', 'pz'].map((q) => `ground_force_${n}_${q}`)),
    ];
    const row = [0, 0, 10, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0];
    const forces = readForces(table(columns, [row, row.map((v, i) => (i === 0 ? 1 : v))]), 'a.mot');
    expect(forces.plates.map((plate) => [plate.name, plate.force[1]])).toEqual([
      ['1', 10],
      ['2', 20],
    ]);
    expect(holdsForces(readTable(table(['time', 'knee_angle_r'], [[0, 1]]), 'a'))).toBe(false);
    expect(() => readForces(table(['time', 'knee_angle_r'], [[0, 1]]), 'a.mot')).toThrow(
      /expected columns such as ground_force_1_vy/,
    );
  });

  it('reads Cortex text in millimetres', () => {
    const text =
      '[Force Data]\r\nNumberOfForcePlates=1\r\nSampleRate=450.0\r\nNumberOfSamples=2\r\n#Sample\tFX1\tFY1\tFZ1\tX1\tY1\tZ1\tMZ1\r\n1\t5\t700\t-3\t250\t0\t120\t2000\r\n2\t5\t700\t-3\t250\t0\t120\t2000\r\n';
    const forces = readForces(bytes(text), 'a.forces');
    expect(forces.rate).toBe(450);
    expect(Array.from(forces.plates[0].cop.subarray(0, 3))).toEqual([0.25, 0, 0.12]);
    expect(forces.plates[0].freeMoment[1]).toBe(2);
    expect(() => readForces(bytes(text.replace('-3', 'x')), 'a.forces')).toThrow(
      /a\.forces:6: expected a number, found "x"/,
    );
  });

  it('is refused as a motion, with what to do', async () => {
    const forces = table(['time', 'ground_force_vy'], [[0, 1]]);
    await expect(mot.read!(forces, 'grf.mot', {})).rejects.toThrow(/holds forces, not a motion; give a file of motion/);
    const angles = table(['time', 'knee_angle_r'], [[0, 1]]);
    await expect(mot.read!(angles, 'ik.mot', {})).rejects.toThrow(
      /need the one model \(\.osim\) beside them, and none is there/,
    );
    const two = { neighbours: ['a.osim', 'b.osim'], companion: async () => undefined };
    await expect(mot.read!(angles, 'ik.mot', two)).rejects.toThrow(/there are 2: a\.osim, b\.osim/);
  });
});

it('never hangs, crashes or gives NaN on 2,000 damaged tables', () => {
  const rng = createRng(11);
  const columns = [
    'time',
    'ground_force_vx',
    'ground_force_vy',
    'ground_force_vz',
    'ground_force_px',
    'ground_force_py',
    'ground_force_pz',
  ];
  const source = table(columns, [
    [0, 1, 700, 3, 0.1, 0, 0.2],
    [0.01, 1, 700, 3, 0.1, 0, 0.2],
  ]);
  const spice = bytes('\t\n\r 0e9.-NaN=x');
  for (let round = 0; round < 2000; round++) {
    const damaged = Uint8Array.from(source);
    for (let i = 0; i < 1 + 5 * rng.next(); i++)
      damaged[Math.floor(rng.next() * damaged.length)] = spice[Math.floor(rng.next() * spice.length)];
    try {
      const forces = readForces(damaged.subarray(0, Math.floor((0.5 + rng.next()) * damaged.length)), 'fuzz.mot');
      expect(
        forces.plates.every((plate) => plate.force.every(Number.isFinite) && plate.cop.every(Number.isFinite)),
      ).toBe(true);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
});
