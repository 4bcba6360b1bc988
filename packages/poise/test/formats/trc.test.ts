import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng } from '../../src/math/random.ts';
import { readTrc } from '../../src/motion/formats/trc.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const HEADER = 'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames';

/** Two markers named so that up is told: a heel low, an ASIS high. */
function sample(parts: { values?: string; rows?: readonly string[]; names?: string } = {}): Uint8Array {
  return bytes(
    [
      'PathFileType\t4\t(X/Y/Z)\twalk.trc',
      HEADER,
      parts.values ?? '100\t100\t2\t2\tmm\t100\t1\t2',
      parts.names ?? 'Frame#\tTime\tL.ASIS\t\t\tL.Heel\t\t\t',
      '\t\tX1\tY1\tZ1\tX2\tY2\tZ2\t',
      '',
      ...(parts.rows ?? ['1\t0.5\t10\t900\t-20\t30\t40\t50', '2\t0.51\t11\t901\t-21\t31\t41\t51']),
      '',
    ].join('\r\n'),
  );
}

describe('TRC', () => {
  it('reads names, rate, start and metres', () => {
    const markers = readTrc(sample(), 'walk.trc');
    expect(markers.names).toEqual(['L.ASIS', 'L.Heel']);
    expect([markers.rate, markers.startTime, markers.frameCount]).toEqual([100, 0.5, 2]);
    expect(Array.from(markers.positions.subarray(0, 6))).toEqual([0.01, 0.9, -0.02, 0.03, 0.04, 0.05]);
  });

  it('finds the unit where a writer shifted it, and reads cm and m', () => {
    expect(
      readTrc(sample({ values: '  100.0\t\t  100.0\t\t  2\t\t 2\t\t mm\t  100.0\t 1\t 2' }), 'a').positions[1],
    ).toBe(0.9);
    expect(readTrc(sample({ values: '100 100 2 2 cm 100 1 2' }), 'a').positions[1]).toBe(9);
    expect(readTrc(sample({ values: '100 100 2 2 m 100 1 2' }), 'a').positions[1]).toBe(900);
    expect(() => readTrc(sample({ values: '100 100 2 2 ft 100 1 2' }), 'a.trc')).toThrow(/a\.trc:3: expected a unit/);
  });

  it('takes blanks, zeros and NaN as lost markers', () => {
    const rows = [
      '1\t0\t10\t900\t-20\t\t\t',
      '2\t0.01\t11\t901\t-21\t0\t0\t0',
      '3\t0.02\t11\t901\t-21\tNaN\tNaN\tNaN',
      '4\t0.03\t11\t901\t-21',
    ];
    const markers = readTrc(sample({ rows }), 'a');
    expect(Array.from(markers.present)).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
    expect(markers.positions.every(Number.isFinite)).toBe(true);
    expect(markers.notes.some((note) => note.text.includes('promises 2 frames, the file holds 4'))).toBe(true);
  });

  it('turns Z up to Y up by the names', () => {
    const rows = ['1\t0\t10\t20\t900\t30\t40\t50', '2\t0.01\t10\t20\t900\t30\t40\t50'];
    const markers = readTrc(sample({ rows }), 'a');
    expect(Array.from(markers.positions.subarray(0, 3))).toEqual([0.01, 0.9, -0.02]);
  });

  it('says where a number is wrong', () => {
    const rows = ['1\t0\t10\t9x0\t-20\t30\t40\t50'];
    expect(() => readTrc(sample({ rows }), 'a.trc')).toThrow(/a\.trc:7:8: expected a number, found "9x0"/);
    expect(() => readTrc(sample({ rows: [] }), 'a.trc')).toThrow(/expected frames after the header/);
    expect(() => readTrc(sample({ rows: ['1\t0\t1\t2\t3\t4\t5\t6\t7'] }), 'a.trc')).toThrow(
      /a\.trc:7: expected 8 columns, found 9/,
    );
  });

  it('does not allocate what the rows do not hold', () => {
    const names = `Frame#\tTime\t${Array.from({ length: 20000 }, (_, i) => `m${i}`).join('\t')}`;
    const rows = Array.from({ length: 20000 }, (_, i) => `${i}\t${i / 100}\t1`);
    expect(() => readTrc(sample({ names, rows }), 'a.trc')).toThrow(/most rows end long before/);
  });

  it('never hangs, crashes or gives NaN on 2,000 damaged files', () => {
    const rng = createRng(3);
    const source = sample();
    const spice = bytes('\t\n\r 0e9.-NaNXm');
    for (let round = 0; round < 2000; round++) {
      const damaged = Uint8Array.from(source);
      for (let i = 0; i < 1 + 6 * rng.next(); i++)
        damaged[Math.floor(rng.next() * damaged.length)] = spice[Math.floor(rng.next() * spice.length)];
      try {
        expect(
          readTrc(damaged.subarray(0, Math.floor((0.5 + rng.next()) * damaged.length)), 'fuzz.trc').positions.every(
            Number.isFinite,
          ),
        ).toBe(true);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }
  });
});
