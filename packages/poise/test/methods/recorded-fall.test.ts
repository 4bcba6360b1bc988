/** Whoever loses balance in a recorded clip is seen to fall until they lie. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { answerPushes } from '../../src/methods/push-response/as-method.ts';
import { reactToPushes } from '../../src/methods/reactive-blend/as-method.ts';
import { answerHits } from '../../src/methods/reactive-locomotion/as-method.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';

describe.each([
  ['push-response', idle, answerPushes, 130],
  ['reactive-blend', idle, reactToPushes, 130],
  ['reactive-locomotion', walk, answerHits, 170],
] as const)('%s', (_, motion, run, size) => {
  it('shows a fall down to the ground, and ends half a second after the body lies', () => {
    const clip = perform(motion);
    const body = fitBody(clip);
    const push = { time: 1, impulse: [size, 0, 0], segment: body.roles.chest ?? 0 } as const;
    const { clip: made, events, outcome } = run({ body, clip, pushes: [push] });
    expect(outcome).toMatchObject({ status: 'fall', achieved: false });
    const fall = events.find(({ kind }) => kind === 'fall');
    const down = events.find(({ kind }) => kind === 'down');
    expect(down!.time).toBeGreaterThan(fall!.time + 0.5);
    expect(down!.time).toBeLessThan(fall!.time + 4);
    expect((made.frameCount - 1) * made.frameTime).toBeCloseTo(down!.time + 0.5, 1);
    const nq = coordinateCount(body.skeleton);
    const ws = createWorkspace(body);
    forwardKinematics(body, ws, made.q, (made.frameCount - 1) * nq);
    expect(ws.com[1]).toBeLessThan(0.2 * body.height);
    // nothing jumps where the fall takes over: no more than people push their hips by in a frame
    const at = Math.round(fall!.time / made.frameTime);
    for (let frame = at - 1; frame < at + 3; frame++) {
      const change = [0, 1, 2].map(
        (c) => made.q[(frame - 1) * nq + c]! - 2 * made.q[frame * nq + c]! + made.q[(frame + 1) * nq + c]!,
      );
      expect(Math.hypot(...change) / made.frameTime).toBeLessThan(1);
    }
  });
});
