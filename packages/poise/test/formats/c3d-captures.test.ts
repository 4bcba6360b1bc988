/** Captured C3D files: one trial in four encodings, two plate types of one recording, centres of pressure on the plates. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onClock, onPlate, totalPlate } from '../../src/motion/force-plates.ts';
import { type C3dTrial, readC3d } from '../../src/motion/formats/c3d.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const trial = (...parts: string[]): C3dTrial =>
  readC3d(new Uint8Array(readFileSync(mocapPath(...parts))), parts.at(-1)!);

const worst = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
};

describeWithMocap('one trial in four encodings', () => {
  const real = () => trial('c3d-btk', 'Eb015pr.c3d');
  it.each(['Eb015pi.c3d', 'Eb015si.c3d', 'Eb015vr.c3d'])('%s agrees with Eb015pr.c3d', (name) => {
    const a = real();
    const b = trial('c3d-btk', name);
    expect(b.markers.names).toEqual(a.markers.names);
    expect(Array.from(b.markers.present)).toEqual(Array.from(a.markers.present));
    // integers are stored in steps of 1/12 mm
    expect(worst(a.markers.positions, b.markers.positions)).toBeLessThan(0.5 * 0.0834e-3);
    a.forces!.plates.forEach((plate, i) => {
      expect(worst(plate.force, b.forces!.plates[i].force)).toBeLessThan(0.01);
      expect(worst(plate.cop, b.forces!.plates[i].cop)).toBeLessThan(1e-3);
    });
  });
});

describeWithMocap('force plates', () => {
  it('type 2 and type 4 of one recording agree', () => {
    const [a, b] = ['type-2a.c3d', 'type-4a.c3d'].map((name) => trial('c3d-btk', name).forces!);
    a.plates.forEach((plate, i) => {
      for (let s = 0; s < a.frameCount; s++) {
        if (plate.force[3 * s + 1] < 200) continue;
        // the type-2 file leaves out the crosstalk that the matrix corrects: 2 % of the load
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(plate.force[3 * s + k] - b.plates[i].force[3 * s + k])).toBeLessThan(
            0.02 * plate.force[3 * s + 1],
          );
          expect(Math.abs(plate.cop[3 * s + k] - b.plates[i].cop[3 * s + k])).toBeLessThan(0.008);
        }
      }
    });
  });

  const files = [
    ['c3d-btk', 'Eb015pr.c3d'],
    ['c3d-btk', 'Gait.c3d'],
    ['c3d-btk', 'PiG_Motion-FlatFoot-Full.c3d'],
    ['c3d-btk', 'type1.C3D'],
    ['force-biomechzoo-c3d', 'HC002D06.c3d'],
    ['force-biomechzoo-c3d', 'HC002D25.c3d'],
    ['force-biomechzoo-c3d', 'HC030A05.c3d'],
    ['force-opensim-c3d', 'walking2.c3d'],
    ['force-sprint-c3d', 'JA1Gait35.c3d'],
  ];
  it.each(files)('%s/%s: the centre of pressure lies on the plate and the ground pushes up', (folder, file) => {
    const forces = trial(folder, file).forces!;
    for (const plate of forces.plates) {
      let loaded = 0;
      let on = 0;
      for (let s = 0; s < forces.frameCount; s++) {
        if (plate.force[3 * s + 1] < 100) continue;
        loaded++;
        if (onPlate(plate.corners!, [plate.cop[3 * s], plate.cop[3 * s + 1], plate.cop[3 * s + 2]], 0.02)) on++;
      }
      if (loaded > 0) expect(on / loaded).toBeGreaterThan(0.98);
    }
  });

  it.each([
    ['c3d-btk', 'PiG_Motion-FlatFoot-Full.c3d'],
    ['force-biomechzoo-c3d', 'HC002D06.c3d'],
    ['force-biomechzoo-c3d', 'HC030A05.c3d'],
  ])('%s/%s: the centre of pressure lies under a foot', (folder, file) => {
    const { markers, forces } = trial(folder, file);
    const onFrames = onClock(forces!, markers);
    const place = (name: string, f: number) =>
      markers.positions.subarray(3 * (f * markers.names.length + markers.names.indexOf(name)));
    const gaps: number[] = [];
    for (const plate of onFrames.plates) {
      for (let f = 0; f < markers.frameCount; f++) {
        if (plate.force[3 * f + 1] < 150) continue;
        const near = ['L', 'R'].map((side) => {
          // distance from the line heel–toe, seen from above
          const heel = place(`${side}HEE`, f);
          const toe = place(`${side}TOE`, f);
          const [dx, dz] = [toe[0] - heel[0], toe[2] - heel[2]];
          const t = Math.min(
            1.3,
            Math.max(
              -0.1,
              ((plate.cop[3 * f] - heel[0]) * dx + (plate.cop[3 * f + 2] - heel[2]) * dz) / (dx * dx + dz * dz),
            ),
          );
          return Math.hypot(plate.cop[3 * f] - heel[0] - t * dx, plate.cop[3 * f + 2] - heel[2] - t * dz);
        });
        gaps.push(Math.min(...near));
      }
    }
    gaps.sort((a, b) => a - b);
    expect(gaps.length).toBeGreaterThan(80);
    expect(gaps[Math.floor(0.95 * gaps.length)]).toBeLessThan(0.05);
  });

  it('weighs a standing child', () => {
    const { forces, measures } = trial('force-biomechzoo-c3d', 'HC002D02.c3d');
    const total = totalPlate(forces!);
    let sum = 0;
    for (let s = 0; s < forces!.frameCount; s++) sum += total.force[3 * s + 1];
    // 31.1 kg on the plate; the file states 32.1 kg
    expect(Math.abs(sum / forces!.frameCount / 9.81 - measures.mass!)).toBeLessThan(0.05 * measures.mass!);
  });

  it('leaves out plates whose channels were never sampled', () => {
    const { forces, markers } = trial('c3d-btk', 'parameterOverflow.c3d');
    expect(forces).toBeUndefined();
    expect(markers.notes.some((note) => note.text.includes('carry no signal'))).toBe(true);
  });
});
