/** Somebody who stands when pushed and does something else later: they get back their balance first. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { legDepths } from '../../src/balance/motion-check/legs.ts';
import { MOTION_LIMITS } from '../../src/balance/motion-check/parameters.ts';
import { react } from '../../src/methods/react.ts';
import { standsAs } from '../../src/methods/stands-as.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { smallLibrary } from './push-cases.ts';

const idle = perform(motionNamed('idle'));
const DT = 1 / 60;

/** The frame in which the hips are lowest. */
function lowest({ q, frameCount }: Clip, nq: number): number {
  let found = 0;
  for (let k = 1; k < frameCount; k++) if (q[k * nq + 1]! < q[found * nq + 1]!) found = k;
  return found;
}

describe('a clip of somebody who stands', () => {
  it('goes round where its ends meet, and needs no planner of steps where it moves no foot', () => {
    const { source, gait } = standsAs(fitBody(idle), idle);
    expect(source.loops).toBe(true);
    expect(gait).toBeUndefined();
  });

  it('comes to rest at its end where its ends do not meet', () => {
    const squat = perform(motionNamed('squat'));
    const nq = coordinateCount(squat.skeleton);
    const down = createClip({ ...squat, q: squat.q.subarray(0, nq * lowest(squat, nq)), extraTracks: [] });
    expect(standsAs(fitBody(squat), down).source.loops).toBe(false);
  });
});

describe('somebody who is pushed just before they walk off', () => {
  const clip = perform(motionNamed('start-stop'));
  const body = fitBody(clip);
  const { q } = clip;
  const nq = coordinateCount(clip.skeleton);
  const moves = q.findIndex((_, i) => i % nq === 2 && Math.abs(q[i]! - q[2]!) > 0.05) / nq;

  it.each([0, 90, 180, 270])('towards %d° gets back its balance first, and then goes', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const impulse = [28 * Math.sin(angle), 0, 28 * Math.cos(angle)] as const;
    const push = { time: Math.max(0.1, moves * clip.frameTime - 0.8), impulse, segment: body.roles.chest ?? 0 };
    const { outcome, method, clip: answered } = react({ body, clip, pushes: [push] }, { library: smallLibrary() });
    expect(method).toBe('push-response');
    expect(outcome).toMatchObject({ achieved: true });
    const way = (of: Clip): number => of.q[nq * (of.frameCount - 1) + 2]! - of.q[2]!;
    expect(Math.abs(way(answered) / way(clip) - 1)).toBeLessThan(0.5);
  });
});

describe('a walker who is pushed aside', () => {
  const clip = perform(walk);
  const body = fitBody(clip);

  it.each([1, 1.15, 1.3, 1.45].flatMap((time) => [90, 270].map((degrees) => [time, degrees] as const)))(
    'at %f s towards %d° puts no leg through the other one',
    (time, degrees) => {
      const side = degrees === 90 ? 1 : -1;
      const push = {
        time: Math.round(time / DT) * DT,
        impulse: [side * 15, 0, 0] as const,
        segment: body.roles.chest ?? 0,
      };
      const { clip: answered, method } = react({ body, clip, pushes: [push] });
      expect(method).toBe('reactive-locomotion');
      expect(Math.max(...legDepths(body, answered, MOTION_LIMITS.legCore))).toBeLessThan(MOTION_LIMITS.legDepthError);
    },
  );
});
