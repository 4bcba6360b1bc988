/** Captured marker sets: our joint centres against those of the laboratories and of solved models. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { median } from '../../src/math/order-statistics.ts';
import { distance } from '../../src/math/tuple.ts';
import { frameAt } from '../../src/motion/clip.ts';
import { onClock, totalPlate } from '../../src/motion/force-plates.ts';
import { readC3d } from '../../src/motion/formats/c3d.ts';
import { readForces } from '../../src/motion/formats/mot-forces.ts';
import { readTrc } from '../../src/motion/formats/trc.ts';
import { type MarkerMotion, markersToClip } from '../../src/motion/markers/markers-to-clip.ts';
import { at } from '../../src/motion/markers/vectors.ts';
import type { MarkerRecording } from '../../src/motion/recording.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';

const bytes = (...parts: string[]): Uint8Array => new Uint8Array(readFileSync(mocapPath(...parts)));
const opencap = (name: string): MarkerRecording => readTrc(bytes('force-opencap-subject4', `${name}.trc`), name);

/** Median distance [m] between joints of the clip and points of the recording. */
function medianGap(motion: MarkerMotion, recording: MarkerRecording, role: string, point: string): number {
  const joint = motion.clip.skeleton.names.indexOf(role);
  const marker = recording.names.indexOf(point);
  const gaps: number[] = [];
  for (let f = 0; f < motion.clip.frameCount; f++) {
    const i = (f + motion.person.trial.firstFrame) * recording.names.length + marker;
    if (!recording.present[i]) continue;
    gaps.push(
      distance(
        at(worldFramesOf(motion.clip.skeleton, frameAt(motion.clip, f)).origins, joint),
        at(recording.positions, i),
      ),
    );
  }
  return median(gaps);
}

describeWithMocap('Plug-in-Gait files', () => {
  const files = [
    ['c3d-btk', 'PiG_Motion-FlatFoot-Full.c3d'],
    ['force-biomechzoo-c3d', 'HC002D06.c3d'],
    ['force-biomechzoo-c3d', 'HC002D25.c3d'],
    ['force-biomechzoo-c3d', 'HC030A05.c3d'],
  ];
  // LFEP, LFEO, LTIO: hip, knee and ankle as the laboratory's model has them; LHUP and LHUO: shoulder and elbow
  const bounds: readonly (readonly [role: string, point: string, bound: number])[] = [
    ['UpperLeg', 'FEP', 0.025],
    ['LowerLeg', 'FEO', 0.02],
    ['Foot', 'TIO', 0.018],
    ['UpperArm', 'HUP', 0.015],
    ['LowerArm', 'HUO', 0.015],
  ];
  it.each(files)('%s/%s: joint centres lie near those of the model', (folder, file) => {
    const { markers, measures } = readC3d(bytes(folder, file), file);
    const motion = markersToClip(markers, { measures });
    expect(motion.clip.roles.status).toBe('humanoid');
    for (const [letter, side] of [
      ['L', 'left'],
      ['R', 'right'],
    ]) {
      for (const [role, point, bound] of bounds)
        expect(medianGap(motion, markers, side + role, letter + point)).toBeLessThan(bound);
    }
  });
});

describeWithMocap('OpenCap laboratory set', () => {
  const standing = () => opencap('static1');
  it.each(['walking1', 'walkingTS1', 'squats1', 'DJ1'])('%s: fixed bones follow the measured centres', (name) => {
    const { residuals, clip } = markersToClip(opencap(name), { standing: standing() });
    expect(clip.roles.status).toBe('humanoid');
    for (const role of ['leftFoot', 'rightFoot'] as const) expect(residuals[role]!.median).toBeLessThan(0.005);
    for (const fit of Object.values(residuals)) expect(fit!.p95).toBeLessThan(0.025);
  });

  it.each(['walking1', 'squats1'])(
    '%s: knees and ankles found without a standing trial are those found with it',
    (name) => {
      const recording = opencap(name);
      const reference = markersToClip(recording, { standing: standing() }).person.legs;
      const hidden = {
        ...recording,
        names: recording.names.map((n) => (/^[lr]_(knee|ankle)$/i.test(n) ? `${n} hidden` : n)),
      };
      for (const [trial, method] of [
        [recording, 'outer marker and width'],
        [hidden, 'motion of the segments'],
      ] as const) {
        const legs = markersToClip(trial).person.legs;
        for (const side of ['l', 'r'] as const) {
          expect(legs[side].methods.knee).toBe(method);
          for (const joint of ['knee', 'ankle'] as const) {
            const frames = Array.from({ length: recording.frameCount }, (_, f) => f);
            expect(
              median(frames.map((f) => distance(at(legs[side][joint], f), at(reference[side][joint], f)))),
            ).toBeLessThan(0.025);
          }
        }
      }
    },
  );

  it('weighs 60 kg standing, with the centre of pressure between the ankles', () => {
    const motion = markersToClip(standing());
    const forces = readForces(bytes('force-opencap-subject4', 'static1_grf.mot'), 'static1_grf.mot');
    const total = totalPlate(
      onClock(forces, { rate: 100, startTime: motion.startTime, frameCount: motion.clip.frameCount }),
    );
    let weight = 0;
    for (let f = 0; f < motion.clip.frameCount; f++) {
      weight += total.force[3 * f + 1] / motion.clip.frameCount;
      const { l, r } = motion.person.legs;
      const middle = (l.ankle[3 * f + 2] + r.ankle[3 * f + 2]) / 2;
      expect(Math.abs(total.cop[3 * f + 2] - middle)).toBeLessThan(0.03);
    }
    expect(weight / 9.81).toBeCloseTo(60.03, 1);
  });
});

describeWithMocap('plates and feet', () => {
  const sets: readonly (readonly [
    folder: string,
    markers: string,
    forces: string,
    standing: string | undefined,
    plates: Readonly<Record<string, string>>,
  ])[] = [
    ['force-opencap-subject4', 'walking1.trc', 'walking1_grf.mot', 'static1.trc', { 1: 'right', 2: 'left' }],
    ['force-opencap-subject4', 'squats1.trc', 'squats1_grf.mot', 'static1.trc', { 1: 'right', 2: 'left' }],
    [
      'force-opensim-gait2354',
      'subject01_walk1.trc',
      'subject01_walk1_grf.mot',
      'subject01_static.trc',
      { plate: 'right', 1: 'left' },
    ],
    ['force-opensim-moco', 'markers_walk.trc', 'grf_walk.mot', undefined, { r: 'right', l: 'left' }],
    ['force-hamner-running/subject04/run200', 'markers.trc', 'grf.mot', undefined, { R: 'right', L: 'left' }],
    ['force-bmc', 'motion_capture_run.trc', 'grf_run.mot', undefined, { R: 'right', L: 'left' }],
  ];
  it.each(sets)('%s/%s: each plate of %s lies under its foot', (folder, trc, mot, standing, plates) => {
    const options = standing ? { standing: readTrc(bytes(folder, standing), standing) } : {};
    const motion = markersToClip(readTrc(bytes(folder, trc), trc), options);
    const clock = { rate: 1 / motion.clip.frameTime, startTime: motion.startTime, frameCount: motion.clip.frameCount };
    const forces = onClock(readForces(bytes(folder, mot), mot), clock);
    for (const plate of forces.plates) {
      const side = plates[plate.name];
      if (side === undefined) continue;
      const gaps = { left: [] as number[], right: [] as number[] };
      for (let f = 0; f < clock.frameCount; f++) {
        if (plate.force[3 * f + 1] < 200) continue;
        const { origins } = worldFramesOf(motion.clip.skeleton, frameAt(motion.clip, f));
        for (const name of ['left', 'right'] as const) {
          const [foot, toes] = ['Foot', 'Toes'].map((part) =>
            at(origins, motion.clip.skeleton.names.indexOf(name + part)),
          );
          const centre = [(foot[0] + toes[0]) / 2, 0, (foot[2] + toes[2]) / 2] as const;
          gaps[name].push(Math.hypot(plate.cop[3 * f] - centre[0], plate.cop[3 * f + 2] - centre[2]));
        }
      }
      const other = side === 'left' ? 'right' : 'left';
      expect(gaps.left.length).toBeGreaterThan(10);
      expect(median(gaps[side as 'left' | 'right'])).toBeLessThan(0.12);
      expect(median(gaps[other])).toBeGreaterThan(median(gaps[side as 'left' | 'right']));
    }
  });
});
