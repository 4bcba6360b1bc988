/** Whole clips: a minute at 60 Hz, and how the cost grows with length. */
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lint } from '../../src/balance/lint.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { HIP_JOINT_HEIGHT, makePerson } from '../../test/body/person.ts';
import { type BenchCase, timePerCall } from '../case.ts';

const RATE = 60; // [Hz]

/** A person who sways, bows and swings the arms for a while: every joint moves, the feet stand. */
function swaying(seconds: number): Clip {
  const { skeleton, roles } = makePerson();
  const nq = coordinateCount(skeleton);
  const frames = seconds * RATE;
  const q = new Float64Array(nq * frames);
  const rest = restPose(skeleton);
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / RATE;
    q.set(rest, frame * nq);
    q[frame * nq + 1] = HIP_JOINT_HEIGHT + 0.05;
    for (let joint = 1; joint < skeleton.names.length; joint++) {
      if (/Leg|Foot|Toes/.test(skeleton.names[joint])) continue;
      const angle = 0.2 * Math.sin(2 * t + joint);
      q[frame * nq + quatIndex(joint)] = Math.sin(angle / 2);
      q[frame * nq + quatIndex(joint) + 3] = Math.cos(angle / 2);
    }
  }
  const found = { status: 'humanoid', roles, by: 'map', rig: 'made by code' } as const;
  return createClip({ skeleton, roles: found, frameTime: 1 / RATE, q });
}

const milliseconds = (run: () => void): number => timePerCall(run) / 1000;

export const cases: readonly BenchCase[] = [
  {
    id: 'balance/analyse-60s',
    measure() {
      const clip = swaying(60);
      const body = fitBody(clip);
      return {
        value: milliseconds(() => void analyse(body, clip)),
        unit: 'ms',
        note: '3600 frames, 22 joints, warm; target ≤ 60',
      };
    },
  },
  {
    id: 'balance/analyse-growth',
    measure() {
      const [short, long] = [swaying(60), swaying(120)];
      const body = fitBody(short);
      const once = milliseconds(() => void analyse(body, short));
      const twice = milliseconds(() => void analyse(body, long));
      return { value: twice / once, unit: '1', note: 't(2N)/t(N); 2 is linear' };
    },
  },
  {
    id: 'balance/fit-body-60s',
    measure() {
      const clip = swaying(60);
      return { value: milliseconds(() => void fitBody(clip)), unit: 'ms' };
    },
  },
  {
    id: 'balance/lint-60s',
    measure() {
      const clip = swaying(60);
      const body = fitBody(clip);
      const report = analyse(body, clip);
      return { value: milliseconds(() => void lint(body, clip, report)), unit: 'ms' };
    },
  },
];
