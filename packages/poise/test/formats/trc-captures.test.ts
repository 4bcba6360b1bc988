/** Every laboratory file in the captures loads, or is refused with a reason that is true. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { c3d, readC3d } from '../../src/motion/formats/c3d.ts';
import { mot } from '../../src/motion/formats/mot.ts';
import { readForces } from '../../src/motion/formats/mot-forces.ts';
import { osim } from '../../src/motion/formats/osim.ts';
import { readTrc, trc } from '../../src/motion/formats/trc.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

/** Files that no person can be built from, and what is true of them. */
const REFUSED: readonly (readonly [file: RegExp, reason: RegExp])[] = [
  [/c3d-btk\/Eb015..\.c3d$/, /RFT1.*missing: left ASIS/], // clusters only
  [/c3d-btk\/badParameterOffset\.c3d$/, /Point.*missing: left ASIS/], // unlabelled points
  [/c3d-btk\/phasespace_sample\.c3d$/, /\*1.*missing: left ASIS/],
  [/c3d-btk\/mocap36\.c3d$/, /Skeleton_Hip2.*missing: left ASIS/], // OptiTrack's own set
  [/c3d-btk\/parameterOverflow\.c3d$/, /named but never seen: LFHD/], // markers without data
  [/c3d-btk\/type1\.C3D$/, /missing: left heel/],
  [/grf[^/]*\.mot$/, /holds forces, not a motion; give a file of motion/],
  [/force-bmc\/ik_output_run\.mot$/, /need the one model \(\.osim\) beside them, and none is there/],
];

const FORMATS = [trc, mot, c3d, osim];
const isOurs = (file: string): boolean =>
  FORMATS.some((format) => format.extensions.some((extension) => file.toLowerCase().endsWith(extension)));

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : isOurs(name) ? [path] : [];
  });
}

describeWithMocap('laboratory files', () => {
  const root = mocapPath();
  it.each(filesUnder(root).map((path) => relative(root, path)))('%s', async (file) => {
    const path = mocapPath(file);
    const format = FORMATS.find((candidate) =>
      candidate.extensions.some((extension) => file.toLowerCase().endsWith(extension)),
    )!;
    const folder = dirname(path);
    const options = {
      neighbours: readdirSync(folder),
      companion: async (name: string) => new Uint8Array(readFileSync(join(folder, name))),
    };
    const data = new Uint8Array(readFileSync(path));
    const expected = REFUSED.find(([pattern]) => pattern.test(file));
    if (expected) {
      await expect(format.read!(data, basename(file), options)).rejects.toThrow(expected[1]);
      // what they do hold can still be read
      if (/\.c3d$/i.test(file)) expect(readC3d(data, file).markers.frameCount).toBeGreaterThan(0);
      if (/grf[^/]*\.mot$/.test(file)) expect(readForces(data, file).plates.length).toBeGreaterThan(1);
      return;
    }
    const [clip] = await format.read!(data, basename(file), options);
    expect(clip.frameCount).toBeGreaterThan(0);
    expect(clip.q.every(Number.isFinite)).toBe(true);
  });

  it('the shifted unit of the Moco file is millimetres', () => {
    const markers = readTrc(
      new Uint8Array(readFileSync(mocapPath('force-opensim-moco', 'markers_walk.trc'))),
      'markers_walk.trc',
    );
    expect(markers.positions[1]).toBeCloseTo(1.529542, 9);
  });

  it('the Cortex plates carry a walking person', () => {
    const forces = readForces(new Uint8Array(readFileSync(mocapPath('force-bmc', 'walk1.forces'))), 'walk1.forces');
    expect([forces.plates.length, forces.rate, forces.frameCount]).toEqual([7, 450, 1092]);
    expect(Math.max(...forces.plates[4].force.filter((_, i) => i % 3 === 1))).toBeGreaterThan(500);
  });
});
