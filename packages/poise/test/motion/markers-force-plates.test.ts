import { describe, expect, it } from 'vitest';
import {
  centreOfPressure,
  momentAbout,
  onClock,
  onPlate,
  plateAxes,
  totalPlate,
} from '../../src/motion/force-plates.ts';
import type { ForceRecording, PlateRecording } from '../../src/motion/recording.ts';

function plate(
  samples: readonly { force: readonly number[]; cop: readonly number[]; twist?: number }[],
): PlateRecording {
  return {
    name: 'p',
    force: Float64Array.from(samples.flatMap((s) => s.force)),
    cop: Float64Array.from(samples.flatMap((s) => s.cop)),
    freeMoment: Float64Array.from(samples.flatMap((s) => [0, s.twist ?? 0, 0])),
    loaded: Uint8Array.from(samples.map((s) => (s.force[1] >= 10 ? 1 : 0))),
    corners: undefined,
  };
}

const recording = (rate: number, plates: readonly PlateRecording[]): ForceRecording => ({
  file: 'f',
  rate,
  startTime: 1,
  frameCount: plates[0].loaded.length,
  plates,
  notes: [],
});

describe('wrenches', () => {
  it('moment about a point and centre of pressure undo each other', () => {
    const p = plate([{ force: [30, 650, -20], cop: [0.4, 0, -0.3], twist: 2.5 }]);
    const moment = new Float64Array(3);
    momentAbout(moment, 0, p, 0, [0, 0, 0]);
    const cop = new Float64Array(3);
    const free = new Float64Array(3);
    expect(centreOfPressure(cop, free, 0, p.force, moment, [0, 0, 0])).toBe(true);
    expect(cop[0]).toBeCloseTo(0.4, 12);
    expect(cop[2]).toBeCloseTo(-0.3, 12);
    expect(free[1]).toBeCloseTo(2.5, 12);
  });

  it('two feet act as one: the total keeps force and moment, and idle plates do not count', () => {
    const feet = recording(100, [
      plate([{ force: [5, 300, 0], cop: [0.1, 0, 0.1], twist: 1 }]),
      plate([{ force: [-2, 500, 3], cop: [-0.1, 0, 0.2], twist: -2 }]),
      plate([{ force: [0, 5, 0], cop: [9, 0, 9] }]),
    ]);
    const total = totalPlate(feet);
    expect(Array.from(total.force)).toEqual([3, 800, 3]);
    expect(total.cop[0]).toBeCloseTo((0.1 * 300 - 0.1 * 500) / 800, 12);
    const together = new Float64Array(3);
    const sum = new Float64Array(3);
    const part = new Float64Array(3);
    momentAbout(together, 0, total, 0, [1, 0, 2]);
    for (const foot of feet.plates.slice(0, 2)) {
      momentAbout(part, 0, foot, 0, [1, 0, 2]);
      for (let k = 0; k < 3; k++) sum[k] += part[k];
    }
    for (let k = 0; k < 3; k++) expect(together[k]).toBeCloseTo(sum[k], 9);
  });
});

describe('clocks', () => {
  it('averages over a frame when the new clock is slower', () => {
    const samples = Array.from({ length: 200 }, (_, i) => ({
      force: [0, 600 + (i % 2 === 0 ? 50 : -50), 0],
      cop: [0.001 * i, 0, 0],
    }));
    const slow = onClock(recording(1000, [plate(samples)]), { rate: 100, startTime: 1.05, frameCount: 5 });
    for (let f = 0; f < 5; f++) {
      expect(Math.abs(slow.plates[0].force[3 * f + 1] - 600)).toBeLessThan(6);
      expect(slow.plates[0].cop[3 * f]).toBeCloseTo(0.05 + 0.01 * f, 3);
    }
  });

  it('interpolates when it is faster, and is zero outside the record', () => {
    const fast = onClock(
      recording(10, [
        plate([
          { force: [0, 100, 0], cop: [0, 0, 0] },
          { force: [0, 200, 0], cop: [0.3, 0, 0] },
        ]),
      ]),
      { rate: 100, startTime: 1, frameCount: 40 },
    );
    expect(fast.plates[0].force[3 * 5 + 1]).toBeCloseTo(150, 9);
    expect(fast.plates[0].cop[3 * 5]).toBeCloseTo((200 * 0.3) / 2 / 150, 9); // moments are interpolated, not places
    expect(fast.plates[0].force[3 * 30 + 1]).toBe(0);
    expect(fast.plates[0].loaded[30]).toBe(0);
  });
});

describe('plates', () => {
  it('have axes from their corners, z into the ground', () => {
    const corners = [
      [0, 0, -0.6],
      [0.4, 0, -0.6],
      [0.4, 0, 0],
      [0, 0, 0],
    ] as const;
    expect(Array.from(plateAxes(corners), (v) => v + 0)).toEqual([-1, 0, 0, 0, 0, -1, 0, -1, 0]);
    expect(onPlate(corners, [0.2, 0, -0.3])).toBe(true);
    expect(onPlate(corners, [0.41, 0, -0.3])).toBe(false);
    expect(onPlate(corners, [0.41, 0, -0.3], 0.02)).toBe(true);
  });
});
