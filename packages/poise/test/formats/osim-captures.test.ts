/** Captured OpenSim sets: where the model's markers are predicted against where they were measured. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lint } from '../../src/balance/lint.ts';
import { frameAt } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { readTable } from '../../src/motion/formats/mot-table.ts';
import { exactJointCentres, osimClip } from '../../src/motion/formats/osim-clip.ts';
import { readOsim } from '../../src/motion/formats/osim-model.ts';
import { osimMarkers } from '../../src/motion/formats/osim-poses.ts';
import { readTrc } from '../../src/motion/formats/trc.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const bytes = (folder: string, file: string): Uint8Array => new Uint8Array(readFileSync(mocapPath(folder, file)));
const motionOf = (folder: string, model: string, angles: string) =>
  osimClip(readOsim(bytes(folder, model), model), readTable(bytes(folder, angles), angles));

const OPENCAP = ['force-opencap-subject4', 'optimized_scale_and_markers.osim'] as const;
const HAMNER = ['force-hamner-running/other-subject', 'final.osim'] as const;

/** Folder, model, angles, markers, bound on the RMS distance [m]. Squats and the drop jump are not here: in their files the
 *  subtalar angle runs into its limit and the solved feet are 5 cm off the markers. */
const SETS: readonly (readonly [string, string, string, string, number])[] = [
  [...OPENCAP, 'static1_ik.mot', 'static1.trc', 0.016],
  [...OPENCAP, 'walking1_ik.mot', 'walking1.trc', 0.014],
  [...OPENCAP, 'walkingTS1_ik.mot', 'walkingTS1.trc', 0.016],
  ['force-opensim-gait2354', 'subject01_simbody.osim', 'subject01_walk1_ik.mot', 'subject01_walk1.trc', 0.023],
  ['force-opensim-moco', 'subject_walk_scaled.osim', 'coordinates.sto', 'markers_walk.trc', 0.032],
  [...HAMNER, 'run200_ik.mot', 'run200.trc', 0.01],
];

describeWithMocap('OpenSim models', () => {
  it.each(SETS)('%s/%s with %s meets %s', (folder, model, angles, markers, bound) => {
    const { poses } = motionOf(folder, model, angles);
    const predicted = osimMarkers(poses);
    const measured = readTrc(bytes(folder, markers), markers);
    let sum = 0;
    let count = 0;
    for (let f = 0; f < predicted.frameCount; f++) {
      const g = Math.round((poses.time[f] - measured.startTime) * measured.rate);
      if (g < 0 || g >= measured.frameCount || Math.abs(measured.startTime + g / measured.rate - poses.time[f]) > 0.002)
        continue;
      predicted.names.forEach((name, m) => {
        const other = g * measured.names.length + measured.names.indexOf(name);
        if (!measured.names.includes(name) || !measured.present[other]) return;
        for (let k = 0; k < 3; k++)
          sum +=
            (predicted.positions[3 * (f * predicted.names.length + m) + k] - measured.positions[3 * other + k]) ** 2;
        count++;
      });
    }
    expect(count).toBeGreaterThan(1000);
    expect(Math.sqrt(sum / count)).toBeLessThan(bound);
  });

  it.each([
    [...OPENCAP, 'walking1_ik.mot', 0.003],
    [...HAMNER, 'run200_ik.mot', 0.012],
  ] as const)('%s/%s with %s: constant knee offsets cost little', (folder, model, angles, bound) => {
    const { clip, poses } = motionOf(folder, model, angles);
    const joints = ['femur_r', 'tibia_r', 'talus_r', 'hand_l'];
    for (let f = 0; f < clip.frameCount; f += 10) {
      const exact = exactJointCentres(poses, joints, f);
      const { origins } = worldFramesOf(clip.skeleton, frameAt(clip, f));
      joints.forEach((name, i) => {
        const j = clip.skeleton.names.indexOf(name);
        const gap = Math.hypot(
          origins[3 * j] - exact[3 * i],
          origins[3 * j + 1] - exact[3 * i + 1],
          origins[3 * j + 2] - exact[3 * i + 2],
        );
        expect(gap).toBeLessThan(/tibia|talus/.test(name) ? bound : 1e-9);
      });
    }
  });

  it.each([OPENCAP, HAMNER, ['force-opensim-moco', 'subject_walk_scaled.osim'] as const])(
    '%s/%s alone stands on the floor',
    async (folder, model) => {
      const [clip] = await readClips(bytes(folder, model), model);
      const body = fitBody(clip);
      const report = analyse(body, clip);
      expect(report.summary.penetration).toBeLessThan(0.01);
      expect(report.summary.float).toBeLessThan(0.01);
      expect(lint(body, clip, report).filter(({ severity }) => severity !== 'note')).toEqual([]);
    },
  );

  it('carry the masses that the files state', () => {
    const masses = SETS.map(([folder, model, angles]) => motionOf(folder, model, angles).bodyData.totalMass);
    const expected = [62.6, 62.6, 62.6, 72.6, 85.27, 72.84];
    for (const [i, mass] of masses.entries()) expect(Math.abs(mass - expected[i])).toBeLessThan(0.01);
  });
});
