/** Do generated gaits look like people's? Against the mean curves and their standard deviations between people. */
import { expect, it } from 'vitest';
import { createActor } from '../../src/performer/actor.ts';
import { type PerformerMotion, perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { describeWithMocap } from '../support/mocap.ts';
import { type Angles, anglesOf } from './gait-angles.ts';
import { agreement, curveOf } from './statistics.ts';

const TRUSTED = [
  'knee_flexion',
  'ankle_dorsiflexion',
  'thigh_pitch',
  'foot_pitch',
  'pelvis_rotation',
  'chest_rotation',
  'chest_list',
  'head_rotation',
  'head_list',
  'shoulder_flexion',
  'upper_arm_pitch',
  'elbow_flexion',
];
const LEVEL_FREE = ['hip_flexion', 'pelvis_tilt', 'chest_pitch', 'head_pitch']; // their zero is the rig's, not the person's

function angles(motion: PerformerMotion, speed: number): Angles {
  const clip = perform(motion, { values: { speed, strides: 1 } });
  return anglesOf(createActor(), clip, clip.frameCount);
}

describeWithMocap('walk beside people', () => {
  it.each([
    ['slow', 0.83],
    ['normal', 1.0],
    ['normal', 1.15],
    ['normal', 1.3],
    ['fast', 1.6],
    ['fast', 1.66],
  ])('%s people, %f m/s: every trusted angle within 2 SD over 90 %% of the stride', (group, speed) => {
    const own = angles(walk, speed);
    for (const [names, level] of [
      [TRUSTED, 'fixed'],
      [LEVEL_FREE, 'free'],
    ] as const) {
      for (const name of names) {
        const share = agreement(own, name, curveOf('walking_curves.csv', group, name), level);
        expect.soft(share, name).toBeGreaterThanOrEqual(0.9);
      }
    }
  });
});

/** The run's tables have the zero of foot pitch from a T-pose; a foot that stands is flat [deg]. */
const FLAT_FOOT: Readonly<Record<string, number>> = { foot_pitch: 4, ankle_dorsiflexion: 4 };

describeWithMocap('run beside people', () => {
  it.each([
    ['jog', 3.05],
    ['faster', 4.2],
  ])('%s: every trusted angle within 2 SD over 90 %% of the stride, knee and ankle over 75 %%', (group, speed) => {
    const own = angles(run, speed);
    for (const [names, level] of [
      [TRUSTED, 'fixed'],
      [LEVEL_FREE, 'free'],
    ] as const) {
      for (const name of names) {
        const curve = curveOf('running_curves.csv', group, name);
        const mean = curve.mean.map((value) => value + (FLAT_FOOT[name] ?? 0));
        const share = agreement(own, name, { ...curve, mean }, level);
        // A body that falls as freely as people do must bend knee and ankle more than the blurred mean of five of them does.
        const least = ['knee_flexion', 'ankle_dorsiflexion'].includes(name) ? 0.75 : 0.9;
        expect.soft(share, name).toBeGreaterThanOrEqual(least);
      }
    }
  });
});
